"""The scripts of hostile.lua: each ends within its limits, and leaves the board as it was."""

import gc
from time import ticks_diff, ticks_ms

from lua_main import run_text

HEAP = "1M"

TIMEOUT_MS = 100
LATE_MS = 100  # a turn of the loop, and a collection, on a busy machine
HEAP_BYTES = 100000
KEPT_BYTES = 200  # names that are interned for ever
LIMITS = (b"timed out", b"spent its budget", b"fill their share", b"ran too long")
HERE = __file__.rsplit("/", 1)[0]


def scripts():
    """(title, tag, text) of each."""
    with open(HERE + "/hostile.lua") as file:
        for part in file.read().split("---- ")[1:]:
            head, text = part.split("\n", 1)
            title, tag = head[:-1].split(" [")
            yield title, tag, text.encode()


async def run(text):
    """(milliseconds, error) of a script."""
    start = ticks_ms()
    error = await run_text(text, "x.lua", lambda data: None, TIMEOUT_MS, HEAP_BYTES)
    return ticks_diff(ticks_ms(), start), error


def judge(tag, spent_ms, error):
    """What is wrong with an end, or None."""
    if spent_ms > TIMEOUT_MS + LATE_MS:
        return "took {} ms".format(spent_ms)
    if tag != "ends" and error is None:
        return "went well"
    if tag == "limit" and not any(limit in error for limit in LIMITS):
        return "ended by {}".format(error)
    if error and (b"\n" in error or len(error) > 300 or b"Traceback" in error):
        return "says {}".format(error)
    return None


def used():
    gc.collect()
    return gc.mem_alloc()


async def test_hostile_scripts():
    wrong = []
    for title, tag, text in scripts():
        before = used()
        fault = judge(tag, *await run(text))
        # The next message is answered as if nothing had been.
        printed = []
        error = await run_text(b"print(#('x'):rep(10) + 1)", "y.lua", printed.append)
        if error or b"".join(printed) != b"11\n":
            fault = "the next script failed: {}".format(error or printed)
        text = error = printed = None
        kept = used() - before
        if kept > KEPT_BYTES and len(wrong) < 99:
            fault = fault or "{} bytes are kept".format(kept)
        if fault:
            wrong.append(title + ": " + fault)
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
    error = await run_text(text, "x.lua", marks.append, TIMEOUT_MS)
    assert b"timed out" in error and not marks, (error, marks)
