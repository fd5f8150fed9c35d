"""script/jobs.py: runs and jobs with real Lua; their places, states, logs and ends."""

import asyncio
import os
import time

from script.jobs import JobError, Jobs
from system.paths import PathError

FOREVER = "while true do sys.sleep_ms(5) end"
BUSY = "local function spin() while true do end end spin()"


class Bus:
    def __init__(self):
        self.current = None
        self.task = None
        self.told = []

    def is_turn(self):
        return asyncio.current_task() is self.task

    def notify(self, session, text):
        self.told.append((session, text))
        return True


class Pins:
    def __init__(self):
        self.released = []

    def release(self, owner):
        self.released.append(owner)


def make(**settings):
    config = {"script.timeout_s": 30, "script.heap_kb": 400}
    config.update(settings)
    jobs = Jobs({"config": config, "bus": Bus(), "pins": Pins()})
    return jobs


def write(name, text, folder="/data/scripts"):
    path = ""
    for part in folder[1:].split("/"):
        path += "/" + part
        try:
            os.mkdir(path)
        except OSError:
            pass
    with open(folder + "/" + name, "w") as file:
        file.write(text)
    return folder + "/" + name


def lua(jobs, text, name="x.lua"):
    """The Source of a file with this text; `sys` is there."""
    return jobs.source(write(name, 'local sys = require("sys") ' + text))


async def run(text, arguments=None, timeout_ms=None, jobs=None):
    """Runs code; returns (state, result or error, printed)."""
    jobs = jobs or make()
    outcome, printed = await jobs.run(jobs.source(None, text), "serial:0", arguments, timeout_ms)
    return outcome.state, outcome.result or outcome.error, printed


async def refused(function):
    """The sentence with which a call is refused."""
    try:
        result = function()
        if hasattr(result, "send"):
            await result
    except (JobError, PathError) as error:
        return error.args[0]
    raise AssertionError("not refused")


async def until(job, *states):
    start = time.ticks_ms()
    while job.state not in states:
        assert time.ticks_diff(time.ticks_ms(), start) < 15000, (job.state, job.outcome)
        await asyncio.sleep_ms(5)


async def test_what_a_script_returns():
    for text, expected in (
        ("", ""),
        ("return", ""),
        ("return nil", ""),
        ("return 42", "42"),
        ("return 1, 'two', nil, 4.5", '[1,"two",null,4.5]'),
        ("return {1, 2, {a = true}}", '[1,2,{"a":true}]'),
        ("return {}", "{}"),
        ("return 'caf\\u{e9}'", '"café"'),
        ("function run(args) return args.a + 1 end return 'top'", "3"),
        ("function run(args) end return 'top'", ""),
        ("function run(args) return args end", '{"a":2,"list":[1,null,"x"]}'),
        ("run = 5", ""),
    ):
        state, result, printed = await run(text, {"a": 2, "list": [1, None, "x"]})
        if text == "run = 5":
            assert state == "FAILED" and "attempt to call a number value" in result, result
        else:
            assert (state, result, printed) == ("DONE", expected, ""), (text, state, result)
    state, result, _ = await run("return print")
    assert state == "DONE" and result.startswith('"function: ')


async def test_arguments_are_an_empty_table_by_default():
    assert await run("function run(args) return next(args) == nil end") == ("DONE", "true", "")


async def test_what_a_script_prints():
    assert await run("print('a', 1) print('b')") == ("DONE", "", "a\t1\nb\n")
    state, _, printed = await run("for i = 1, 1000 do print(('é'):rep(10)) end")
    assert state == "DONE" and printed.endswith("\n[cut: 2048 of 21000 bytes]"), printed[-40:]


async def test_a_long_result_is_cut_and_stays_json():
    import json

    _, result, _ = await run("return ('é'):rep(5000)")
    assert len(json.loads(result).encode()) <= 2048 and "cut" in result


async def test_errors_name_file_and_line():
    for text, expected in (
        ("local x\n\nx.y = 1", "code:3: attempt to index a nil value (local 'x')"),
        ("x = = 1", "code:1: unexpected symbol near '='"),
        ("error('boom')", "code:1: boom"),
        ("error({})", None),
        ("function run()\n error('in run') end", "code:2: in run"),
        ("error('plain', 0)", "plain"),
    ):
        state, error, _ = await run(text)
        assert state == "FAILED", text
        assert expected is None or error == expected, (text, error)


async def test_a_fault_has_a_traceback_and_what_was_printed_before():
    jobs = make()
    text = "print('before')\nlocal function f() local x = nil + 1 end\nf()"
    outcome, printed = await jobs.run(jobs.source(None, text), "serial:0")
    assert printed == "before\n"
    assert "stack traceback:" in outcome.traceback and "code:3" in outcome.traceback


async def test_limits_of_a_run():
    start = time.ticks_ms()
    state, error, printed = await run("print('x') while true do end", None, 100)
    assert state == "TIMEOUT" and "timed out after 0.1 s" in error and printed == "x\n"
    assert time.ticks_diff(time.ticks_ms(), start) < 250
    assert (await run(BUSY, None, 100))[0] == "TIMEOUT"
    state, error, _ = await run("pcall(function() while true do end end)", None, 30000)
    assert state == "TIMEOUT" and "40 million" in error
    state, error, _ = await run("local t = {} while true do t[#t + 1] = {} end", None, 5000)
    assert state == "FAILED" and "script.heap_kb" in error
    state, error, _ = await run("local function f() return 1 + f() end f()")
    assert state == "FAILED" and "stack overflow" in error


async def test_the_setting_is_the_default_timeout():
    jobs = make(**{"script.timeout_s": 1})
    state, error, _ = await run("require('sys').sleep_ms(9000)", None, None, jobs)
    assert state == "TIMEOUT" and "after 1 s" in error


async def test_bad_requests_are_refused():
    jobs = make()
    write("big.lua", "-" * 65537)
    write("x.txt", "")
    write("x.lua", "", "/data/notes")
    for arguments, words in (
        ((), "either 'path' or 'code'"),
        (("/data/scripts/x.lua", "x"), "either 'path' or 'code'"),
        (("/data/scripts/none.lua",), "/data/scripts/none.lua: not found"),
        (("/data/scripts/big.lua",), "at most 64 KB"),
        (("/data/scripts/x.txt",), "ends in .lua"),
        (("/data/notes/x.lua",), "a script lies in /data/scripts, "),
        (("/data/scripts/../notes/x.lua",), ".."),
        (("/state/x.lua",), "/data/ or /rom/"),
        (("x.lua",), "/data/ or /rom/"),
    ):
        sentence = await refused(lambda: jobs.source(*arguments))
        assert words in sentence, sentence
    for timeout_ms in (0, -1, 86400001):
        assert "a day" in await refused(lambda: jobs.run(lua(jobs, ""), "s", None, timeout_ms))
        assert "a day" in await refused(lambda: jobs.start(lua(jobs, ""), "s", None, timeout_ms))


async def test_a_job_from_start_to_end():
    jobs = make()
    job = await jobs.start(
        lua(jobs, "print('hello') sys.sleep_ms(30) function run(a) print(a.n) return a.n * 2 end"),
        "serial:0",
        {"n": 21},
    )
    assert job.number == 1 and job.name == "x" and job.state == "QUEUED"
    await until(job, "RUNNING")
    await until(job, "DONE")
    assert job.outcome.result == "42"
    assert job.log.lines() == [(1, "hello"), (2, "21")]
    assert jobs.find(1) is job and jobs.list() == [job]
    assert jobs._services["pins"].released == ["job 1 (x)"]
    assert "there is no job 2; there are: job 1 (x)" == await refused(lambda: jobs.find(2))


async def test_ends_of_jobs():
    jobs = make()
    for text, timeout_ms, state in (
        ("error('x')", None, "FAILED"),
        ("x = = 1", None, "FAILED"),
        (FOREVER, 50, "TIMEOUT"),
        ("while true do end", 50, "TIMEOUT"),
        ("while true do end", None, "TIMEOUT"),  # the tick budget
    ):
        job = await jobs.start(lua(jobs, text), "serial:0", None, timeout_ms)
        await until(job, "FAILED", "TIMEOUT", "DONE")
        assert job.state == state, (text, job.state)
    assert "sys.sleep_ms" in job.outcome.error


async def test_a_stop_ends_a_job_soon():
    jobs = make()
    for text in (FOREVER, BUSY, "while true do end", "while true do pcall(sys.sleep_ms, 1e6) end"):
        job = await jobs.start(lua(jobs, text.replace("1e6", "1000000")), "serial:0")
        await asyncio.sleep_ms(40)
        start = time.ticks_ms()
        assert await jobs.stop(job.number) is job
        assert job.state == "STOPPED", text
        assert time.ticks_diff(time.ticks_ms(), start) <= 70, text
    await jobs.stop(job.number)  # again: nothing
    assert job.state == "STOPPED"


async def test_two_run_and_two_wait():
    jobs = make()
    started = []
    for name in "abcd":
        started.append(await jobs.start(lua(jobs, FOREVER, name + ".lua"), "serial:0"))
    await asyncio.sleep_ms(60)
    assert [job.state for job in started] == ["RUNNING", "RUNNING", "QUEUED", "QUEUED"]
    assert jobs.summary().startswith("job 1 (a) RUNNING, job 2 (b) RUNNING, job 3 (c) QUEUED")
    sentence = await refused(lambda: jobs.start(lua(jobs, "", "e.lua"), "serial:0"))
    assert "all 4 job slots" in sentence and "lua_job_stop" in sentence
    sentence = await refused(lambda: jobs.run(lua(jobs, ""), "serial:0"))
    assert "2 scripts run already (job 1 (a), job 2 (b))" in sentence, sentence
    await jobs.stop(3)
    assert started[2].state == "STOPPED"
    await jobs.stop(1)
    await until(started[3], "RUNNING")
    await jobs.close()
    assert [job.state for job in started] == ["STOPPED"] * 4


async def test_a_run_takes_one_of_the_two_places():
    jobs = make()
    job = await jobs.start(lua(jobs, FOREVER), "serial:0")
    await until(job, "RUNNING")
    assert (await run("return 1", None, None, jobs))[:2] == ("DONE", "1")
    await jobs.close()


async def test_finished_jobs_give_way_oldest_first():
    jobs = make()
    for name in "abcdef":
        job = await jobs.start(lua(jobs, "", name + ".lua"), "serial:0")
        await until(job, "DONE")
    assert [job.name for job in jobs.list()] == ["c", "d", "e", "f"]
    assert [job.number for job in jobs.list()] == [3, 4, 5, 6]


async def test_names_and_replace():
    jobs = make()
    job = await jobs.start(lua(jobs, FOREVER), "serial:0", None, None, "lamp")
    await until(job, "RUNNING")
    sentence = await refused(lambda: jobs.start(lua(jobs, ""), "s", None, None, "lamp"))
    assert sentence == "job 1 (lamp) is RUNNING already; replace=true stops it first"
    second = await jobs.start(lua(jobs, ""), "serial:0", None, None, "lamp", True)
    assert job.state == "STOPPED" and second.number == 2
    await until(second, "DONE")
    third = await jobs.start(lua(jobs, ""), "serial:0", None, None, "lamp")  # its name is free
    await until(third, "DONE")


async def test_the_log_keeps_the_last_lines():
    jobs = make()
    job = await jobs.start(lua(jobs, "for i = 1, 500 do print('line', i) end"), "serial:0")
    await until(job, "DONE")
    lines = job.log.lines()
    assert lines[-1] == (500, "line\t500") and job.log.next == 501
    assert sum([len(text) for _, text in lines]) <= 2048
    assert job.log.lines(499) == [(499, "line\t499"), (500, "line\t500")]
    assert job.log.lines(501) == [] and job.log.lines(-3)[0] == lines[0]


async def test_a_timer_keeps_a_job_going():
    jobs = make()
    text = "local t = require('timer') local n = 0 local id id = t.start(10, function() n = n + 1 "
    text += "print(n) if n == 3 then t.stop(id) end end, true)"
    job = await jobs.start(lua(jobs, text), "serial:0")
    await asyncio.sleep_ms(15)
    assert job.state == "RUNNING"
    await until(job, "DONE")
    assert [line for _, line in job.log.lines()] == ["1", "2", "3"]
    job = await jobs.start(lua(jobs, "require('timer').start(10, error, true)"), "serial:0")
    await until(job, "FAILED")


async def test_a_run_that_ends_with_live_timers_says_so():
    state, _, printed = await run("require('timer').start(1000, print, true)")
    assert state == "DONE" and "lua_run_async keeps them" in printed, printed


async def test_notes_go_to_whoever_started_the_script_and_not_too_fast():
    jobs = make()
    text = "local e, ok, why = require('event') for i = 1, 9 do "
    text += "ok, why = e.notify('n' .. i) "
    text += "if not ok then return i, why end end"
    outcome, _ = await jobs.run(lua(jobs, text), "telegram:7")
    told = jobs._services["bus"].told
    assert told[0] == ("telegram:7", "n1") and 5 <= len(told) <= 7, told
    assert "one a second" in outcome.result, outcome.result


async def test_the_script_may_go_while_it_runs():
    jobs = make()
    job = await jobs.start(lua(jobs, "sys.sleep_ms(50) return 1"), "serial:0")
    await until(job, "RUNNING")
    await asyncio.sleep_ms(10)
    os.remove("/data/scripts/x.lua")
    await until(job, "DONE")
    script = lua(jobs, "")
    os.remove("/data/scripts/x.lua")
    job = await jobs.start(script, "serial:0")
    await until(job, "FAILED")
    assert job.outcome.error == "x.lua: not found"


async def test_a_cancelled_turn_ends_its_script():
    jobs = make()
    for text in (FOREVER, BUSY, "while true do end"):
        task = asyncio.create_task(jobs.run(lua(jobs, text), "serial:0"))
        await asyncio.sleep_ms(50)
        start = time.ticks_ms()
        task.cancel()
        try:
            await task
            raise AssertionError
        except asyncio.CancelledError:
            pass
        assert time.ticks_diff(time.ticks_ms(), start) <= 70, text
        assert jobs._running == 0 and not jobs._waited_for


async def test_a_stop_from_a_command_ends_a_run():
    jobs = make()
    assert not jobs.stop_runs()
    task = asyncio.create_task(jobs.run(lua(jobs, FOREVER), "serial:0"))
    await asyncio.sleep_ms(40)
    assert jobs.stop_runs()
    outcome, _ = await task
    assert outcome.state == "STOPPED"


async def test_a_loop_that_is_gone_gives_up_the_pins():
    jobs = make()
    job = await jobs.start(lua(jobs, FOREVER), "serial:0")
    await until(job, "RUNNING")
    jobs.abandon()
    assert jobs._services["pins"].released == ["job 1 (x)"]
    assert job.state == "STOPPED" and jobs._running == 0


async def test_what_a_turn_takes_does_not_end_a_job():
    jobs = make(**{"script.heap_kb": 64})
    bus = jobs._services["bus"]
    job = await jobs.start(
        lua(jobs, "while true do local s = ('x'):rep(900) sys.sleep_ms(1) end"), "s"
    )
    await until(job, "RUNNING")
    for _ in range(3):
        bus.current = job
        taken = [bytes(100) for _ in range(80)]
        await asyncio.sleep_ms(100)
        taken = bus.current = None
        await asyncio.sleep_ms(50)
    assert job.state == "RUNNING" and taken is None
    await jobs.close()


async def test_what_a_run_took_is_free_again():
    import gc

    from script import jobs as module

    module._forget_engine = lambda: None  # compiled anew from its sources, it leaves crumbs
    jobs = make()
    text = "local t = {} for i = 1, 500 do t[i] = {n = i} end local s = ('x'):rep(2000) return #t"
    kept = []
    for _ in range(4):
        assert (await run(text, None, None, jobs))[:2] == ("DONE", "500")
        gc.collect()
        kept.append(gc.mem_alloc())
    assert kept[3] - kept[1] <= 200, kept
