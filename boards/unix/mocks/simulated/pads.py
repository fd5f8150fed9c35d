"""The pads and what drives or reads them: Pin, PWM, ADC, ADCBlock.

A pad is one object however often it is asked for, as in the port. Whatever the port accepts is accepted, the pads of the
flash included: safety is the firmware's business. Levels come from `--inputs` first, so that a short can be simulated; then
from what drives the pad; then from its pull.
"""

import micropython
import sys

from simulated import ticker, wiring

_path = sys.path
sys.path = ()
try:
    from machine import PinBase
finally:
    sys.path = _path

_HALF = 32768
_FULL = 65535
_NO_LEVEL = object()
_LOOK_EVERY_MS = 20

# The pads of each chip as the port has them (ports/esp32/machine_pin.h), with the converters they lead to.
_RANGES = {
    "": ((0, 23), (25, 27), (32, 39)),
    "S2": ((0, 21), (26, 26), (33, 46)),
    "S3": ((0, 21), (26, 26), (33, 48)),
    "C3": ((0, 13), (18, 21)),
    "C6": ((0, 23),),
}
_INPUT_ONLY_FROM = {"": 34, "S2": 46}
_ADC1 = {"": range(32, 40), "S2": range(1, 11), "S3": range(1, 11), "C3": range(0, 5), "C6": range(0, 7)}
_ADC2 = {"": (0, 2, 4, 12, 13, 14, 15, 25, 26, 27), "S2": range(11, 21), "S3": range(11, 21), "C3": (5,), "C6": ()}
# ESP32 Technical Reference Manual, "LED PWM Controller": channels and timers, of both speed groups where there are two.
_PWM_CHANNELS = {"": 16, "S2": 8, "S3": 8, "C3": 6, "C6": 6}
_PWM_TIMERS = {"": 8, "S2": 4, "S3": 4, "C3": 4, "C6": 4}

_chip = wiring.chip()
_pads = {}
_watched = {}  # Pin: its level when it was last looked at


def gpio_of(pin):
    return Pin(pin)._gpio


class Pin(PinBase):
    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2
    IRQ_RISING = 1
    IRQ_FALLING = 2
    WAKE_LOW = 4
    WAKE_HIGH = 5
    DRIVE_0 = 0
    DRIVE_1 = 1
    DRIVE_2 = 2
    DRIVE_3 = 3

    _mode = None
    _pull = 0
    _latch = 0
    _pwm = None
    _irq = None

    class board:
        pass

    def __new__(cls, id, *args, **kwargs):
        if isinstance(id, Pin):
            return id
        if not isinstance(id, int) or not any(first <= id <= last for first, last in _RANGES[_chip]):
            raise ValueError("invalid pin")
        if id not in _pads:
            _pads[id] = super().__new__(cls)
            _pads[id]._gpio = id
        return _pads[id]

    def __init__(self, id, *args, **kwargs):
        if args or kwargs:
            self.init(*args, **kwargs)

    def init(self, mode=None, pull=-1, *, value=None, drive=None, hold=None):
        if value is not None:
            self._latch = 1 if value else 0
        if mode is not None:
            if mode & 2 and self._gpio >= _INPUT_ONLY_FROM.get(_chip, 99):
                raise ValueError("pin can only be input")
            self._mode = mode
            self._pwm = None
        if pull != -1:
            self._pull = pull or 0
        wiring.record("init", self._gpio, _MODES.get(self._mode), self._latch if self._drives() else None)
        look()

    def value(self, x=_NO_LEVEL):
        if x is _NO_LEVEL:
            level = self._level()
            wiring.record("read", self._gpio, _MODES.get(self._mode), level)
            return level
        self._latch = 1 if x else 0
        wiring.record("write", self._gpio, _MODES.get(self._mode), self._latch)
        look()

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    def toggle(self):
        self.value(1 - self._latch)

    def irq(self, handler=None, trigger=IRQ_FALLING | IRQ_RISING, *, wake=None):
        if self._irq is None:
            self._irq = _Irq(self)
        self._irq.handler = handler
        self._irq.mask = trigger if handler else 0
        if handler:
            _watched[self] = self._level()
            _watch_inputs()
        elif self in _watched:
            del _watched[self]
        return self._irq

    def __repr__(self):
        return "Pin(%d)" % self._gpio

    def _drives(self):
        return bool(self._mode and self._mode & 2)

    def _level(self):
        forced = wiring.read(str(self._gpio))
        if forced is not None:
            return 1 if forced else 0
        if self._pwm:
            return 1 if self._pwm[1] >= _HALF else 0
        if self._drives():
            return self._latch
        return 1 if self._pull & self.PULL_UP else 0


_MODES = {Pin.IN: "IN", Pin.OUT: "OUT", Pin.OPEN_DRAIN: "OPEN_DRAIN"}


class _Irq:
    def __init__(self, pin):
        self._pin = pin
        self.handler = None
        self.mask = 0

    def __call__(self):
        self.handler(self._pin)

    def trigger(self, *mask):
        before = self.mask
        if mask:
            self.mask = mask[0]
        return before


def look():
    """Schedules the handlers of the pads whose level has changed since the last look."""
    for pin, before in list(_watched.items()):
        level = pin._level()
        if level == before or pin not in _watched:
            continue
        _watched[pin] = level
        if pin._irq.mask in ((Pin.WAKE_LOW, Pin.WAKE_HIGH)[level], level + 2 * (1 - level), 3):
            try:
                micropython.schedule(pin._irq.handler, pin)
            except RuntimeError:  # the queue is full: the chip loses the interrupt too
                pass


def _watch_inputs():
    global _watch_inputs
    ticker.Job(look, _LOOK_EVERY_MS)
    _watch_inputs = _nothing


def _nothing():
    pass


class PWM:
    """A signal belongs to the pad: it goes on when this object is gone."""

    def __init__(self, dest, freq=None, duty=None, duty_u16=None, duty_ns=None, invert=False):
        self._pin = Pin(dest)
        self.init(freq, duty, duty_u16, duty_ns, invert)

    def init(self, freq=None, duty=None, duty_u16=None, duty_ns=None, invert=False):
        if self._pin._gpio >= _INPUT_ONLY_FROM.get(_chip, 99):
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
        others = [pin._pwm for pin in _pads.values() if pin._pwm and pin is not self._pin]
        if len(others) >= _PWM_CHANNELS[_chip]:
            raise RuntimeError("out of PWM channels:%d" % _PWM_CHANNELS[_chip])
        frequencies = set(signal[0] for signal in others)
        if hz not in frequencies and len(frequencies) >= _PWM_TIMERS[_chip]:
            raise RuntimeError("out of PWM timers:%d" % _PWM_TIMERS[_chip])
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
    """`--inputs` gives the voltage in mV; the full scale of each attenuation is its nominal one."""

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
        if self._gpio not in _ADC1[_chip] and self._gpio not in _ADC2[_chip]:
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
        return ADCBlock(1 if self._gpio in _ADC1[_chip] else 2)

    def read(self):
        return self._read() * ((1 << self._bits) - 1) // self._FULL_SCALE_MV[self._atten]

    def read_u16(self):
        return self._read() * _FULL // self._FULL_SCALE_MV[self._atten]

    def read_uv(self):
        return self._read() * 1000

    def _read(self):
        if self._gpio in _ADC2[_chip] and _radio_is_on():
            raise OSError(-263, "ESP_ERR_TIMEOUT")
        mv = min(max(0, int(wiring.read("adc%d" % self._gpio, 0))), self._FULL_SCALE_MV[self._atten])
        wiring.record("adc", self._gpio, self._atten, mv)
        return mv


def _radio_is_on():
    network = sys.modules.get("network")
    return network is not None and (network.WLAN(0).active() or network.WLAN(1).active())


class ADCBlock:
    def __init__(self, id, *, bits=12):
        if id not in (1, 2):
            raise ValueError("invalid block id")
        self._pads = (_ADC1 if id == 1 else _ADC2)[_chip]
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
