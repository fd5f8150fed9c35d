"""script/run.py: a run beside the loop, with generators and plain functions as the engine makes
them; the limits, the callbacks, the pump.
"""

import asyncio
import time

from script import share
from script.calls import pending
from script.run import Run
from script.values import Cancel, LuaError, Y, state


class Wait:
    def __init__(self, deadline=None):
        self.deadline = deadline
        self.is_set = False

    def ready(self):
        return self.is_set


class Pins:
    def __init__(self):
        self.released = []

    def release(self, owner):
        self.released.append(owner)


def make(timeout_ms=None, is_job=False):
    share.enter(1 << 20, lambda: False)
    run = Run("script 1", {"pins": Pins()}, None, None, timeout_ms, is_job)
    run.env["c"] = 500
    return run


def plain(run, ms):
    """What a plain Lua function with a loop does: its counter, and the tick when it is spent."""
    end = time.ticks_add(time.ticks_ms(), ms)
    env = run.env
    while time.ticks_diff(end, time.ticks_ms()) > 0:
        env["c"] -= 1
        if env["c"] < 0:
            run.tick()


def coloured(run, ms):
    end = time.ticks_add(time.ticks_ms(), ms)
    env = run.env
    while time.ticks_diff(end, time.ticks_ms()) > 0:
        env["c"] -= 1
        if env["c"] < 0:
            yield


class Heart:
    """A task that wants to run each 20 ms; `worst` is the longest it had to wait."""

    def __init__(self):
        self.worst = 0
        self.task = asyncio.create_task(self.beat())

    async def beat(self):
        while True:
            start = time.ticks_ms()
            await asyncio.sleep_ms(20)
            self.worst = max(self.worst, time.ticks_diff(time.ticks_ms(), start))


async def ends(run, generator):
    """Finishes a generator that must end in a Cancel; returns it, or the value."""
    try:
        return await run.finish(generator)
    except Cancel as cancel:
        return cancel


def both(run, ms):
    """The same busy script as a generator and as a plain function."""

    def calls_plain():
        plain(run, ms)
        yield

    return coloured(run, ms), calls_plain()


async def test_a_value_comes_back():
    def main():
        yield 1
        yield
        return (b"x", 2)

    assert await make().finish(main()) == (b"x", 2)


async def test_an_error_of_the_script_comes_out():
    def main():
        yield
        raise LuaError(b"x.lua:1: boom", 0)

    try:
        await make().finish(main())
        assert False
    except LuaError as error:
        assert error.args[0] == b"x.lua:1: boom"
    assert state.run is None


async def test_a_busy_script_lets_the_loop_go_on():
    run = make()
    for generator in both(run, 300):
        heart = Heart()
        await run.finish(generator)
        heart.task.cancel()
        assert heart.worst <= 60, heart.worst


async def test_a_script_that_waits_in_a_plain_function_lets_the_loop_go_on():
    run = make()

    def main():
        run.pump(100)
        yield

    heart = Heart()
    start = time.ticks_ms()
    await run.finish(main())
    assert 100 <= time.ticks_diff(time.ticks_ms(), start) <= 130
    assert heart.worst <= 30, heart.worst
    heart.task.cancel()


async def test_a_stop_takes_effect_soon():
    def sleeps():
        yield 10000

    def sleeps_plain(run):
        run.pump(10000)
        yield

    def waits():
        yield Wait()

    for kind in range(5):
        run = make()
        generator = (both(run, 10000) + (sleeps(), sleeps_plain(run), waits()))[kind]
        task = asyncio.create_task(ends(run, generator))
        await asyncio.sleep_ms(50)
        start = time.ticks_ms()
        run.stop()
        cancel = await task
        assert cancel.kind == "stop", kind
        assert time.ticks_diff(time.ticks_ms(), start) <= 60, kind


async def test_the_task_is_cancelled_from_outside():
    def waits_plain(run):
        run.pump(Wait())
        yield

    for kind in range(3):
        run = make()
        generator = (both(run, 10000) + (waits_plain(run),))[kind]

        async def turn():
            try:
                await run.finish(generator)
            except Cancel:
                assert run.aborted
                return "aborted"
            except asyncio.CancelledError:
                return "cancelled"

        task = asyncio.create_task(turn())
        await asyncio.sleep_ms(50)
        start = time.ticks_ms()
        assert task.cancel()
        assert await task == ("cancelled" if kind == 0 else "aborted"), kind
        assert time.ticks_diff(time.ticks_ms(), start) <= 60, kind


async def test_a_timeout_cannot_be_swallowed():
    def stubborn(run):
        while True:
            try:
                plain(run, 1000)
            except Exception:
                pass
            yield

    run = make(100)
    start = time.ticks_ms()
    cancel = await ends(run, stubborn(run))
    assert cancel.kind == "time" and "timed out after 0.1 s" in cancel.sentence
    assert time.ticks_diff(time.ticks_ms(), start) <= 160
    assert await ends(run, coloured(run, 10)) is cancel  # for good


async def test_a_timeout_ends_a_sleep():
    def main():
        yield 10000

    start = time.ticks_ms()
    assert (await ends(make(80), main())).kind == "time"
    assert 80 <= time.ticks_diff(time.ticks_ms(), start) <= 120


async def test_the_tick_budget():
    def main(run, pause):
        for i in range(160000):
            yield pause if i % 60000 == 0 else None

    run = make()
    cancel = await ends(run, main(run, None))
    assert cancel.kind == "ticks"
    assert cancel.sentence == "spent its budget of 40 million steps; do less at once"
    run = make(None, True)
    assert await ends(run, main(run, 1)) is None
    run = make(None, True)
    cancel = await ends(run, main(run, None))
    assert cancel.kind == "ticks" and "sys.sleep_ms" in cancel.sentence


async def test_callbacks_run_between_ticks_and_not_inside_one_another():
    run = make()
    order = []

    def callback(name):
        def body():
            order.append(name + " begins")
            run.post(order.append, name + " posted")
            yield 20
            order.append(name + " ends")

        return (Y, body())

    def main():
        run.post(callback, "a")
        run.post(callback, "b")
        yield 5
        order.append("main")
        run.post(order.append, "c")
        run.env["c"] = 0
        run.tick()
        order.append("plain")

    assert pending(callback("x"))
    await run.finish(main())
    assert order[0] == "a begins" and order[1] == "a ends" and order[2] == "b begins"
    assert order[3] == "b ends" and order[4:6] == ["a posted", "b posted"]
    assert order[6:] == ["main", "c", "plain"]


async def test_too_many_callbacks_are_refused():
    run = make()
    assert [run.post(len, b"") for _ in range(17)] == [True] * 16 + [False]


async def test_an_error_in_a_callback_ends_the_run():
    def fail():
        raise LuaError(b"in a callback", 0)

    def main():
        run.post(fail)
        yield 10000

    run = make()
    try:
        await run.finish(main())
        assert False
    except LuaError as error:
        assert error.args[0] == b"in a callback"


async def test_a_wait_ends_when_ready_or_at_its_deadline():
    wait = Wait()

    def main():
        run.post(setattr, wait, "is_set", True)
        yield wait
        start = time.ticks_ms()
        yield Wait(time.ticks_add(start, 30))
        return time.ticks_diff(time.ticks_ms(), start)

    run = make()
    assert 30 <= await run.finish(main()) <= 50


async def test_a_coroutine_is_awaited_and_may_fail():
    async def tool(text):
        await asyncio.sleep_ms(5)
        if not text:
            raise LuaError(b"no text", 0)
        return text

    def main():
        first = yield tool("a")
        second = run.pump(tool("b"))
        try:
            yield tool("")
        except LuaError as error:
            return (first, second, error.args[0])

    run = make()
    assert await run.finish(main()) == ("a", "b", b"no text")


async def test_a_stop_ends_what_is_awaited():
    ended = []

    async def tool():
        try:
            await asyncio.sleep_ms(10000)
        finally:
            ended.append(1)

    def main():
        yield tool()

    run = make()
    task = asyncio.create_task(ends(run, main()))
    await asyncio.sleep_ms(30)
    run.stop()
    await task
    await asyncio.sleep_ms(0)
    assert ended == [1]


async def test_two_runs_share_the_time_and_the_stack():
    ticks = []

    def plain_one(run):
        plain(run, 150)
        ticks.append("plain")
        yield

    def other(run):
        for _ in range(5):
            yield 10
            ticks.append("other")

    first, second = make(), make()
    task = asyncio.create_task(second.finish(other(second)))
    await asyncio.sleep_ms(15)
    await first.finish(plain_one(first))
    await task
    assert ticks.count("other") == 5
    at = ticks.index("plain")
    assert at <= 2  # what is on the stack ends first


async def test_waiting_deep_in_calls_is_refused():
    def deep(n):
        if n:
            return deep(n - 1)
        try:
            run.pump(10)
        except LuaError as error:
            return error.args[0]

    def down():
        depth = 1
        while True:
            found = deep(depth)
            if found:
                return found
            depth += 8

    def main():
        yield
        return down()

    run = make()
    assert (await run.finish(main())).startswith(b"stack overflow")


async def test_a_loop_too_deep_for_the_loop_to_go_on_is_ended():
    from script import limits

    kept = limits.has_stack_room
    limits.has_stack_room = lambda: False
    try:
        run = make()
        run._left = 1 << 29  # a fast machine spends the budget first

        def main():
            plain(run, 5000)
            yield

        cancel = await ends(run, main())
    finally:
        limits.has_stack_room = kept
    assert cancel.kind == "ticks" and "too deep" in cancel.sentence


async def test_belongings_are_released_in_reverse_order_and_pins_last():
    run = make()
    order = []
    run.on_close(lambda: order.append("first"))
    run.on_close(lambda: 1 / 0)
    run.on_close(lambda: order.append("last"))
    pins = run.services["pins"]
    run.close()
    assert order == ["last", "first"] and pins.released == ["script 1"]


async def test_a_run_lingers_while_something_lives():
    run = make()
    run.live = 1
    run.post(lambda: None)

    def over():
        run.live -= 1

    asyncio.create_task(later(lambda: run.post(over)))
    await asyncio.wait_for_ms(run.linger(), 500)


async def later(function):
    await asyncio.sleep_ms(30)
    function()
