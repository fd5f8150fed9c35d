"""What no script can exceed beside its share of the heap, and the sentences that say so."""

import micropython
from micropython import const

from script.values import Cancel

BUDGET = const(40000000)  # ticks: rounds of loops and calls
_STACK_RESERVE = const(6144)  # bytes of C stack for what the loop runs inside a pump

_stack_limit = 0  # bytes; no port tells


def stopped():
    """The Cancel of a run that was stopped from outside."""
    return Cancel("stop", "stopped")


def timed_out(timeout_ms, is_job):
    """The Cancel of a run whose time is over."""
    what = "" if is_job else ", or start it with lua_run_async"
    return Cancel("time", f"timed out after {timeout_ms / 1000:g} s; give more timeout_ms{what}")


def spent(is_job):
    """The Cancel of a run whose tick budget is spent, of a job since its last pause."""
    what = "sleep between the steps (sys.sleep_ms)" if is_job else "do less at once"
    return Cancel("ticks", f"spent its budget of {BUDGET // 1000000} million steps; {what}")


def too_deep():
    """The Cancel of a run that keeps the loop waiting where the stack has no room for it."""
    return Cancel("ticks", "ran too long too deep in calls; loop in a function called less deeply")


def has_stack_room():
    """Whether the C stack has room for what the loop runs."""
    if not _stack_limit:
        _measure_stack()
    return micropython.stack_use() + _STACK_RESERVE <= _stack_limit


def _measure_stack():
    global _stack_limit
    deepest = [0]
    try:
        _dig(deepest)
    except RuntimeError:
        _stack_limit = deepest[0]


def _dig(deepest):
    deepest[0] = micropython.stack_use()
    _dig(deepest)
