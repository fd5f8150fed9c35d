"""tools/script.py: what the model reads of scripts."""

import asyncio
import os

from script.jobs import Jobs
from toolbox import answers, make


class Bus:
    current = None
    told = []

    def is_turn(self):
        return False

    def notify(self, session, text):
        Bus.told.append((session, text))
        return True


def start():
    """A registry with jobs, and a few scripts on the flash."""
    registry = make()
    services = registry._ctx.services
    services.update({"config": registry._ctx.config, "pins": registry._ctx.pins})
    services.update({"bus": Bus(), "registry": registry})
    services["jobs"] = Jobs(services)
    for folder in ("/data", "/data/scripts"):
        os.mkdir(folder)
    for name, text in SCRIPTS:
        with open("/data/scripts/" + name, "w") as file:
            file.write(text)
    return registry


SCRIPTS = (
    ("add.lua", "function run(args) return args.a + args.b end"),
    ("fail.lua", "local function f(x)\n  return x.y\nend\nprint('here')\nf(nil)"),
    ("wait.lua", "local sys = require('sys')\nprint('on')\nwhile true do sys.sleep_ms(5) end"),
    ("count.lua", "for i = 1, 300 do print('number', i) end return {total = 300}"),
)


async def until(registry, words):
    """Waits until what is shown of the first job has these words."""
    for _ in range(300):
        shown = await registry.run("lua_job_get", '{"job_id":1}')
        if words in shown:
            return
        await asyncio.sleep_ms(10)
    raise AssertionError(shown)


async def test_lua_run():
    await answers(
        start(),
        "lua_run",
        (
            ('{"path":"/data/scripts/add.lua","args":{"a":2,"b":40}}', "OK: result 42"),
            ('{"code":"return 1 + 1"}', "OK: result 2"),
            ("{\"code\":\"print('a') print('b')\"}", "OK\nprinted:\na\nb"),
            ('{"code":"print(\'a\') return {}"}', "OK: result {}\nprinted:\na"),
            ('{"code":""}', "OK"),
            ("{}", "Error: give either 'path' or 'code'"),
            ('{"path":"/data/scripts/x.lua"}', "Error: /data/scripts/x.lua: not found"),
            ('{"path":"/etc/x.lua"}', "Error: a path begins with /data/ or /rom/"),
            ('{"code":"x = = 1"}', "Error: code:1: unexpected symbol near '='"),
            ('{"code":"","timeout_ms":0}', "Error: timeout_ms must be 1 to 86400000 (a day)"),
        ),
    )


async def test_a_fault_comes_with_its_place_and_what_was_printed():
    got = await start().run("lua_run", '{"path":"/data/scripts/fail.lua"}')
    lines = got.split("\n")
    assert lines[0] == "Error: fail.lua:2: attempt to index a nil value (local 'x')", got
    assert lines[1] == "stack traceback:" and "fail.lua:5" in got, got
    assert lines[-2:] == ["printed:", "here"], got


async def test_a_timeout_says_what_to_do():
    got = await start().run("lua_run", '{"code":"while true do end","timeout_ms":50}')
    assert got.startswith("Error: timed out after 0.05 s; ") and "lua_run_async" in got, got


async def test_a_job():
    registry = start()
    await answers(registry, "lua_job_list", (("{}", "(no jobs)"),))
    got = await registry.run("lua_run_async", '{"path":"/data/scripts/wait.lua","name":"lamp"}')
    assert got == "OK: job 1 (lamp) QUEUED; lua_job_get with job_id=1 shows its output", got
    await until(registry, "1: on")
    got = await registry.run("lua_job_list", "{}")
    assert got == "job 1 (lamp) RUNNING, 0 s", got
    got = await registry.run("lua_job_get", '{"job_id":1}')
    assert got == "OK: job 1 (lamp) RUNNING, 0 s\n1: on\n[go on with since_seq=2]", got
    got = await registry.run("lua_run_async", '{"path":"/data/scripts/wait.lua","name":"lamp"}')
    assert got == "Error: job 1 (lamp) is RUNNING already; replace=true stops it first", got
    got = await registry.run("lua_job_stop", '{"job_id":1}')
    assert got == "OK: job 1 (lamp) STOPPED, 0 s", got
    got = await registry.run("lua_job_stop", '{"job_id":7}')
    assert got == "Error: there is no job 7; there are: job 1 (lamp)", got


async def test_a_finished_job_shows_its_result_and_the_last_of_its_output():
    registry = start()
    await registry.run("lua_run_async", '{"path":"/data/scripts/count.lua"}')
    await until(registry, "DONE")
    got = await registry.run("lua_job_get", '{"job_id":1}')
    lines = got.split("\n")
    assert lines[0] == "OK: job 1 (count) DONE, 0 s" and lines[1] == 'result: {"total":300}', got
    assert lines[2].startswith("[lines 1 to ") and lines[2].endswith(" are gone]"), got
    assert lines[-2:] == ["300: number\t300", "[go on with since_seq=301]"], got
    got = await registry.run("lua_job_get", '{"job_id":1,"since_seq":300}')
    assert got.split("\n")[2:] == ["300: number\t300", "[go on with since_seq=301]"], got


async def test_a_failed_job_shows_its_fault():
    registry = start()
    await registry.run("lua_run_async", '{"path":"/data/scripts/fail.lua"}')
    await until(registry, "FAILED")
    lines = (await registry.run("lua_job_get", '{"job_id":1}')).split("\n")
    assert lines[0] == "OK: job 1 (fail) FAILED, 0 s"
    assert lines[1] == "fail.lua:2: attempt to index a nil value (local 'x')", lines
    assert "1: here" in lines
