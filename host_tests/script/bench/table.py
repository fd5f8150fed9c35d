"""The rows of `make bench` about scripts: speed, memory, stack and patience beside their limits.

Speed is paired: in one process the hand-written version and the engine take turns, and lua5.4
follows at once; each row is the best of ROUNDS. The limits are for the 32-bit build with the
firmware frozen, as on a chip; code that is loaded from files looks names up more slowly.
"""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPO = HERE.parents[2]
MOCKS = REPO / "boards" / "unix" / "mocks"
MICROPYTHON = REPO / ".venv" / "bin" / "micropython"
FROZEN = REPO / "build" / "u32" / "micropython-u32-frozen"
LUA = shutil.which("lua5.4")
ROUNDS = 15
# What measure.py knows to keep a script busy with.
BUSY = ("main chunk", "function", "pcall", "sort", "pattern", "string")
# What is measured, its program in this folder, how many times the hand-written one it may take.
PROGRAMS = (
    ("fib(20)", "fib", 4.5),
    ("200,000 iterations", "loop", 7),
    ("string building", "strings", 3.5),
    ("sort of 5,000 with a comparator", "sort", 5),
    ("10,000 method calls", "oop", 13),
    ("format, gsub and match, 500 each", "text", 32),
)
LUA_TIMER = """
local work, best = dofile(arg[1]), math.huge
for _ = 1, tonumber(arg[2]) do
  local began = os.clock()
  work()
  best = math.min(best, os.clock() - began)
end
print(math.floor(best * 1e6))
"""
FLAT = (
    "last = {0} * 2 + total",
    "total = total + {0}",
    'if total > {0} then print("more than", {0}) end',
    "readings[#readings + 1] = total % 10",
    'names["n" .. {0}] = string.format("%d of %d", {0}, total)',
    "for i = 1, 3 do total = total + i end",
)


class Measured:
    """One way to run the engine: an interpreter, and where it finds the firmware."""

    def __init__(self, title, interpreter, paths):
        self.title = title
        self.interpreter = interpreter
        self.paths = [str(path) for path in paths]

    def start(self, heap, program, *words):
        """Runs a program of this folder with a heap; returns the finished process."""
        command = [self.interpreter, "-X", f"heapsize={heap}", HERE / program, *words]
        return subprocess.run(
            [str(word) for word in command],
            env={**os.environ, "MEASURE": json.dumps(self.paths)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def ask(self, *words, heap="2M"):
        """What measure.py answers, parsed."""
        done = self.start(heap, "measure.py", *words)
        if done.returncode:
            raise RuntimeError(f"measure.py {words}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        return json.loads(done.stdout.splitlines()[-1])

    def smallest_heap(self, script, low=8, high=256):
        """The smallest heap in KB that a script ends well with; None if `high` does not do."""

        def fails(size):
            return self.start(f"{size}K", "once.py", script, MOCKS).returncode

        if fails(high):
            return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if fails(middle) else (low, middle)
        return high


def ways():
    firmware = REPO / "firmware"
    generated = REPO / "build" / "ESP32_GENERIC" / "gen"
    yield Measured(
        "64-bit", MICROPYTHON, (generated, firmware, firmware / "lib", MOCKS, ".frozen")
    )
    if FROZEN.exists():
        yield Measured("32-bit", FROZEN, (".frozen", MOCKS))


def lua_us(name):
    """Best time of a program under lua5.4 in µs, or None where there is no lua5.4."""
    if not LUA:
        return None
    command = [LUA, "-", HERE / f"{name}.lua", str(ROUNDS)]
    done = subprocess.run(command, input=LUA_TIMER, capture_output=True, text=True, check=True)
    return int(done.stdout)


def speed(way, row):
    for what, name, limit in PROGRAMS:
        times = way.ask("speed", name, str(ROUNDS))
        lua = lua_us(name)
        ratio = f"{times['engine'] / times['hand']:.1f}"
        note = f"at most {limit}x; {times['engine']:,} us, by hand {times['hand']:,}"
        row(
            f"{way.title}, script: {what}", ratio, "x hand", note + f", lua5.4 {lua:,}" * bool(lua)
        )


def memory(way, row):
    title = f"{way.title} frozen, script: "
    ms = way.ask("compile", "hundred", str(ROUNDS)) / 1000
    row(title + "compile 100 lines", f"{ms:.1f}", "ms", "at most 8")
    held = way.ask("heap")
    row(title + "heap of the engine beside a script", held["running"], "bytes", "at most 10240")
    row(title + "heap of the engine after a script", held["after"], "bytes")
    peak = way.smallest_heap(HERE / "hundred.lua")
    row(title + "compile and run 100 lines, peak", peak, "KB", "at most 40")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "flat.lua"
        path.write_text(flat_script())
        row(
            title + "compile and run 300 flat lines, peak",
            way.smallest_heap(path),
            "KB",
            "at most 85",
        )
    row(title + "recursion at a 16 KB stack", way.ask("depth"), "calls", "at least 38")


def flat_script():
    """300 lines without a block around them."""
    lines = ["local total, readings, names = 0, {}, {}", "local function print() end"]
    lines += [FLAT[i % len(FLAT)].format(i) for i in range(298)]
    return "\n".join(lines)


def patience(way, row):
    for what in BUSY:
        found = way.ask("patience", what)
        row(
            f"{way.title}, script: longest wait of a 20 ms heartbeat, {what}",
            found["gap_ms"],
            "ms",
            "at most 60",
        )
        row(
            f"{way.title}, script: until a stop has worked, {what}",
            found["stop_ms"],
            "ms",
            "at most 60",
        )


def rows(row):
    """Prints every row by row(name, value, unit, limit)."""
    for way in ways():
        speed(way, row)
        if way.interpreter == FROZEN:
            memory(way, row)
        patience(way, row)
