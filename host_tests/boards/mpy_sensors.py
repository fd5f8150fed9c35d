"""The doubles of what every ESP32 image freezes: neopixel, dht, onewire, ds18x20, ntptime."""

import machine
from dht import DHT11, DHT22
from ds18x20 import DS18X20
from machine import Pin
from neopixel import NeoPixel
from onewire import OneWire, OneWireError
from simulated import wiring


def test_neopixel_sends_green_first():
    sent = []
    strip = NeoPixel(Pin(4), 2)
    strip[0] = (1, 2, 3)
    strip[1] = (255, 0, 16)
    assert len(strip) == 2 and strip[1] == (255, 0, 16)
    wiring.log = lambda *event: sent.append(event)
    strip.write()
    strip.fill((9, 9, 9))
    strip.write()
    wiring.log = None
    assert sent[0] == ("write", 4, "bitstream", "02010300ff10")
    assert sent[1][3] == "090909090909"
    four = NeoPixel(Pin(4), 1, bpp=4)
    four[0] = (1, 2, 3, 4)
    assert four.buf == b"\x02\x01\x03\x04"


def test_dht_encodes_as_the_sensor_does():
    wiring.inputs = {"dht4": {"temperature": -5.4, "humidity": 40.2}}
    fine = DHT22(Pin(4))
    fine.measure()
    assert abs(fine.temperature() + 5.4) < 0.01 and abs(fine.humidity() - 40.2) < 0.01
    wiring.inputs = {"dht4": {"temperature": 21.5, "humidity": 40}}
    coarse = DHT11(Pin(4))
    coarse.measure()
    assert (coarse.temperature(), coarse.humidity()) == (21, 40)
    wiring.inputs = {}
    try:
        coarse.measure()
        raise AssertionError("an absent sensor answered")
    except OSError as exc:
        assert exc.args == (110,)


def test_thermometers_measure_when_told():
    wiring.inputs = {"ds18x20_4": {"28ff641e8d3c0c4e": 21.0625, "28aa000000000001": -10.5}}
    bus = OneWire(Pin(4))
    sensors = DS18X20(bus)
    cold, warm = sensors.scan()
    assert isinstance(warm, bytearray) and warm == b"\x28\xff\x64\x1e\x8d\x3c\x0c\x4e"
    assert sensors.read_temp(warm) == 85
    sensors.convert_temp()
    assert (sensors.read_temp(warm), sensors.read_temp(cold)) == (21.0625, -10.5)
    sensors.write_scratch(warm, b"\x4b\x46\x3f")
    assert sensors.read_scratch(warm)[4] == 0x3F
    assert sensors.read_temp(warm) == 21.0625
    wiring.inputs = {}
    assert sensors.scan() == [] and bus.reset() is False
    try:
        sensors.convert_temp()
        raise AssertionError("an empty bus answered")
    except OneWireError:
        pass


def test_unplugged_thermometer_fails_its_checksum():
    wiring.inputs = {"ds18x20_4": {"28ff641e8d3c0c4e": 21, "28aa000000000001": 5}}
    sensors = DS18X20(OneWire(Pin(4)))
    gone = sensors.scan()[0]
    wiring.inputs = {"ds18x20_4": {"28ff641e8d3c0c4e": 21}}
    try:
        sensors.read_temp(gone)
        raise AssertionError("an absent sensor answered")
    except Exception as exc:
        assert str(exc) == "CRC error", exc
    wiring.inputs = {}


def test_ntptime():
    import ntptime

    wiring.inputs = {"ntp": 1800000000}
    assert ntptime.time() == 1800000000
    ntptime.settime()
    assert machine.RTC().datetime()[:7] == (2027, 1, 15, 4, 8, 0, 0)
    wiring.inputs = {"ntp": None}
    try:
        ntptime.settime()
        raise AssertionError("a mute server answered")
    except OSError as exc:
        assert exc.args == (110,)
    wiring.inputs = {}
    assert ntptime.time() > 1700000000


WRONG = (None, True, "x", 5, -1, [], [1], {}, {"a": 1}, {"a": None}, {"zz": "zz"}, {"60": 5}, 1e30)


def test_inputs_of_a_wrong_kind_are_as_good_as_absent():
    from machine import ADC, I2C, SPI, UART
    from network import WLAN

    for value in WRONG:
        wiring.inputs = {"4": value}
        assert Pin(4, Pin.IN, Pin.PULL_UP)() in (0, 1)
        wiring.inputs = {"adc34": value, "mcu": value}
        assert 0 <= ADC(34).read_uv() <= 3300000, value
        wiring.inputs = {"i2c0": value}
        bus = I2C(0)
        assert bus.scan() == [] or value == {"60": 5}, value
        try:
            bus.readfrom(0x60, 1)
            raise AssertionError("an absent device answered")
        except OSError as error:
            assert error.errno == 19
        wiring.inputs = {"spi1": value}
        assert SPI(1).read(2) == b"\0\0"
        wiring.inputs = {"uart1": value}
        assert UART(1).any() in (0, 1)
        for climate in (value, {"temperature": value, "humidity": value}):
            wiring.inputs = {"dht4": climate}
            if value == 5 and climate is not value:
                continue
            try:
                DHT22(Pin(4)).measure()
                raise AssertionError("an absent sensor answered")
            except OSError as error:
                assert error.args == (110,)
        for sensors in (value, {"28ff641e8d3c0c4e": value}, {"28": 5}):
            if value in (5, -1) and sensors is not value:
                continue
            wiring.inputs = {"ds18x20_4": sensors}
            assert OneWire(Pin(4)).scan() == [], sensors
        wiring.inputs = {"wifi": value}
        assert WLAN().isconnected() in (False, True)
    for whole in WRONG:
        wiring.inputs = whole
        assert Pin(21, Pin.IN)() == 0 and ADC(34).read_uv() == 0
    wiring.inputs = {}
