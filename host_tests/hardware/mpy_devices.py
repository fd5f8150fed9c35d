"""Converters and buses: what they are asked, and the sentences when they fail."""

import fake_board
from hardware.devices import I2C, adc_mv, running_pwm
from hardware.pins import PinError, Pins


def make():
    fake_board.reset()
    return Pins({"gpio.allow": None, "gpio.names": {}, "gpio.boot": {}})


def refusal(function, *arguments, **named):
    try:
        function(*arguments, **named)
    except PinError as exc:
        return exc.args[0]
    raise AssertionError("not refused")


def test_a_voltage_is_the_mean_in_mv():
    pins = make()
    fake_board.ADC.uv = 1234567
    assert adc_mv(pins, 34) == 1235
    assert adc_mv(pins, 32, attenuation="0dB", samples=64) == 1235
    assert [entry[2] for entry in fake_board.log] == [3, 0]
    assert pins.claims() == [(32, "adc", "tools"), (34, "adc", "tools")]


def test_adc2_fails_while_the_radio_has_it():
    pins = make()
    fake_board.fail["ADC"] = OSError(0x107)
    said = refusal(adc_mv, pins, 4)
    assert (
        said
        == "gpio 4 cannot be read while Wi-Fi is on (ADC2); use one of: 32 33 34 35 36 37 38 39"
    )
    assert refusal(adc_mv, pins, 34).startswith("gpio 34: reading failed: ")


def test_a_pad_without_a_converter_is_refused_with_those_that_have_one():
    said = refusal(adc_mv, make(), 18)
    assert said == "gpio 18 has no ADC; use one of: 32 33 34 35 36 37 38 39"


def test_running_pwm_is_none_for_other_uses():
    pins = make()
    assert running_pwm(pins, 5) is None
    pins.write(5, 1)
    assert running_pwm(pins, 5) is None


def test_i2c_reads_and_writes_with_and_without_registers():
    pins = make()
    bus = I2C(pins, 21, 22)
    assert fake_board.log == [("i2c", 0, (22, 21, 100000))]
    assert bus.scan() == [0x3C]
    assert bus.read(0x3C, 2) == b"\x00\x01"
    assert bus.read(0x3C, 2, 3) == b"\x03\x04"
    bus.write(0x3C, b"\xff")
    bus.write(0x3C, b"\xff", 7)
    assert fake_board.log[1:] == [("i2c write", 0x3C, b"\xff"), ("i2c write", 0x3C, b"\x07\xff")]
    assert pins.claims() == [(21, "i2c", "tools"), (22, "i2c", "tools")]


def test_i2c_sentences():
    pins = make()
    said = refusal(I2C(pins, 21, 22).read, 0x20, 1)
    assert said.startswith("no answer from I2C address 0x20 on sda=21 scl=22; ")
    assert refusal(I2C, pins, 21, 21) == "sda and scl must be two pins"
    assert refusal(I2C, pins, 21, 22, 0) == "frequency_hz must be 1 to 1000000"
    assert refusal(I2C, pins, 21, 34) == "gpio 34 is not a valid output pin"
    assert refusal(I2C, pins, 6, 22) == "gpio 6 is reserved (flash)"


def test_a_bus_that_is_refused_claims_nothing():
    pins = make()
    refusal(I2C, pins, 21, 34)
    assert pins.claims() == []
    pins.digital(22, "input", "job 2")
    assert refusal(I2C, pins, 21, 22) == "gpio 22 is in use by job 2 (input)"
