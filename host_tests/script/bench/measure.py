"""Measures the engine from within, for table.py: `micropython measure.py COMMAND …`.

MEASURE in the environment holds the search path as JSON, and the last line that is printed is the
answer as JSON. Each command is a function below with its words as arguments.
"""

import json
import os
import sys

sys.path[:] = json.loads(os.getenv("MEASURE"))
HERE = __file__.rsplit("/", 1)[0]

import asyncio
import gc
import logging  # noqa: F401  the firmware's own, no part of the engine
from time import ticks_diff, ticks_ms, ticks_us

gc.collect()
EMPTY = gc.mem_alloc()

from script import share
from script.program import Program
from script.run import Run
from script.values import Cancel

HEARTBEAT_MS = 20
BUSY_MS = 200  # less than a tick budget lasts
BUSY = {
    "main chunk": b"local n = 0 while true do n = n + 1 end",
    "function": b"local function f() local n = 0 while true do n = n + 1 end end f()",
    "pcall": b"local function f() while true do end end while true do pcall(pcall, f) end",
    "sort": b"local t = {} while true do for i = 1, 3000 do t[i] = i * 7919 % 3001 end "
    b"table.sort(t, function(a, b) return a < b end) end",
    "pattern": b"local s = ('a'):rep(3000) while true do s:find('.-.-.-b') end",
    "string": b"while true do local s = ('ab'):rep(10000) s = s:gsub('a', 'x'):upper() end",
}
DEPTH = b"local n = 0 local function f() n = n + 1 return 1 + f() end pcall(f) return n"


class Text:
    def __init__(self, text):
        self._text = memoryview(text)

    def readinto(self, buf):
        n = min(len(buf), len(self._text))
        buf[:n] = self._text[:n]
        self._text = self._text[n:]
        return n


def source(name):
    return open(f"{HERE}/{name}.lua", "rb")


async def with_run(work):
    """Returns what `await work(run)` does, inside a run that has all the heap."""
    run = Run("bench", {}, lambda text: None, lambda text: None)
    share.enter(3000000, lambda: False)
    try:
        return await work(run)
    finally:
        run.close()
        share.leave()


def load(run, file, name="x.lua"):
    return Program(run).load(file.readinto, name)


async def speed(name, rounds):
    """Best times in µs of the hand-written version and of the engine, in turns."""
    sys.path.append(HERE)
    hand = __import__(name).work

    def turns(script):
        assert hand() == script()
        best = {"hand": 1 << 29, "engine": 1 << 29}
        for _ in range(int(rounds)):
            for who, work in (("hand", hand), ("engine", script)):
                gc.collect()
                began = ticks_us()
                work()
                best[who] = min(best[who], ticks_diff(ticks_us(), began))
                yield
        return best

    async def work(run):
        (script,) = await run.finish(load(run, source(name)))
        return await run.finish(turns(script))

    return await with_run(work)


async def compile_us(name, rounds):
    """Best time in µs that a script takes to be compiled."""
    best = 1 << 29
    for _ in range(int(rounds)):

        async def work(run):
            gc.collect()
            began = ticks_us()
            load(run, source(name)).close()
            return ticks_diff(ticks_us(), began)

        best = min(best, await with_run(work))
    return best


async def heap():
    """Bytes that the engine holds: while a small script runs, and when it has ended."""

    async def work(run):
        main = load(run, Text(b"print('a')"))
        gc.collect()
        used = gc.mem_alloc()
        await run.finish(main)
        return used - EMPTY

    running = await with_run(work)
    gc.collect()
    return {"running": running, "after": gc.mem_alloc() - EMPTY}


async def depth():
    """How deep a function of a script can call itself."""
    return (await with_run(lambda run: run.finish(load(run, Text(DEPTH)))))[0]


async def patience(kind):
    """The longest gap of a heartbeat beside a busy script, and until a stop has worked, in ms."""
    gap = 0

    async def beat():
        nonlocal gap
        last = ticks_ms()
        while True:
            await asyncio.sleep_ms(HEARTBEAT_MS)
            now = ticks_ms()
            gap = max(gap, ticks_diff(now, last))
            last = now

    async def until_stopped(run):
        try:
            await run.finish(load(run, Text(BUSY[kind])))
        except Cancel:  # which would end the loop
            return ticks_ms()

    async def work(run):
        busy = asyncio.create_task(until_stopped(run))
        await asyncio.sleep_ms(BUSY_MS)
        began = ticks_ms()
        assert not busy.done(), "it ended by itself"
        run.stop()
        return {"gap_ms": gap, "stop_ms": ticks_diff(await busy, began)}

    heart = asyncio.create_task(beat())
    try:
        return await with_run(work)
    finally:
        heart.cancel()


COMMANDS = {
    "speed": speed,
    "compile": compile_us,
    "heap": heap,
    "depth": depth,
    "patience": patience,
}
print(json.dumps(asyncio.run(COMMANDS[sys.argv[1]](*sys.argv[2:]))))
