"""The share of the heap that all scripts together may fill: setting `script.heap_kb`.

Growth is counted as it happens (`values.charge`), but most of what grows is garbage soon. So when
the count, or a look at the heap, passes the limit, the heap is collected and what is alive is
measured against what was alive before the first script began. What a turn of the agent takes
meanwhile would be taken for a script's: while one moves, and after it, its part is allowed for.
"""

import gc
import sys

from micropython import const

from script.values import Cancel, state

_LEAST_ROOM = const(2048)  # bytes from one measurement to the next, lest they follow each other
_TURN_BYTES = const(16384)  # that a turn, and what it imports, may add to what is alive

_runs = 0
_limit = 0
_base = 0
_is_outside = False
_is_turn_moving = None
_has_turn_moved = False


def enter(limit_bytes, is_turn_moving):
    """A script begins; `is_turn_moving()` tells whether a turn takes or frees memory."""
    global _runs, _limit, _base, _is_turn_moving, _has_turn_moved
    if not _runs:
        gc.collect()
        _base = gc.mem_alloc()
        _has_turn_moved = False
        state.room = limit_bytes
        state.grow = measure
    _runs += 1
    _limit = limit_bytes
    _is_turn_moving = is_turn_moving


def leave():
    """A script has ended; what it held is garbage from now on."""
    global _runs
    _runs -= 1
    gc.collect()
    state.room = max(_limit - alive(), _LEAST_ROOM)


def outside(function, *arguments):
    """Returns function(*arguments); what that leaves in memory, code, is not in the share."""
    global _base, _is_outside
    if _is_outside or not _runs:
        return function(*arguments)
    _is_outside = True
    gc.collect()
    before = gc.mem_alloc()
    try:
        return function(*arguments)
    finally:
        gc.collect()
        _base += gc.mem_alloc() - before
        _is_outside = False


def load(name):
    """A module of the engine; it is not in the share when it is imported here."""
    if name not in sys.modules:
        outside(__import__, name)
    return sys.modules[name]


def alive():
    """Bytes in use beyond those that were before the first script; garbage is among them."""
    global _has_turn_moved
    if _is_turn_moving():
        _has_turn_moved = True
    return gc.mem_alloc() - _base - (_TURN_BYTES if _has_turn_moved else 0)


def look():
    """Measures if the heap looks too full; walking over its map takes a millisecond or two."""
    if not _is_outside and alive() > _limit:
        measure()


def measure():
    """Collects, and ends the script that runs if all together hold more than their share."""
    gc.collect()
    room = _limit - alive()
    state.room = max(room, _LEAST_ROOM)
    if room < 0 and state.run:
        state.run.cancel(too_much())
        raise state.run.cancelled


def too_much():
    """The Cancel of a script that filled the share, or found the heap itself full."""
    gc.collect()  # or there is no room for the sentence
    if alive() > _limit // 2:
        why = f"the scripts fill their share of the heap, {_limit // 1024} KB"
        what = "keep less in tables and strings, or raise script.heap_kb"
    else:
        why = f"the heap is full, {gc.mem_free() // 1024} KB are left for scripts"
        what = "keep less in tables and strings, and run fewer scripts at a time"
    return Cancel("heap", f"{why}; {what}")
