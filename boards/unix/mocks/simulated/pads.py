"""The pads: `Pin`.

A pad is one object however often it is asked for, as in the port. What the port accepts is
accepted, the pads of the flash included: safety is the firmware's business. A level is what
`--inputs` says, so that a short can be simulated; else what drives the pad; else its pull.
"""

import sys

import micropython

from simulated import ticker, wiring
from simulated.parts import part

_path = sys.path
sys.path = ()
try:
    from machine import PinBase
finally:
    sys.path = _path

_NO_LEVEL = object()
_HALF_DUTY = 32768
_LOOK_EVERY_MS = 20

_pads = {}  # by GPIO
_watched = {}  # Pin: its level when it was last looked at


def pads():
    """Every pad that was ever asked for."""
    return _pads.values()


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
        if not isinstance(id, int) or id not in part.pads:
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
            if mode & 2 and self._gpio >= part.input_only_from:
                raise ValueError("pin can only be input")
            self._mode = mode
            self._pwm = None
        if pull != -1:
            self._pull = pull or 0
        wiring.record(
            "init", self._gpio, _MODES.get(self._mode), self._latch if self._drives() else None
        )
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
        return f"Pin({self._gpio})"

    def _drives(self):
        return bool(self._mode and self._mode & 2)

    def _level(self):
        forced = wiring.read(str(self._gpio), wiring.LEVEL)
        if forced is not None:
            return 1 if forced else 0
        if self._pwm:
            return 1 if self._pwm[1] >= _HALF_DUTY else 0
        if self._drives():
            return self._latch
        return 1 if self._pull & self.PULL_UP else 0


_TRIGGERS = (  # that a new level answers to
    (Pin.IRQ_FALLING, Pin.IRQ_FALLING | Pin.IRQ_RISING, Pin.WAKE_LOW),
    (Pin.IRQ_RISING, Pin.IRQ_FALLING | Pin.IRQ_RISING, Pin.WAKE_HIGH),
)
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
        if pin._irq.mask in _TRIGGERS[level]:
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
