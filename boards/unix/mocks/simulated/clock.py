"""`time` as on an ESP32: whole seconds, the port's epoch, no time zone, a clock to be set."""

import time as _time
from time import *  # ticks_*, sleep*: the port's own functions, as fast as ever

from simulated import wiring as _wiring

_epoch_s = 0
_offset_s = 0


def start(epoch_s):
    """Counts from `epoch_s` (seconds since 1970), as the clock was set before a reset."""
    global _epoch_s, _offset_s
    _epoch_s = epoch_s
    try:
        with _wiring.host.open(_wiring.kept("clock"), "r") as file:
            _offset_s = int(file.read())
    except OSError:
        pass


def set(seconds):
    """Sets the clock to `seconds` since the epoch."""
    global _offset_s
    _offset_s += seconds - time()
    path = _wiring.kept("clock")
    if path:
        with _wiring.host.open(path, "w") as file:
            file.write(str(_offset_s))


def host_s():
    """Seconds since 1970 by the host's clock."""
    return int(_time.time())


def time():
    return host_s() - _epoch_s + _offset_s


def time_ns():
    return _time.time_ns() + (_offset_s - _epoch_s) * 1000000000


def gmtime(seconds=None):
    return _time.gmtime((time() if seconds is None else int(seconds)) + _epoch_s)[:8]


def mktime(moment):
    return int(_time.mktime(moment)) - _epoch_s


localtime = gmtime
