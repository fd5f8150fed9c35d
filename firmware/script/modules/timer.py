"""`require("timer")`: functions that are called later, once or again and again."""

import asyncio
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from script import events
from script.board import is_function, table, within
from script.arguments import arg_int
from script.values import MISSING, LuaError, Table, bad_arg

_MOST = const(8)
_LONGEST_MS = const(500000000)  # ticks of the ESP32 port tell less than 2 ** 29 ms apart
_RETRY_MS = const(10)  # while the callback before it waits, or too many do
_FOREVER = const(-1)


def make(run):
    timers = _Timers(run)
    return table({b"start": timers.start, b"stop": timers.stop, b"list": timers.list})


class _Timers:
    def __init__(self, run):
        self._run = run
        self._timers = {}  # id → _Timer
        self._last = 0
        run.on_close(self.close)

    def start(self, ms=MISSING, function=MISSING, repeats=None, *_):
        ms = within(arg_int(ms, 1, "start"), 1, "start", 1, _LONGEST_MS)
        if not is_function(function):
            raise bad_arg(2, "start", "function expected")
        if repeats is True:
            rounds = _FOREVER
        elif repeats is None or repeats is False:
            rounds = 1
        else:
            rounds = within(arg_int(repeats, 3, "start"), 3, "start", 1, _LONGEST_MS)
        if len(self._timers) >= _MOST:
            raise LuaError(b"at most %d timers run at a time; timer.stop one first" % _MOST, 1)
        self._last += 1
        self._timers[self._last] = _Timer(self, self._run, self._last, ms, function, rounds)
        self._run.live += 1
        return self._last

    def stop(self, timer=MISSING, *_):
        """Returns whether it was running."""
        found = self._timers.get(arg_int(timer, 1, "stop"))
        if found is None:
            return False
        found.stop()
        return True

    def list(self, *_):
        return Table.of(sorted(self._timers))

    def ended(self, timer):
        del self._timers[timer]
        self._run.live -= 1

    def close(self):
        for timer in list(self._timers.values()):
            timer.stop()


class _Timer:
    """A task that waits, and posts the callback: never a second one before the first has begun."""

    def __init__(self, timers, run, number, ms, function, rounds):
        self._timers = timers
        self._run = run
        self._number = number
        self._ms = ms
        self._function = function
        self._rounds = rounds
        self._is_waiting = False
        self._task = asyncio.create_task(self._go())

    def stop(self):
        self._function = None  # a callback that waits does nothing
        self._task.cancel()
        self._timers.ended(self._number)

    async def _go(self):
        due = ticks_ms()
        while self._rounds:
            due = ticks_add(due, self._ms)
            await asyncio.sleep_ms(max(1, ticks_diff(due, ticks_ms())))
            while self._is_waiting or not self._run.post(self._call):
                due = ticks_ms()  # what is late moves what follows
                await asyncio.sleep_ms(_RETRY_MS)
            self._is_waiting = True
            if self._rounds != _FOREVER:
                self._rounds -= 1
        self._timers.ended(self._number)

    def _call(self):
        self._is_waiting = False
        if self._function is None:
            return ()
        events.of(self._run).notice()
        return self._function(self._number)
