"""Pauses, timers, pads and tools as a run serves them: script/run.py with the board modules."""

import asyncio
import time

from board_run import Functions
from hardware.pins import Pins
from script import require, share
from script.calls import pending
from script.run import Run
from script.values import Cancel, Y
from simulated import pads, wiring
from system.config import Config


class Registry:
    async def run(self, name, arguments):
        await asyncio.sleep_ms(30)
        return "OK: " + name + arguments


class Script:
    """A run, whose main chunk is a generator of the test."""

    def __init__(self, timeout_ms=5000):
        wiring.inputs = {"4": 0}
        config = Config()
        self.pins = Pins(config)
        services = {"config": config, "pins": self.pins, "registry": Registry()}
        share.enter(1 << 20, lambda: False)
        self.run = Run("script test", services, lambda data: None, lambda text: None, timeout_ms)
        self.require = require.make(self.run)

    def module(self, name):
        return Functions(self.require(name.encode()))

    async def finish(self, main):
        try:
            value = await self.run.finish(main)
            await self.run.linger()
            return value
        finally:
            self.run.close()
            share.leave()


def wait(result):
    """What compiled code does with a call that may be pending."""
    while pending(result):
        result = yield from result[1]
    return result


async def press(after_ms):
    await asyncio.sleep_ms(after_ms)
    wiring.inputs["4"] = 1
    pads.look()


async def test_a_pause_lets_callbacks_run():
    script = Script()
    calls = []

    def main():
        sys, timer, gpio = [script.module(name) for name in ("sys", "timer", "gpio")]
        timer.start(20, lambda id: calls.append("timer"))
        gpio.on(4, b"rising", lambda pin, level: calls.append((pin, level)))
        start = time.ticks_ms()
        yield from wait(sys.sleep_ms(100))
        gpio.off(4)
        return time.ticks_diff(time.ticks_ms(), start)

    asyncio.create_task(press(50))
    passed = await script.finish(main())
    assert 100 <= passed < 150, passed
    assert calls == ["timer", (4, 1)]
    assert script.pins.claims() == []


async def test_a_wait_ends_with_what_happens():
    script = Script()

    def main():
        event, gpio = script.module("event"), script.module("gpio")
        start = time.ticks_ms()
        gpio.set_irq(4, b"rising")
        first = yield from wait(event.wait(2000))
        passed = time.ticks_diff(time.ticks_ms(), start)
        second = yield from wait(event.wait(30))
        return first, second, passed

    asyncio.create_task(press(50))
    first, second, passed = await script.finish(main())
    assert first is True and second is None
    assert 50 <= passed < 100, passed


async def test_a_callback_may_pause_and_no_other_runs_inside_it():
    script = Script()
    calls = []

    def main():
        sys, timer = script.module("sys"), script.module("timer")

        def slow(id):
            calls.append(("begin", id))
            yield from wait(sys.sleep_ms(30))
            calls.append(("end", id))
            return ()

        timer.start(5, lambda id: (Y, slow(id)))
        timer.start(5, lambda id: (Y, slow(id)))
        yield from wait(sys.sleep_ms(100))

    await script.finish(main())
    assert calls == [("begin", 1), ("end", 1), ("begin", 2), ("end", 2)], calls


async def test_a_job_goes_on_until_its_timers_end():
    script = Script()
    calls = []

    def main():
        script.module("timer").start(10, calls.append, 3)
        yield

    await script.finish(main())
    assert calls == [1, 1, 1]


async def test_a_tool_is_awaited():
    script = Script()

    def main():
        cap = script.module("cap")
        result = yield from wait(cap.call(b"x", b"{}"))
        return result

    assert await script.finish(main()) == (True, b"OK: x{}")


async def test_the_end_of_a_run_ends_timers_and_handlers():
    script = Script(timeout_ms=60)
    calls = []

    def main():
        sys, timer, gpio = [script.module(name) for name in ("sys", "timer", "gpio")]
        timer.start(10, calls.append, True)
        gpio.on(4, b"both", lambda pin, level: calls.append(level))
        gpio.set_level(18, 1)
        while True:
            yield from wait(sys.sleep_ms(1000))

    try:
        await script.finish(main())
        raise AssertionError("no end")
    except Cancel as cancel:
        assert cancel.kind == "time"
    assert script.pins.claims() == [] and script.run.live == 0
    count = len(calls)
    await press(20)
    await asyncio.sleep_ms(30)
    assert len(calls) == count > 2
    assert pads.Pin(18).value() == 1  # levels stay
