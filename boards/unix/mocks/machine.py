import sys
_path = sys.path
sys.path = ()
try:
    from machine import *
    from machine import PinBase as _PinBase
finally:
    sys.path = _path
import wiring as _wiring

class Pin(_PinBase):
    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2
    _all = {}

    def __new__(cls, id, *args, **kwargs):
        pin = cls._all.get(id)
        if pin is None:
            pin = cls._all[id] = super().__new__(cls)
            pin._id = id
            pin._mode = None
            pin._pull = 0
            pin._out = 0
        return pin

    def __init__(self, id, mode=None, pull=-1, *, value=None, drive=None, hold=None):
        if mode is not None or pull != -1 or value is not None:
            self.init(mode, pull, value=value)

    def init(self, mode=None, pull=-1, *, value=None, drive=None, hold=None):
        if mode is not None:
            self._mode = mode
        if pull != -1:
            self._pull = pull or 0
        if value is not None:
            self._out = 1 if value else 0
        _wiring.record("init", self._id, {1: "IN", 3: "OUT", 7: "OPEN_DRAIN"}.get(self._mode), self._out)

    def value(self, *level):
        if level:
            self._out = 1 if level[0] else 0
            _wiring.record("write", self._id, None, self._out)
        else:
            level = _wiring.get(str(self._id))
            if level is None:
                level = self._out if self._mode == 3 else 1 if self._pull == 2 else 0
            _wiring.record("read", self._id, None, level)
            return level

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)
