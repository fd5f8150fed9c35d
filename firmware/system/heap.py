"""What the heap held at the named points of a turn: `gc` keeps no high-water mark of its own."""

import gc

_peak = 0


def sample():
    """Collects, notes the highest `gc.mem_alloc()` so far, and returns this one in bytes."""
    global _peak
    gc.collect()
    used = gc.mem_alloc()
    if used > _peak:
        _peak = used
    return used


def report():
    """Returns {"alloc", "free", "peak"} in bytes after a collection; the peak starts anew."""
    global _peak
    used = sample()
    peak, _peak = _peak, used
    return {"alloc": used, "free": gc.mem_free(), "peak": peak}
