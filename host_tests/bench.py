"""Measures the firmware on the simulated board and prints one table: `make bench`.

"Peak" is the smallest --heap at which a scenario passes, found by bisection in steps of 2 KB;
memory of the 64-bit port is 1.4 to 2 times that of a chip for the same work. Times are medians.
Nothing here passes or fails.

usage: bench.py [--quick]
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "boards"), str(Path(__file__).parent)]

import image
from e2e import scripted
from e2e.board import REPO, Board

LAMP = {"gpio.names": {"lamp": 5}}
GROUPS = {"tools.groups": ["analog", "bus", "sensor", "board"]}
TOOL_TURN = [
    scripted.calls(("gpio_control", {"pin": "lamp", "action": "toggle"})),
    scripted.calls(("get_current_time", {})),
    scripted.calls(("list_dir", {"path": "/data/"})),
    scripted.text("Done, the lamp is switched."),
]


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


def peak_kb(scenario, low=24, high=512, options=()):
    """The smallest heap in KB at which a scenario passes, or None if `high` does not do."""

    def passes(size):
        try:
            scenario([*options, "--heap", f"{size}K"])
            return True
        except Failed:
            return False

    if not passes(high):
        return None
    while high - low > 2:
        middle = (low + high) // 2
        low, high = (low, middle) if passes(middle) else (middle, high)
    return high


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
        for name, content in image.build("ESP32_GENERIC").items():
            path = root / "rom" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    play(TOOL_TURN + [scripted.text("End.")], 1, options, None, lay)


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


def heap_growth():
    """Heap peak of turn 2 and of turn 100, in bytes, as the METRIC lines say."""
    _, _, log = play([scripted.text("A short answer. " * 8)], 100, ["--heap", "192K"])
    peaks = [
        int(line.split("heap_peak=")[1].split()[0])
        for line in log.splitlines()
        if "METRIC turn" in line
    ]
    return peaks[1], peaks[99]


def first_character_ms(turns=25):
    """Median time in ms from the server's first token to the first character on the line."""
    delays = []
    with tempfile.TemporaryDirectory() as folder, scripted.Scripted(slow_tail) as model:
        board = Board(Path(folder) / "board", {"llm.url": model.url, "llm.model": "m"})
        with board:
            for _ in range(turns):
                board.send("hello")
                line = board.line()
                delays.append((time.monotonic() - model.first_token[-1]) * 1000)
                assert line == "first", line
                board.line()
    return statistics.median(delays)


def slow_tail(handler):
    """One line at once, the rest later: the line shows when the first token came through."""
    server = handler.server.outer
    server.stream(handler, [scripted.delta(content="first\n")], done=False)
    time.sleep(0.1)
    for chunk in (scripted.delta(content="rest"), scripted.delta("stop")):
        server.piece(handler, b"data: " + json.dumps(chunk).encode() + b"\n\n")
    server.piece(handler, b"data: [DONE]\n\n")
    handler.wfile.write(b"0\r\n\r\n")


def cpu_ms_a_turn(turns):
    """CPU of the board's processes for one plain turn, in ms: `turns` against none."""

    def used(count):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        play([scripted.text("A short answer.")], count)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000

    return (used(turns) - used(0)) / turns


def sizes():
    """What image.py says: bytes of .mpy and data of each room, and of the image."""
    command = [sys.executable, REPO / "boards" / "image.py"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def row(name, value, unit, limit=""):
    print(f"{name:<58} {'fails' if value is None else value:>10} {unit:<6} {limit}", flush=True)


def peaks(title, options, scenarios):
    for scenario, limit in scenarios:
        name = f"{title}, peak: {scenario.__name__.replace('_', ' ')}"
        row(name, peak_kb(scenario, options=options), "KB", limit)


def builds():
    """Each way to hold the firmware: a title, launcher options, scenarios and limits."""
    u32 = REPO / "build" / "u32"
    yield (
        "64-bit, ROM image",
        [],
        (
            (idle, ""),
            (one_tool_turn, ""),
            (tool_turns, "at most 192, aim 144"),
            (long_answer, "at most 192"),
            (big_tool, "at most 192"),
        ),
    )
    if not (u32 / "micropython-u32").exists():
        print("no 32-bit rows: `make u32` builds the interpreters")
        return
    yield (
        "32-bit, frozen",
        ["--micropython", u32 / "micropython-u32-frozen"],
        ((idle, ""), (tool_turns, "at most 64"), (long_answer, "")),
    )
    yield (
        "32-bit, ROM image",
        ["--micropython", u32 / "micropython-u32"],
        (
            (idle, ""),
            (tool_turns, "at most 112"),
            (long_answer, ""),
            (tool_turn_from_files, "at most 112"),
        ),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leave the bisections out")
    arguments = parser.parse_args()
    for title, options, scenarios in builds():
        if arguments.quick:
            break
        peaks(title, options, scenarios)
    frozen = REPO / "build" / "u32" / "micropython-u32-frozen"
    if frozen.exists():
        _, heap, _ = play([scripted.text("Hi.")], 0, ["--micropython", frozen])
        row("32-bit, frozen, heap in use at idle", heap["alloc"], "bytes", "at most 40960")
    second, hundredth = heap_growth()
    row("heap peak, turn 2", second, "bytes")
    change = f"within 2048 of turn 2 ({hundredth - second:+})"
    row("heap peak, turn 100", hundredth, "bytes", change)
    delay_ms = first_character_ms()
    row(
        "first character after the first token, median of 25",
        f"{delay_ms:.1f}",
        "ms",
        "at most 20",
    )
    row("CPU a turn, 50 turns", f"{cpu_ms_a_turn(50):.1f}", "ms", "below 20")
    row("CPU a turn, 200 turns", f"{cpu_ms_a_turn(200):.1f}", "ms", "flat")
    print(sizes())


if __name__ == "__main__":
    main()
