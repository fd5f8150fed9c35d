"""script/coroutines.py where the driver is needed: sleeps, ticks and the end of a run.

What needs no driver is in corpus/60_coroutines.lua, compared with Lua.
"""

import time

from lua_main import run_text
from script import coroutines
from script.values import Table

SLEEP = b'local sleep = require("sys").sleep_ms\n'


async def lua(text, timeout_ms=5000):
    """What a program prints, with its error at the end."""
    out = bytearray()
    error = await run_text(text, "x.lua", out.extend, timeout_ms)
    return bytes(out) + (error or b"")


async def test_a_coroutine_may_sleep():
    start = time.ticks_ms()
    said = await lua(
        SLEEP
        + b"""
        local co = coroutine.wrap(function()
          sleep(30) coroutine.yield(1)
          local ok, e = pcall(function() sleep(30) error("e", 0) end)
          coroutine.yield(e)
          return "end"
        end)
        print(co(), co(), co())
        """
    )
    assert said == b"1\te\tend\n", said
    assert time.ticks_diff(time.ticks_ms(), start) >= 60


async def test_while_it_sleeps_it_is_running_and_then_goes_on():
    said = await lua(
        SLEEP
        + b"""
        local inner = coroutine.create(function() sleep(20) coroutine.yield("i") sleep(20) end)
        local outer = coroutine.create(function()
          local ok, v = coroutine.resume(inner)
          print(ok, v, coroutine.status(inner), coroutine.isyieldable())
          coroutine.yield("o")
          print(coroutine.resume(inner))
        end)
        print(coroutine.resume(outer))
        print(coroutine.resume(outer))
        print(coroutine.status(outer), coroutine.status(inner), coroutine.isyieldable())
        """
    )
    assert said == b"true\ti\tsuspended\ttrue\ntrue\to\ntrue\ntrue\ndead\tdead\tfalse\n", said


async def test_a_loop_in_a_coroutine_ticks_and_its_values_stay():
    said = await lua(
        b"""
        local co = coroutine.wrap(function()
          local sum = 0
          for i = 1, 20000 do
            sum = sum + i
            if i % 5000 == 0 then sum = sum + coroutine.yield(sum) end
          end
          return "sum " .. sum
        end)
        local r = co()
        while type(r) == "number" do print(r) r = co(1) end
        print(r)
        """
    )
    assert said == b"12502500\n50005001\n112507502\n200010003\nsum 200010004\n", said


async def test_the_end_of_a_run_ends_what_its_coroutines_do():
    for body in (b"while true do end", b"while true do pcall(coroutine.yield, 1) end"):
        said = await lua(
            b"local co = coroutine.create(function() %s end)\n" % body
            + b"while true do pcall(coroutine.resume, co) end",
            100,
        )
        assert b"timed out" in said, said
        assert await lua(b"print(coroutine.isyieldable())") == b"false\n"


async def test_an_error_after_a_sleep_goes_to_whoever_resumed():
    said = await lua(
        SLEEP
        + b"""
        local co = coroutine.create(function() sleep(1) local t; t.x = 1 end)
        print(coroutine.resume(co))
        print(coroutine.close(co))
        local f = coroutine.wrap(function() sleep(1) error("w") end)
        print(pcall(function() f() end))
        """
    )
    wrong = b"x.lua:3: attempt to index a nil value (local 't')"
    assert said == b"false\t%s\nfalse\t%s\nfalse\tx.lua:7: x.lua:6: w\n" % (wrong, wrong), said


async def test_a_for_loop_over_a_coroutine_that_sleeps():
    said = await lua(
        SLEEP
        + b"""
        local values = coroutine.wrap(function()
          for i = 1, 3 do sleep(1) coroutine.yield(i, -i) end
        end)
        for a, b in values do print(a, b) end
        """
    )
    assert said == b"1\t-1\n2\t-2\n3\t-3\n", said


async def test_coroutines_in_coroutines_end_in_a_lua_error():
    said = await lua(
        b"""
        local function go() return 1 + coroutine.wrap(function() return go() end)() end
        local ok, e = pcall(go)
        print(ok, e:match("stack overflow"))
        print(coroutine.isyieldable())
        """
    )
    assert said == b"false\tstack overflow\nfalse\n", said


def test_each_run_has_a_library_of_its_own():
    first = coroutines.make(None)
    assert first.__class__ is Table and first is not coroutines.make(None)
    assert first.get(b"yield") is coroutines.yield_
