"""One run of a script: its limits, and how it lives beside everything else on the board.

The main chunk and whatever sleeps are generators: `finish` steps them, and between steps the loop
goes on. A plain function stays on the C stack until it returns, so its ticks, and what it waits
for, give the loop a turn from within (`pump`). What is on the stack ends in reverse order: while
one run pumps no other is stepped.
"""

import asyncio
import logging
from asyncio import core  # type: ignore  (the stubs leave it out)
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from script import limits, share
from script.calls import pending
from script.limits import BUDGET
from script.values import Cancel, LuaError, state

_MOST_STEP = const(512)  # ticks from one look at the clock to the next, fewer where each is slow
_LEAST_STEP = const(16)
_STEP_MS = const(8)
_TURN_MS = const(15)  # the loop waits no longer for a busy script
_SLICE_MS = const(10)  # a waiting script looks so often for callbacks and for its end
_LOOK_MS = const(50)  # from one look at the heap to the next
_MOST_POSTED = const(16)  # callbacks that wait
_DEEP_MS = const(1000)  # that a loop may run too deep in calls for a pump

log = logging.getLogger("script")

_on_stack = None  # the run that pumps


class Run:
    """A script's limits, callbacks and belongings, as the engine and its library see them.

    owner: what pins are claimed for; services: see rooms.py; write: function that takes printed
    bytes; notify: function that takes a text for whoever started the script
    timeout_ms: None for no end; is_job: a pause gives the whole tick budget back
    live: timers and interrupt handlers that keep a job going when its main chunk has ended
    """

    def __init__(self, owner, services, write, notify, timeout_ms=None, is_job=False):
        self.owner = owner
        self.services = services
        self.write = write
        self.notify = notify
        self.env = {}
        self.strings = self.program = self.events = None
        self.live = 0
        self.cancelled = None
        self.aborted = False  # the task was cancelled from outside while it was on the stack
        self.deadline = None if timeout_ms is None else ticks_add(ticks_ms(), timeout_ms)
        self._timeout_ms = timeout_ms
        self._is_job = is_job
        self._left = BUDGET
        self._step = _MOST_STEP
        self._counted = self._turned = self._looked = ticks_ms()
        self._task = None
        self._posted = []
        self._calling = False
        self._closers = []

    # What the library asks for

    def post(self, function, *arguments):
        """Queues a callback, which runs between ticks; False when too many wait already."""
        if len(self._posted) >= _MOST_POSTED:
            return False
        self._posted.append((function, arguments))
        return True

    def on_close(self, function):
        """`function()` releases something when the run ends."""
        self._closers.append(function)

    def tick(self):
        """What the ticks of a plain function call when their counter is spent."""
        self._count()
        if self._posted or ticks_diff(ticks_ms(), self._turned) >= _TURN_MS:
            self.pump(None)

    def pump(self, item):
        """Does for a plain function what `finish` does for a generator that yields `item`."""
        global _on_stack
        if not limits.has_stack_room():
            return self._wait_for_room(item)
        below, task = _on_stack, core.cur_task
        _on_stack = self
        try:
            value = core.run_until_complete(core.create_task(self._serve(item)))
        finally:
            _on_stack, core.cur_task, state.run = below, task, self
            self._counted = self._turned = ticks_ms()
        self.check()
        return value

    # How it ends

    def stop(self):
        """Ends the run soon, from outside."""
        self.cancel(limits.stopped())

    def cancel(self, cause):
        """Ends the run with a Cancel at its next tick, step or slice; the first cause stays."""
        if self.cancelled is None:
            self.cancelled = cause

    def check(self):
        """Raises the Cancel that ends the run, once there is one."""
        task = self._task
        if task and task.data is not None:  # it cannot be thrown into a task that is on the stack
            task.data = None
            self.aborted = True
            self.stop()
        if self.deadline is not None and ticks_diff(ticks_ms(), self.deadline) >= 0:
            self.cancel(limits.timed_out(self._timeout_ms, self._is_job))
        if self.cancelled is not None:
            raise self.cancelled

    def close(self):
        """Releases what the run holds, the newest first, its pins last."""
        self._posted = []
        self._closers.insert(0, self._release_pins)
        while self._closers:
            try:
                self._closers.pop()()
            except Exception as error:  # the others must be released all the same
                log.exception("release failed", exc_info=error)
        self.env = self.strings = self.program = self.events = None

    def _release_pins(self):
        if "pins" in self.services:
            self.services["pins"].release(self.owner)

    # The driver

    async def begin(self):
        """Gets its turn on the stack, for what is not stepped: the compiler."""
        self._task = self._task or core.cur_task
        await self._breathe(0)
        state.run = self

    async def finish(self, generator):
        """Steps a generator to its end and returns its value; raises LuaError or Cancel."""
        value = thrown = None
        await self.begin()
        try:
            while True:
                state.run = self
                if thrown is None:
                    item = generator.send(value)
                else:
                    item = generator.throw(thrown)
                value = thrown = None
                try:
                    value = await self._serve(item)
                except (Cancel, LuaError) as error:  # into the script, for its traceback
                    thrown = error
        except StopIteration as end:
            return end.value
        except MemoryError:
            raise share.too_much()
        finally:
            generator.close()
            state.run = None

    async def linger(self):
        """Serves callbacks until no timer and no interrupt handler is left."""
        while self.live > 0 or self._posted:
            await self._pause(_SLICE_MS)

    async def _serve(self, item):
        if item is None:
            self._count()
            if self._posted:
                await self._call_posted()
            if ticks_diff(ticks_ms(), self._turned) >= _TURN_MS:
                await self._breathe(0)
        elif isinstance(item, int):
            await self._sleep(item)
        elif hasattr(item, "ready"):
            await self._wait(item)
        elif hasattr(item, "send"):
            return await self._await(item)
        else:
            raise LuaError(b"attempt to yield from outside a coroutine")

    async def _sleep(self, ms):
        start = ticks_ms()
        while True:
            await self._pause(max(0, min(ms, _SLICE_MS)))
            now = ticks_ms()
            ms -= ticks_diff(now, start)
            if ms <= 0:
                return
            start = now

    async def _wait(self, wait):
        while not wait.ready():
            left = _SLICE_MS
            if wait.deadline is not None:
                left = ticks_diff(wait.deadline, ticks_ms())
                if left <= 0:
                    return
            await self._pause(min(left, _SLICE_MS))

    async def _await(self, coroutine):
        result = []
        task = asyncio.create_task(_keep(result, coroutine))
        try:
            while not result:
                await self._pause(_SLICE_MS)
        finally:
            task.cancel()  # nothing, when it is done
        value, error = result[0]
        if error:
            raise error
        return value

    async def _pause(self, ms):
        """A slice of a wait: after it, callbacks are served."""
        if self._is_job and ms:
            self._left = BUDGET
        await self._breathe(ms)
        self.check()
        await self._call_posted()

    async def _breathe(self, ms):
        """Lets the loop go on for `ms`, and for as long as another script is on the stack."""
        await asyncio.sleep_ms(ms)
        while _on_stack not in (None, self):
            await asyncio.sleep_ms(_SLICE_MS)
            self.check()
        self._counted = self._turned = ticks_ms()

    async def _call_posted(self):
        while self._posted and not self._calling:
            function, arguments = self._posted.pop(0)
            self._calling = True
            try:
                await self.finish(called(function, arguments))
            finally:
                self._calling = False
                state.run = self

    def _count(self):
        now = ticks_ms()
        spent = ticks_diff(now, self._counted)
        self._counted = now
        self._left -= self._step
        if spent > _STEP_MS and self._step > _LEAST_STEP:
            self._step //= 2
        elif spent < _STEP_MS // 2 and self._step < _MOST_STEP:
            self._step *= 2
        self.env["c"] = self._step
        if self._left <= 0:
            self.cancel(limits.spent(self._is_job))
        if ticks_diff(now, self._looked) >= _LOOK_MS:
            self._looked = now
            share.look()
        self.check()

    def _wait_for_room(self, item):
        """Too deep in calls for the loop to go on inside: that may last a moment."""
        if item is not None:
            if hasattr(item, "close"):
                item.close()
            raise LuaError(b"stack overflow (cannot wait this deep in calls)", 1)
        if ticks_diff(ticks_ms(), self._turned) >= _DEEP_MS:
            self.cancel(limits.too_deep())
        self.check()


def called(function, arguments):
    """Calls a Lua function and goes on with what it leaves pending."""
    result = function(*arguments)
    while pending(result):
        result = yield from result[1]
    return result


async def _keep(result, coroutine):
    try:
        result.append((await coroutine, None))
    except Exception as error:  # the script's to handle
        result.append((None, error))
