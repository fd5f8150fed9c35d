"""How long the firmware runs: ticks wrap after 12 days, so what has passed is summed up.

Each call adds the time since the one before it, which must not be 12 days ago: whatever runs
regularly may call it.
"""

import time

from micropython import const

_TICKS_MASK = const(0x3FFFFFFF)  # ticks of the ESP32 port are 30 bits wide

_last_ms = time.ticks_ms()
_passed_ms = 0


def milliseconds():
    """Returns the milliseconds (int) since this module was loaded, at boot."""
    global _last_ms, _passed_ms
    now_ms = time.ticks_ms()
    _passed_ms += time.ticks_diff(now_ms, _last_ms) & _TICKS_MASK
    _last_ms = now_ms
    return _passed_ms


def seconds():
    """Returns the whole seconds (int) since boot."""
    return milliseconds() // 1000
