"""`require("sys")`: pauses, time and memory."""

import gc

from micropython import const

from script.board import table, within
from script.arguments import arg_int
from script.values import MISSING, Y
from system import clock, uptime, zone

_LONGEST_MS = const(500000000)  # ticks of the ESP32 port tell less than 2 ** 29 ms apart


def make(run):
    def time_local_str(*_):
        if not clock.is_set():
            return (None, b"the clock is not set yet; it is set from the network (time.ntp)")
        moment = zone.local(run.services["config"]["time.tz"], clock.seconds())
        return b"%04d-%02d-%02d %02d:%02d:%02d" % moment[:6]

    return table(
        {
            b"sleep_ms": _sleep_ms,
            b"millis": lambda *_: uptime.milliseconds(),
            b"uptime": lambda *_: uptime.seconds(),
            b"time": lambda *_: clock.seconds(),
            b"time_local_str": time_local_str,
            b"heap": _heap,
        }
    )


def _sleep_ms(ms=MISSING, *_):
    return (Y, _sleep(within(arg_int(ms, 1, "sleep_ms"), 1, "sleep_ms", 0, _LONGEST_MS)))


def _sleep(ms):
    yield ms
    return ()


def _heap(*_):
    """Bytes that are free and in use, after a collection."""
    gc.collect()
    return (gc.mem_free(), gc.mem_alloc())
