"""Calls functions when they are due, between two bytecodes, as interrupts of the port do.

A thread, started with the first job, sleeps and asks for callbacks; nothing else of it runs beside
the program. Unlike on the chip, callbacks wait while asyncio waits for its next task or for I/O.
"""

import _thread
import micropython
import time

_jobs = []
_FAR = 0x0FFFFFFF
# When the next job is due; is anything due at all; has a callback been asked for.
_state = [0, False, False]


class Job:
    """Calls `function()` every `period_ms`, or once. `stop()` ends it."""

    def __init__(self, function, period_ms, is_periodic=True):
        self.function = function
        self.period_ms = min(max(1, period_ms), _FAR)
        self.is_periodic = is_periodic
        self.due = time.ticks_add(time.ticks_ms(), self.period_ms)
        _jobs.append(self)
        _plan()
        _start()

    def stop(self):
        if self in _jobs:
            _jobs.remove(self)
            _plan()

    def run_if_due(self, now):
        if time.ticks_diff(now, self.due) < 0:
            return
        if self.is_periodic:
            self.due = time.ticks_add(self.due, self.period_ms)
            if time.ticks_diff(now, self.due) >= 0:
                # It is late by more than a period: those in between are lost.
                self.due = time.ticks_add(now, self.period_ms)
        else:
            _jobs.remove(self)
        self.function()


def _plan():
    if _jobs:
        now = time.ticks_ms()
        _state[0] = time.ticks_add(now, min(time.ticks_diff(job.due, now) for job in _jobs))
    _state[1] = bool(_jobs)


def _run(_):
    try:
        now = time.ticks_ms()
        for job in list(_jobs):
            if job in _jobs:
                job.run_if_due(now)
    finally:
        _plan()
        _state[2] = False


def _wake(state, run, schedule, sleep_ms, ticks_ms, ticks_diff):
    while True:
        sleep_ms(1)
        if state[1] and not state[2] and ticks_diff(ticks_ms(), state[0]) >= 0:
            state[2] = True
            try:
                schedule(run, None)
            except RuntimeError:  # the queue is full
                state[2] = False


def _start():
    global _start
    _thread.start_new_thread(
        _wake, (_state, _run, micropython.schedule, time.sleep_ms, time.ticks_ms, time.ticks_diff)
    )
    _start = _nothing


def _nothing():
    pass
