"""Doors to the converters and buses of the chip; every one asks the pin policy first.

All functions take the `Pins` object and an owner, and raise PinError with a sentence. They block
only for as long as the hardware needs: the port bounds an I2C transfer by its own timeout.
"""

import machine
from micropython import const

from hardware.pins import TOOLS, PinError, listed
from oserror import reason

_DUTY = const(65535)
_HIGHEST_HZ = const(40000000)  # MicroPython ESP32 quick reference, "PWM": 1 Hz to 40 MHz
_I2C_HIGHEST_HZ = const(1000000)  # fast mode plus; the pull-ups of the pads allow no more
_ATTENUATION = {"0dB": "ATTN_0DB", "2.5dB": "ATTN_2_5DB", "6dB": "ATTN_6DB", "11dB": "ATTN_11DB"}


def pwm(pins, gpio, owner=TOOLS, frequency_hz=1000, duty_percent=50):
    """Starts a PWM signal, or changes the one that runs there; returns the machine.PWM."""
    pins.check(gpio, "pwm")
    check_pwm(frequency_hz, duty_percent)
    duty = int(duty_percent * _DUTY / 100 + 0.5)
    device = pins.held(gpio, owner, "pwm")
    pin = None if device else pins.device(gpio, owner, "pwm", "pwm")
    try:
        if device is None:
            device = machine.PWM(pin, freq=frequency_hz, duty_u16=duty)
            pins.claim(gpio, owner, "pwm", device)
        else:
            device.freq(frequency_hz)
            device.duty_u16(duty)
    except (ValueError, OSError, RuntimeError) as error:  # no timer or channel left, for one
        raise PinError(f"gpio {gpio}: PWM refused: {error}")
    return device


def check_pwm(frequency_hz, duty_percent):
    """Raises PinError unless there is such a signal."""
    if not 1 <= frequency_hz <= _HIGHEST_HZ:
        raise PinError(f"frequency_hz must be 1 to {_HIGHEST_HZ}")
    if not 0 <= duty_percent <= 100:
        raise PinError("duty_percent must be 0 to 100")


def running_pwm(pins, gpio, owner=TOOLS):
    """The machine.PWM that runs on a pad, or None."""
    return pins.held(gpio, owner, "pwm")


def adc_mv(pins, gpio, owner=TOOLS, attenuation="11dB", samples=8):
    """Returns the pad's voltage in mV, the mean of `samples` readings, calibrated by the port.

    attenuation: "0dB", "2.5dB", "6dB" or "11dB", for up to about 0.95, 1.25, 1.75 and 2.45 V on an
    ESP32 (MicroPython ESP32 quick reference, "ADC"); other chips differ a little.
    """
    pin = pins.device(gpio, owner, "adc", "adc")
    try:
        adc = machine.ADC(pin, atten=getattr(machine.ADC, _ATTENUATION[attenuation]))
        total = 0
        for _ in range(samples):
            total += adc.read_uv()
    except OSError as error:
        if not pins.is_adc2(gpio):
            raise PinError(f"gpio {gpio}: reading failed: {reason(error)}")
        raise PinError(
            f"gpio {gpio} cannot be read while Wi-Fi is on (ADC2); "
            f"use one of: {listed(pins.with_adc())}"
        )
    return (total // samples + 500) // 1000


class I2C:
    """A hardware I2C bus on two pads, set up anew by every object."""

    def __init__(self, pins, sda, scl, frequency_hz=100000, owner=TOOLS, bus=0):
        if sda == scl:
            raise PinError("sda and scl must be two pins")
        if not 1 <= frequency_hz <= _I2C_HIGHEST_HZ:
            raise PinError(f"frequency_hz must be 1 to {_I2C_HIGHEST_HZ}")
        pins.check(sda, "bus")
        pins.check(scl, "bus")
        self._name = f"sda={sda} scl={scl}"
        data = pins.device(sda, owner, "i2c")
        clock = pins.device(scl, owner, "i2c")
        try:
            self._bus = machine.I2C(bus, scl=clock, sda=data, freq=frequency_hz)
        except (ValueError, OSError) as error:
            raise PinError(f"I2C on {self._name} cannot be set up: {error}; try other pins")

    def scan(self):
        """Returns the list of addresses that answer."""
        return self._call(None, "scan")

    def read(self, address, length, register=None):
        """Returns `length` bytes of a device, from a register (0 to 255) if one is given."""
        if register is None:
            return self._call(address, "readfrom", address, length)
        return self._call(address, "readfrom_mem", address, register, length)

    def write(self, address, data, register=None):
        """Writes bytes to a device, into a register (0 to 255) if one is given."""
        if register is None:
            self._call(address, "writeto", address, data)
        else:
            self._call(address, "writeto_mem", address, register, data)

    def _call(self, address, method, *arguments):
        try:
            return getattr(self._bus, method)(*arguments)
        except OSError as error:
            if address is None:
                raise PinError(f"I2C on {self._name} failed: {reason(error)}; check the wiring")
            raise PinError(
                f"no answer from I2C address 0x{address:02x} on {self._name}; "
                "check wiring, pull-ups and address"
            )
