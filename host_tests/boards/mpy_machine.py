"""The `machine` double: what the ESP32 port accepts, refuses and answers."""

import time

import machine
from machine import ADC, I2C, PWM, RTC, SPI, UART, ADCBlock, Pin, Signal, SoftI2C, SoftSPI, Timer
from simulated import wiring


def refused(kind, function, *args, **kwargs):
    try:
        function(*args, **kwargs)
    except kind as exc:
        return exc
    raise AssertionError("not refused")


def events(function):
    """What the pin log would hold after function()."""
    seen = []
    wiring.log = lambda *event: seen.append(event)
    try:
        function()
    finally:
        wiring.log = None
    return seen


def wait_for(condition):
    began = time.ticks_ms()
    while not condition():
        assert time.ticks_diff(time.ticks_ms(), began) < 2000, "it never came"
        time.sleep_ms(1)


def test_a_pad_is_one_object_and_flash_pads_are_accepted():
    assert Pin(5) is Pin(5) is Pin(Pin(5))
    for gpio in (6, 7, 8, 9, 10, 11):
        Pin(gpio, Pin.OUT, value=1)
        assert Pin(gpio).value() == 1
    for gpio in (24, 28, 31, 40, -1, "5", 5.0):
        refused(ValueError, Pin, gpio)
    assert str(refused(ValueError, Pin, 34, Pin.OUT)) == "pin can only be input"
    Pin(34, Pin.IN)


def test_output_reads_back_the_pad_and_asking_again_configures_nothing():
    pin = Pin(5, Pin.OUT, value=1)
    assert pin.value() == 1 and pin() == 1
    Pin(5).off()
    assert pin() == 0
    pin.toggle()
    assert pin() == 1
    pin(0)
    assert Pin(5).value() == 0
    Pin(5, Pin.OUT)
    assert pin() == 0


def test_short_circuit():
    wiring.inputs = {"5": 0}
    pin = Pin(5, Pin.OUT, value=1)
    assert pin() == 0
    wiring.inputs = {}
    assert pin() == 1


def test_inputs_and_pulls():
    wiring.inputs = {"4": 1}
    assert Pin(4, Pin.IN)() == 1
    wiring.inputs = {}
    assert Pin(4, Pin.IN, None)() == 0
    assert Pin(4, Pin.IN, Pin.PULL_UP)() == 1
    assert Pin(4, Pin.IN, Pin.PULL_DOWN)() == 0


def test_open_drain_lets_go():
    pin = Pin(4, Pin.OPEN_DRAIN, value=1)
    assert pin() == 1
    wiring.inputs = {"4": 0}
    assert pin() == 0
    wiring.inputs = {}
    pin(0)
    assert pin() == 0


def test_pin_log():
    def use():
        pin = Pin(2, Pin.OUT, value=1)
        pin.off()
        pin.value()
        Pin(2)

    assert events(use) == [("init", 2, "OUT", 1), ("write", 2, "OUT", 0), ("read", 2, "OUT", 0)]


def test_signal_is_the_ports_own():
    pin = Pin(13, Pin.OUT, value=0)
    relay = Signal(pin, invert=True)
    relay.on()
    assert pin() == 0 and relay.value() == 1
    relay.off()
    assert pin() == 1


def test_interrupts_by_edge():
    seen = []
    wiring.inputs = {"14": 0}
    pin = Pin(14, Pin.IN)
    irq = pin.irq(lambda pin: seen.append(pin()), Pin.IRQ_RISING)
    wiring.inputs = {"14": 1}
    wait_for(lambda: seen == [1])
    wiring.inputs = {"14": 0}
    time.sleep_ms(60)
    assert seen == [1]
    assert irq.trigger(Pin.IRQ_FALLING) == Pin.IRQ_RISING
    wiring.inputs = {"14": 1}
    time.sleep_ms(60)
    wiring.inputs = {"14": 0}
    wait_for(lambda: seen == [1, 0])
    pin.irq(None)
    wiring.inputs = {"14": 1}
    time.sleep_ms(60)
    assert seen == [1, 0]
    wiring.inputs = {}


def test_interrupt_from_our_own_output():
    seen = []
    pin = Pin(15, Pin.OUT, value=0)
    pin.irq(lambda pin: seen.append(pin()))
    pin(1)
    wait_for(lambda: seen == [1])
    pin(0)
    wait_for(lambda: seen == [1, 0])
    pin.irq(None)


def test_pwm_goes_on_without_its_object():
    PWM(Pin(18), freq=1000, duty_u16=32768)
    import gc

    gc.collect()
    again = PWM(Pin(18))
    assert (again.freq(), again.duty_u16(), again.duty()) == (1000, 32768, 512)
    assert again.duty_ns() == 500007
    again.duty(1023)
    assert Pin(18)() == 1
    again.duty(0)
    assert Pin(18)() == 0
    assert events(again.deinit) == [("deinit", 18, "pwm", None)]
    refused(RuntimeError, again.freq)


def test_pwm_defaults_limits_and_release():
    signal = PWM(19)
    assert (signal.freq(), signal.duty_u16()) == (5000, 32768)
    for wrong in ({"freq": 0}, {"freq": 40000001}, {"duty": 1024}, {"duty_u16": 65536}):
        refused(ValueError, signal.init, **wrong)
    refused(ValueError, PWM, 34)
    Pin(19, Pin.OUT, value=0)
    assert Pin(19)() == 0
    refused(RuntimeError, signal.duty)


def test_pwm_timers_run_out():
    pads = (2, 4, 5, 12, 13, 14, 15, 16)
    for k, gpio in enumerate(pads):
        PWM(gpio, freq=100 + k)
    refused(RuntimeError, PWM, 17, freq=999)
    PWM(17, freq=100)
    for gpio in pads + (17,):
        PWM(gpio).deinit()


def test_adc_scales_by_attenuation():
    wiring.inputs = {"adc34": 1650}
    adc = ADC(Pin(34), atten=ADC.ATTN_11DB)
    assert (adc.read(), adc.read_u16(), adc.read_uv()) == (2047, 32767, 1650000)
    adc.atten(ADC.ATTN_0DB)
    assert (adc.read(), adc.read_u16(), adc.read_uv()) == (4095, 65535, 1100000)
    adc.width(ADC.WIDTH_9BIT)
    assert adc.read() == 511
    wiring.inputs = {}
    assert adc.read() == 0
    refused(ValueError, ADC, 5)
    refused(ValueError, adc.atten, 4)
    assert ADCBlock(1).connect(Pin(34)).read_uv() == 0
    refused(ValueError, ADCBlock(1).connect, Pin(4))


def test_second_converter_fails_while_the_radio_is_on():
    import network

    adc = ADC(4)
    assert adc.read() == 0
    network.WLAN(network.STA_IF).active(True)
    assert refused(OSError, adc.read).args == (-263, "ESP_ERR_TIMEOUT")
    assert ADC(34).read() == 0
    network.WLAN(network.STA_IF).active(False)
    assert adc.read() == 0


def test_i2c_devices_are_register_files():
    wiring.inputs = {"i2c0": {"60": "0011223344", "3c": ""}}
    bus = I2C(0, scl=Pin(22), sda=Pin(21), freq=100000)
    assert bus.scan() == [0x3C, 0x60]
    assert bus.readfrom_mem(0x60, 1, 3) == b"\x11\x22\x33"
    assert bus.writeto(0x60, b"\x02") == 2
    assert bus.readfrom(0x60, 2) == b"\x22\x33"
    bus.writeto_mem(0x60, 2, b"\xaa\xbb")
    buf = bytearray(2)
    bus.readfrom_mem_into(0x60, 2, buf)
    assert buf == b"\xaa\xbb"
    assert bus.writevto(0x60, (b"\x02", b"\x99")) == 3
    assert bus.readfrom_mem(0x60, 2, 1) == b"\x99"
    assert I2C(0).readfrom_mem(0x60, 2, 1) == b"\x99"
    assert refused(OSError, bus.readfrom, 0x61, 1).args == (19,)
    assert refused(OSError, I2C(1).writeto, 0x60, b"").args == (19,)
    assert SoftI2C(Pin(22), Pin(21)).scan() == [0x3C, 0x60]
    refused(OSError, bus.start)
    refused(ValueError, I2C, 2)
    wiring.inputs = {}


def test_i2c_log():
    wiring.inputs = {"i2c0": {"60": "07"}}
    bus = I2C(0, scl=22, sda=21)
    assert events(lambda: bus.readfrom_mem(0x60, 0, 1)) == [("i2c", 21, "read 0x60", "07")]
    assert events(bus.scan) == [("i2c", 21, "scan", "60")]
    wiring.inputs = {}


def test_spi():
    wiring.inputs = {"spi1": "a1b2"}
    for bus in (SPI(1, 1000000), SoftSPI(sck=14, mosi=13, miso=12)):
        assert bus.read(3) == b"\xa1\xb2\x00"
        buf = bytearray(2)
        bus.write_readinto(b"\x01\x02", buf)
        assert buf == b"\xa1\xb2"
        assert events(lambda: bus.write(b"\x9f")) == [("write", 13, "spi1", "9f")]
    wiring.inputs = {}
    refused(ValueError, SPI, 0)


def test_uart():
    uart = UART(2, 9600, tx=17, rx=16)
    assert uart.any() == 0 and uart.read() is None
    wiring.inputs = {"uart2": "one\ntwo"}
    assert uart.any() == 7
    assert uart.readline() == b"one\n"
    assert uart.read(2) == b"tw"
    buf = bytearray(4)
    assert uart.readinto(buf) == 1 and buf == b"o\0\0\0"
    assert events(lambda: uart.write(b"hi")) == [("write", 17, "uart2", "6869")]
    wiring.inputs = {}


def test_timers():
    ticks = []
    timer = Timer(0, period=5, callback=lambda timer: ticks.append(timer))
    assert Timer(0) is timer and Timer(-1) is not Timer(-1)
    wait_for(lambda: len(ticks) >= 3)
    assert ticks[0] is timer
    timer.deinit()
    count = len(ticks)
    time.sleep_ms(20)
    assert len(ticks) == count
    once = Timer(-1)
    once.init(mode=Timer.ONE_SHOT, period=5, callback=ticks.append)
    wait_for(lambda: len(ticks) == count + 1)
    time.sleep_ms(20)
    assert len(ticks) == count + 1
    refused(ValueError, Timer, 4)
    refused(ValueError, once.init, period=5, hard=True)


def test_timer_callback_that_raises_does_not_stop_the_others():
    ticks = []

    def fail(timer):
        timer.deinit()
        raise ValueError("once")

    Timer(1, period=5, callback=fail)
    other = Timer(2, period=5, callback=ticks.append)
    wait_for(lambda: len(ticks) >= 3)
    other.deinit()


def test_rtc():
    clock = RTC()
    clock.datetime((2026, 11, 30, 0, 12, 34, 56, 0))
    assert clock.datetime()[:7] == (2026, 11, 30, 0, 12, 34, 56)
    clock.init((2027, 1, 2, 3, 4, 5))
    assert clock.datetime()[:7] == (2027, 1, 2, 5, 3, 4, 5)
    assert clock.memory() == b""
    refused(ValueError, clock.memory, bytes(2049))


def test_the_chip_itself():
    assert machine.freq() == 160000000
    machine.freq(240000000)
    assert machine.freq() == 240000000
    refused(ValueError, machine.freq, 100000000)
    assert len(machine.unique_id()) == 6
    assert machine.reset_cause() == machine.PWRON_RESET
    refused(SystemExit, machine.soft_reset)
    assert events(lambda: machine.bitstream(Pin(4), 0, (1, 2, 3, 4), b"\x01\xff")) == [
        ("write", 4, "bitstream", "01ff")
    ]


def test_names_are_the_ports_and_nothing_leaks():
    import simulated.chip

    for name in ("sys", "time", "wiring", "clock"):
        assert not hasattr(machine, name), name
    assert machine.sleep is simulated.chip.lightsleep
