"""Hardware for unit tests that does exactly what a test tells it, misbehaviour included.

Import it before anything that imports `machine`. The doubles of the simulated board behave like
the chip; these count what is set up and fail on demand.
"""

import sys


class _Module:
    pass


log = []  # (what, gpio or bus, value) in order
outside = {}  # gpio → level that the world applies to a pad
stuck = {}  # gpio → level that the pad reads whatever is driven
fail = {}  # class name → exception that its next use raises


def reset():
    log.clear()
    outside.clear()
    stuck.clear()
    fail.clear()
    PWM.running.clear()
    ADC.uv = 1650000
    I2C.devices = {0x3C: bytes(range(8))}


def count(what):
    return len([entry for entry in log if entry[0] == what])


def _maybe_fail(name):
    if name in fail:
        raise fail[name]


class Pin:
    IN, OUT, OPEN_DRAIN, PULL_DOWN, PULL_UP = 1, 3, 7, 1, 2

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        self.id = id
        self._driven = value
        if mode != -1:
            log.append(("setup", id, (mode, pull, value)))

    def value(self, *level):
        if level:
            self._driven = level[0]
            log.append(("write", self.id, level[0]))
        elif self.id in stuck:
            return stuck[self.id]
        else:
            return outside.get(self.id, 0) if self._driven is None else self._driven


class PWM:
    running = {}

    def __init__(self, pin, *, freq, duty_u16):
        _maybe_fail("PWM")
        self.id, self._freq, self._duty = pin.id, freq, duty_u16
        PWM.running[pin.id] = self
        log.append(("pwm", pin.id, (freq, duty_u16)))

    def freq(self, *value):
        if not value:
            return self._freq
        self._freq = value[0]

    def duty_u16(self, *value):
        if not value:
            return self._duty
        self._duty = value[0]

    def deinit(self):
        del PWM.running[self.id]
        log.append(("deinit", self.id, None))


class ADC:
    ATTN_0DB, ATTN_2_5DB, ATTN_6DB, ATTN_11DB = 0, 1, 2, 3
    uv = 0

    def __init__(self, pin, *, atten):
        log.append(("adc", pin.id, atten))

    def read_uv(self):
        _maybe_fail("ADC")
        return ADC.uv


class I2C:
    devices = {}

    def __init__(self, id, *, scl, sda, freq):
        _maybe_fail("I2C")
        log.append(("i2c", id, (scl.id, sda.id, freq)))

    def scan(self):
        _maybe_fail("I2C scan")
        return sorted(I2C.devices)

    def readfrom(self, address, length):
        return self.readfrom_mem(address, 0, length)

    def readfrom_mem(self, address, register, length):
        if address not in I2C.devices:
            raise OSError(19)
        return I2C.devices[address][register : register + length]

    def writeto(self, address, data):
        if address not in I2C.devices:
            raise OSError(19)
        log.append(("i2c write", address, bytes(data)))

    def writeto_mem(self, address, register, data):
        self.writeto(address, bytes([register]) + data)


class NeoPixel:
    def __init__(self, pin, count):
        self.pin, self.colors = pin, [(0, 0, 0)] * count

    def fill(self, color):
        self.colors = [color] * len(self.colors)

    def __setitem__(self, i, color):
        self.colors[i] = color

    def write(self):
        log.append(("neopixel", self.pin.id, self.colors))


class DHT:
    def __init__(self, pin):
        pass

    def measure(self):
        _maybe_fail("DHT")

    def temperature(self):
        return 21.5

    def humidity(self):
        return 40


class OneWireError(Exception):
    pass


class DS18X20:
    roms = []

    def __init__(self, wire):
        pass

    def scan(self):
        _maybe_fail("DS18X20")
        return DS18X20.roms

    def convert_temp(self):
        log.append(("convert", None, None))

    def read_temp(self, rom):
        return -0.5


class WLAN:
    IF_STA = 0
    connected = False

    def __init__(self, interface):
        pass

    def isconnected(self):
        return WLAN.connected

    def config(self, key):
        return {"ssid": "Home"}[key]

    def ifconfig(self):
        return ("192.168.1.7", "", "", "")

    def status(self, what):
        return {"rssi": -51}[what]


def _install(name, **contents):
    module = _Module()
    for key in contents:
        setattr(module, key, contents[key])
    sys.modules[name] = module


_RESETS = {
    "PWRON_RESET": 1,
    "HARD_RESET": 2,
    "WDT_RESET": 3,
    "DEEPSLEEP_RESET": 4,
    "SOFT_RESET": 5,
}
_install("machine", Pin=Pin, PWM=PWM, ADC=ADC, I2C=I2C, reset_cause=lambda: 3, **_RESETS)
_install("network", WLAN=WLAN)
_install("neopixel", NeoPixel=NeoPixel)
_install("dht", DHT11=DHT, DHT22=DHT)
_install("onewire", OneWire=lambda pin: pin, OneWireError=OneWireError)
_install("ds18x20", DS18X20=DS18X20)
reset()
