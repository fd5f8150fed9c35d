"""The scripts of hostile.lua: each ends within its limits, and leaves the board as it was."""

import gc
import io
from time import ticks_diff, ticks_ms

from script import program
from script.run import Run
from script.runner import execute
from script.source import Source

HEAP = "1M"

TIMEOUT_MS = 100
LATE_MS = 100  # a turn of the loop, and a collection, on a busy machine
HEAP_BYTES = 100000
KEPT_BYTES = 200  # names that are interned for ever
LIMITS = ("timed out", "spent its budget", "fill their share", "ran too long")
program._compiling = 1  # always, or the compiler would be read anew for each script

HERE = __file__.rsplit("/", 1)[0]


def scripts():
    """(title, tag, text) of each."""
    with open(HERE + "/hostile.lua") as file:
        for part in file.read().split("---- ")[1:]:
            head, text = part.split("\n", 1)
            title, tag = head[:-1].split(" [")
            yield title, tag, text.encode()


async def run(text, write=len, timeout_ms=TIMEOUT_MS):
    """(milliseconds, error) of a script that ends as one of the board's does."""
    start = ticks_ms()
    source = Source("x.lua", lambda: io.BytesIO(text))
    script = Run("test", {}, write, lambda text: None, timeout_ms)
    outcome = await execute(script, source, {}, HEAP_BYTES, lambda: False)
    return ticks_diff(ticks_ms(), start), outcome.error


def judge(tag, spent_ms, error):
    """What is wrong with an end, or None."""
    if spent_ms > TIMEOUT_MS + LATE_MS:
        return "took {} ms".format(spent_ms)
    if tag != "ends" and not error:
        return "went well"
    if tag == "limit" and not any(limit in error for limit in LIMITS):
        return "ended by {}".format(error)
    if "\n" in error or "Traceback" in error or "fault of" in error:
        return "says {}".format(error)
    return None


def used():
    gc.collect()
    return gc.mem_alloc()


async def attack(tag, text):
    """What is wrong with the end of a script, or with the next one; None when all is well."""
    fault = judge(tag, *await run(text))
    printed = []
    _, error = await run(b"print(#('x'):rep(10) + 1)", printed.append, 9000)
    if error or b"".join(printed) != b"11\n":
        fault = "the next script failed: {}".format(error or printed)
    return fault


async def test_hostile_scripts():
    wrong = []
    for title, tag, text in scripts():
        for _ in range(2):  # the first time a part of the engine is used, it stays
            before = used()
            fault = await attack(tag, text)
            kept = used() - before
            if fault or kept <= KEPT_BYTES:
                break
        if fault or kept > KEPT_BYTES:
            wrong.append("{}: {}".format(title, fault or "{} bytes are kept".format(kept)))
    assert not wrong, "\n" + "\n".join(wrong)


async def test_nothing_of_a_script_runs_after_its_end():
    marks = []
    text = b"""
    local ok = pcall(function() while true do end end)
    print("after", ok)
    local co = coroutine.wrap(function() pcall(function() while true do end end) print("co") end)
    pcall(co) print("after")
    xpcall(function() while true do end end, function() print("handler") end)
    print("after")
    """
    _, error = await run(text, marks.append)
    assert "timed out" in error and not marks, (error, marks)
