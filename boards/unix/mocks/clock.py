"""`time` as on an ESP32: whole seconds since the port's epoch, no time zone, and a clock that can be set."""

import time as _time
from time import *  # ticks_*, sleep*: the port's own functions, as fast as ever

_epoch_s = 0
_offset_s = 0


def start(epoch_s):
    """Counts from `epoch_s`, in seconds since 1970."""
    global _epoch_s
    _epoch_s = epoch_s


def set(seconds):
    """Sets the clock to `seconds` since the epoch."""
    global _offset_s
    _offset_s += seconds - time()


def time():
    return int(_time.time()) - _epoch_s + _offset_s


def time_ns():
    return _time.time_ns() + (_offset_s - _epoch_s) * 1_000_000_000


def gmtime(seconds=None):
    if seconds is None:
        seconds = time()
    return _time.gmtime(seconds + _epoch_s)[:8]


def mktime(moment):
    return int(_time.mktime(moment)) - _epoch_s


localtime = gmtime
