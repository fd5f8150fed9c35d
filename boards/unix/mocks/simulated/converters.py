"""Between digital and analog: `PWM`, `ADC`, `ADCBlock`."""

import sys

from simulated import wiring
from simulated.pads import Pin, gpio_of, look, pads
from simulated.parts import part

_HALF = 32768
_FULL = 65535


class PWM:
    """A signal belongs to the pad: it goes on when this object is gone."""

    def __init__(self, dest, freq=None, duty=None, duty_u16=None, duty_ns=None, invert=False):
        self._pin = Pin(dest)
        self.init(freq, duty, duty_u16, duty_ns, invert)

    def init(self, freq=None, duty=None, duty_u16=None, duty_ns=None, invert=False):
        if self._pin._gpio >= part.input_only_from:
            raise ValueError("invalid pin")
        now = self._pin._pwm or (5000, _HALF)
        hz = now[0] if freq is None else freq
        if duty is not None:
            duty_u16 = _within(duty, 1023, "duty must be from 0 to 1023") << 6
        elif duty_ns is not None:
            duty_u16 = duty_ns * hz * _FULL // 1000000000
        self._set(hz, now[1] if duty_u16 is None else duty_u16)

    def _set(self, hz, duty):
        if not 1 <= hz <= 40000000:
            raise ValueError("frequency must be from 1Hz to 40MHz")
        _within(duty, _FULL, "duty_u16 must be from 0 to 65535")
        others = [pin._pwm for pin in pads() if pin._pwm and pin is not self._pin]
        if len(others) >= part.pwm_channels:
            raise RuntimeError(f"out of PWM channels:{part.pwm_channels}")
        frequencies = set(signal[0] for signal in others)
        if hz not in frequencies and len(frequencies) >= part.pwm_timers:
            raise RuntimeError(f"out of PWM timers:{part.pwm_timers}")
        self._pin._pwm = (hz, duty)
        wiring.record("pwm", self._pin._gpio, hz, duty)
        look()

    def deinit(self):
        if self._pin._pwm:
            self._pin._pwm = None
            wiring.record("deinit", self._pin._gpio, "pwm")
            look()

    def freq(self, value=None):
        if value is None:
            return self._now()[0]
        self._set(value, self._now()[1])

    def duty(self, value=None):
        if value is None:
            return self._now()[1] >> 6
        self.init(duty=value)

    def duty_u16(self, value=None):
        if value is None:
            return self._now()[1]
        self.init(duty_u16=value)

    def duty_ns(self, value=None):
        if value is None:
            return self._now()[1] * 1000000000 // _FULL // self._now()[0]
        self.init(duty_ns=value)

    def _now(self):
        if not self._pin._pwm:
            raise RuntimeError("PWM is inactive")
        return self._pin._pwm


def _within(value, last, sentence):
    if not 0 <= value <= last:
        raise ValueError(sentence)
    return value


class ADC:
    """Voltages come from `--inputs`, in mV; full scales are the nominal ones."""

    ATTN_0DB = 0
    ATTN_2_5DB = 1
    ATTN_6DB = 2
    ATTN_11DB = 3
    WIDTH_9BIT = 9
    WIDTH_10BIT = 10
    WIDTH_11BIT = 11
    WIDTH_12BIT = 12

    _FULL_SCALE_MV = (1100, 1500, 2200, 3300)

    def __init__(self, id, *, sample_ns=None, atten=ATTN_0DB):
        self._gpio = gpio_of(id)
        if self._gpio not in part.adc1 and self._gpio not in part.adc2:
            raise ValueError("invalid pin")
        self._bits = 12
        self.init(sample_ns=sample_ns, atten=atten)

    def init(self, *, sample_ns=None, atten=ATTN_0DB):
        self.atten(atten)

    def deinit(self):
        wiring.record("deinit", self._gpio, "adc")

    def atten(self, atten):
        if not 0 <= atten <= 3:
            raise ValueError("invalid atten")
        self._atten = atten

    def width(self, bits):
        if not 9 <= bits <= 12:
            raise ValueError("invalid bits")
        self._bits = bits

    def block(self):
        return ADCBlock(1 if self._gpio in part.adc1 else 2)

    def read(self):
        return self._read() * ((1 << self._bits) - 1) // self._FULL_SCALE_MV[self._atten]

    def read_u16(self):
        return self._read() * _FULL // self._FULL_SCALE_MV[self._atten]

    def read_uv(self):
        return self._read() * 1000

    def _read(self):
        if self._gpio in part.adc2 and _radio_is_on():
            raise OSError(-263, "ESP_ERR_TIMEOUT")
        mv = int(wiring.read(f"adc{self._gpio}", wiring.NUMBER, 0))
        mv = min(max(0, mv), self._FULL_SCALE_MV[self._atten])
        wiring.record("adc", self._gpio, self._atten, mv)
        return mv


def _radio_is_on():
    network = sys.modules.get("network")
    return network is not None and (network.WLAN(0).active() or network.WLAN(1).active())


class ADCBlock:
    def __init__(self, id, *, bits=12):
        if id not in (1, 2):
            raise ValueError("invalid block id")
        self._pads = part.adc1 if id == 1 else part.adc2
        self.init(bits=bits)

    def init(self, *, bits=12):
        self._bits = bits

    def connect(self, channel, source=None, **kwargs):
        """Takes a channel, a pin, or both."""
        pin = source if source is not None else channel
        if source is None and isinstance(channel, int):
            pin = self._pads[channel]
        if gpio_of(pin) not in self._pads:
            raise ValueError("no matching ADC")
        adc = ADC(pin, **kwargs)
        adc.width(self._bits)
        return adc
