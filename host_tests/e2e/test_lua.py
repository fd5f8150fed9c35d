"""Scripts on the simulated board: by the model's tools and by AT, beside turns, to their ends."""

import functools
import json
import time

import pytest

from . import scripted
from .scripted import calls, text

BLINK = """
local gpio, sys = require("gpio"), require("sys")
gpio.set_direction(5, "output")
while true do
  gpio.toggle(5)
  sys.sleep_ms(20)
end
"""
RUN = "function run(args) print('n is', args.n) return {double = args.n * 2} end"
FAIL = "print('before')\nlocal t = {}\nprint(t.a.b)"
SPIN = "local function spin() while true do local s = ('x'):rep(2000) end end\nspin()"
SCRIPTS = {"blink.lua": BLINK, "run.lua": RUN, "fail.lua": FAIL, "spin.lua": SPIN}


def put(board, files=None):
    folder = board.root / "data" / "scripts"
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in (files or SCRIPTS).items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.fixture
def rig(rig):
    """The 64-bit port holds the engine from ROM in twice what an ESP32 would take."""
    return functools.partial(rig, options=("--heap", "320K"))


@pytest.fixture
def board(rig):
    board, _ = rig(text("Hello."))
    put(board)
    return board


def lua(board, rest):
    payloads, error = board.at("AT+CLAW=lua," + rest)
    assert error is None and len(payloads) == 1, (payloads, error)
    return json.loads(payloads[0])


def toggles(board, pin=5):
    return sum(event["pin"] == pin and event["op"] == "write" for event in board.events())


def until(true, deadline_s=5):
    end = time.monotonic() + deadline_s
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_at_lua_gives_result_and_output(board):
    assert lua(board, '/data/scripts/run.lua,{"n": 21}') == {
        "result": {"double": 42},
        "stdout": "n is\t21\n",
    }


def test_at_lua_gives_the_fault(board):
    got = lua(board, "/data/scripts/fail.lua")
    assert got["error"] == "fail.lua:3: attempt to index a nil value (field 'a')"
    assert got["lua_error"].startswith("stack traceback:\n")
    assert got["stdout"] == "before\n"


@pytest.mark.parametrize(
    "rest, words",
    [
        ("", "path of a script"),
        ("/data/scripts/none.lua", "not found"),
        ("/state/x.lua", "/data/"),
        ("/data/x.lua", "/data/scripts"),
        ("/data/scripts/run.lua,[1]", "JSON object"),
        ("/data/scripts/run.lua,{", "JSON object"),
    ],
)
def test_a_bad_command_is_one_sentence(board, rest, words):
    payloads, error = board.at("AT+CLAW=lua," + rest)
    assert payloads == [] and words in error, (payloads, error)


BAD = {
    "unfinished.lua": "if true then",
    "encoding.lua": b"x = '\xff\xfe' \xff = 1",
    "nul.lua": b"x = 1 \x00 y = 2",
    "deep.lua": "x = " + "(" * 30000 + "1" + ")" * 30000,
    "deeper.lua": "x = " + "{" * 65000,
    "blocks.lua": "do " * 20000,
    "module.lua": "require('nothing')",
    "binary.lua": b"\x1bLua" + bytes(range(256)),
    "empty.lua": "",
}


def test_bad_scripts_are_one_sentence_each_and_the_board_goes_on(board):
    put(board, BAD)
    for name in BAD:
        got = lua(board, f"/data/scripts/{name}")
        if name == "empty.lua":
            assert got == {"result": None, "stdout": ""}
        else:
            assert got["error"].startswith((name, "module 'nothing' not found")), (name, got)
            assert "Traceback" not in json.dumps(got), got
        assert board.ask("hi") == ("Hello.", None)


def test_a_stop_ends_a_script(board):
    for name in ("blink.lua", "spin.lua"):
        board.send(f"AT+CLAW=lua,/data/scripts/{name}")
        time.sleep(0.4)
        start = time.monotonic()
        board.send("AT+CLAW=stop")
        line = board.line()
        assert time.monotonic() - start < 1
        assert json.loads(line[6:])["error"] == "stopped"
        assert (board.line(), board.line()) == ("OK", "OK")


def test_the_model_runs_a_script_and_reads_its_answer(rig):
    board, model = rig(
        calls(("lua_run", {"path": "/data/scripts/run.lua", "args": {"n": 4}})), text("Done.")
    )
    put(board)
    assert board.ask("run it") == ("Done.", None)
    assert model.bodies[1]["messages"][-1]["content"] == (
        'OK: result {"double":8}\nprinted:\nn is\t4'
    )


def test_a_turn_is_stopped_while_its_script_spins(rig):
    board, _ = rig(calls(("lua_run", {"path": "/data/scripts/spin.lua"})), text("Again."))
    put(board)
    board.send("run it")
    time.sleep(0.6)
    start = time.monotonic()
    board.send("/stop")
    assert "Stopped." in board.until("Stopped.")[-1]
    assert time.monotonic() - start < 1
    assert board.ask("and now") == ("Again.", None)


def test_a_job_blinks_beside_a_turn_and_ends_when_told(rig):
    board, _ = rig(
        calls(("lua_run_async", {"path": "/data/scripts/blink.lua"})),
        text("It blinks."),
        text("Word. " * 40, size=4),
    )
    put(board)
    assert board.ask("blink") == ("It blinks.", None)
    until(lambda: toggles(board) > 5)
    before = toggles(board)
    assert board.ask("talk")[1] is None
    time.sleep(0.3)
    assert toggles(board) > before + 5
    assert board.tool("lua_job_list").startswith("job 1 (blink) RUNNING")
    held = board.tool("gpio_control", pin=5, action="off")
    assert held == "Error: gpio 5 is in use by job 1 (blink) (output)"
    assert board.tool("lua_job_stop", job_id=1).startswith("OK: job 1 (blink) STOPPED")
    assert board.tool("gpio_control", pin=5, action="off").startswith("OK: gpio 5")


def test_a_job_is_not_there_after_a_restart(board):
    board.tool("lua_run_async", path="/data/scripts/blink.lua")
    until(lambda: toggles(board) > 2)
    board.send("AT+CLAW=restart")
    board.until("Pinpilot ")
    assert board.tool("lua_job_list") == "(no jobs)"


def test_at_the_end_of_input_scripts_finish_and_jobs_stop(rig):
    board, _ = rig(text("Hello."))
    put(board, {**SCRIPTS, "slow.lua": "require('sys').sleep_ms(700) return 'finished'"})
    board.tool("lua_run_async", path="/data/scripts/blink.lua")
    board.send("AT+CLAW=lua,/data/scripts/slow.lua")
    start = time.monotonic()
    board.process.stdin.close()
    assert json.loads(board.line()[6:])["result"] == "finished"
    assert board.line() == "OK"
    assert board.process.wait(5) == 0
    assert time.monotonic() - start < 5


def test_a_note_of_a_job_reaches_the_line(board):
    put(board, {"note.lua": "require('event').notify('the kettle boils')"})
    board.tool("lua_run_async", path="/data/scripts/note.lua")
    assert board.line() == '+CLAW-EVENT:"the kettle boils"'


def test_the_answer_comes_while_a_job_is_busy(rig):
    busy = "local sys = require('sys') while true do for i = 1, 20000 do end sys.sleep_ms(1) end"
    board, _ = rig(scripted.text("Quick."))
    put(board, {"busy.lua": busy})
    board.tool("lua_run_async", path="/data/scripts/busy.lua")
    for _ in range(3):
        start = time.monotonic()
        assert board.ask("hi") == ("Quick.", None)
        assert time.monotonic() - start < 3
