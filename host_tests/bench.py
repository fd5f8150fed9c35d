"""Measures the firmware on the simulated board and prints one table: `make bench`.

"Peak" is the smallest --heap at which a scenario passes, found by bisection in steps of 2 KB;
memory of the 64-bit port is 1.4 to 2 times that of a chip for the same work. Times are medians.
Nothing here passes or fails.

usage: bench.py [--quick] [--scripts]
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

from e2e import scripted
from e2e.board import REPO, Board
from scenarios import (
    Failed,
    big_tool,
    idle,
    long_answer,
    one_tool_turn,
    play,
    tool_turn_from_files,
    tool_turns,
    two_jobs_and_a_turn,
)
from script.bench import table


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
            (two_jobs_and_a_turn, ""),
        ),
    )
    if not (u32 / "micropython-u32").exists():
        print("no 32-bit rows: `make u32` builds the interpreters")
        return
    yield (
        "32-bit, frozen",
        ["--micropython", u32 / "micropython-u32-frozen"],
        (
            (idle, ""),
            (tool_turns, "at most 64"),
            (long_answer, ""),
            (two_jobs_and_a_turn, "at most 112"),
        ),
    )
    yield (
        "32-bit, ROM image",
        ["--micropython", u32 / "micropython-u32"],
        (
            (idle, ""),
            (tool_turns, "at most 112"),
            (long_answer, ""),
            (two_jobs_and_a_turn, "at most 112"),
            (tool_turn_from_files, "at most 112"),
        ),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leave the bisections out")
    parser.add_argument(
        "--scripts", action="store_true", help="measure the engine of scripts alone"
    )
    arguments = parser.parse_args()
    if arguments.scripts:
        return table.rows(row)
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
    table.rows(row)
    print(sizes())


if __name__ == "__main__":
    main()
