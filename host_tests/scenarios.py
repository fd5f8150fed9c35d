"""What `make bench` puts a simulated board through; each scenario raises Failed when it does.

A scenario takes the launcher's options and plays turns against a scripted model.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "boards"), str(Path(__file__).parent)]

import image
from e2e import scripted
from e2e.board import Board

LAMP = {"gpio.names": {"lamp": 5}}
GROUPS = {"tools.groups": ["analog", "bus", "sensor", "board"]}
TOOL_TURN = [
    scripted.calls(("gpio_control", {"pin": "lamp", "action": "toggle"})),
    scripted.calls(("get_current_time", {})),
    scripted.calls(("list_dir", {"path": "/data/"})),
    scripted.text("Done, the lamp is switched."),
]


BLINK = """local gpio, sys = require("gpio"), require("sys")
gpio.set_direction(5, "output")
while true do
  gpio.toggle(5)
  sys.sleep_ms(50)
end
"""
COUNT = """local sys, seen = require("sys"), {}
while true do
  for i = 1, 200 do
    seen[i % 50] = (seen[i % 50] or 0) + i
  end
  sys.sleep_ms(10)
end
"""


class Failed(Exception):
    """The board did not pass the scenario with this heap."""


def play(script, turns, options=(), settings=None, prepare=None):
    """Runs turns against a script and returns the answers; Failed when one does not end well."""
    with tempfile.TemporaryDirectory() as folder, scripted.Scripted(*script) as model:
        root = Path(folder) / "board"
        root.mkdir()
        if prepare:
            prepare(root)
        board = Board(
            root,
            {"llm.url": model.url, "llm.model": "m", **LAMP, **(settings or {})},
            options=options,
        )
        try:
            with board:
                answers = []
                for number in range(turns):
                    answer, error = board.ask(f"Turn {number}, please.")
                    if error:
                        raise Failed(error)
                    answers.append(answer)
                return answers, json.loads(board.at("AT+CLAW=heap")[0][0]), board.log_text()
        except (EOFError, AssertionError, BrokenPipeError, subprocess.TimeoutExpired) as fault:
            raise Failed(str(fault)) from fault


def long_history(root):
    """A session file of 32 KB, without seals, as another program would write it."""
    folder = root / "state" / "sessions"
    folder.mkdir(parents=True)
    lines = []
    for number in range(36):
        lines.append(
            {
                "role": "user",
                "content": f"Question {number}: " + "what is the state of the lamp? " * 12,
            }
        )
        lines.append(
            {
                "role": "assistant",
                "content": f"Answer {number}: " + "the lamp is on and has been on. " * 12,
            }
        )
    (folder / "serial.0.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def idle(options):
    play([scripted.text("Hi.")], 0, options)


def tool_turns(options):
    """Five turns with three tools each, a 32 KB history and every tool schema."""
    play(TOOL_TURN * 5 + [scripted.text("End.")], 5, options, GROUPS, long_history)


def one_tool_turn(options):
    play(TOOL_TURN + [scripted.text("End.")], 1, options)


def tool_turn_from_files(options):
    """A turn with three tools, the code as .mpy files in a folder /rom, as on a stock image."""

    def lay(root):
        for name, content in image.build("ESP32_GENERIC")["rom.img"].items():
            path = root / "rom" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    play(TOOL_TURN + [scripted.text("End.")], 1, options, None, lay)


def two_jobs_and_a_turn(options):
    """A turn with three tools beside two jobs, both of which run on."""

    def scripts(root):
        folder = root / "data" / "scripts"
        folder.mkdir(parents=True)
        (folder / "blink.lua").write_text(BLINK)
        (folder / "count.lua").write_text(COUNT)

    def job(name):
        return ("lua_run_async", {"path": f"/data/scripts/{name}.lua", "name": name})

    def check(handler):
        model = handler.server.outer
        result = model.bodies[-1]["messages"][-1]["content"]
        running = "Running." if result.count("RUNNING") == 2 else result[:200]
        model.stream(handler, scripted.text(running))

    jobs = [scripted.calls(job("blink"), job("count")), scripted.text("Started.")]
    listed = [scripted.calls(("lua_job_list", {})), check]
    answers, _, _ = play(jobs + TOOL_TURN + listed, 3, options, None, scripts)
    if answers[2] != "Running.":
        raise Failed(answers[2])


def long_answer(options):
    answers, _, _ = play([scripted.text("word " * 12288, 64)], 1, options)
    if len(answers[0]) != 61440:
        raise Failed(f"{len(answers[0])} characters arrived")


def big_tool(options):
    """A tool that yields 200 KB, of which 4 KB go to the model."""

    def addon(root):
        (root / "addons").mkdir()
        (root / "addons" / "big.py").write_text(
            "from tools.registry import tool\n\n\n"
            '@tool("big", "Makes 200 KB.", {})\ndef big(ctx):\n'
            '    for _ in range(800):\n        yield "x" * 256\n'
        )

    def check(handler):
        model = handler.server.outer
        result = model.bodies[-1]["messages"][-1]["content"]
        kept = 4000 < len(result) <= 4096 and result.startswith("xxxx")
        model.stream(handler, scripted.text("Done." if kept else result[:80]))

    answers, _, _ = play([scripted.calls(("big", {})), check], 1, options, None, addon)
    if answers != ["Done."]:
        raise Failed(answers[0])
