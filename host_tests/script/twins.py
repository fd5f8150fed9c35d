"""Runs Lua programs on the engine and under lua5.4, many a process, and returns what each printed.

A result is bytes: the output, and for a program that failed a last line `lua: message`.
"""

import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPO = HERE.parent.parent
MICROPYTHON = REPO / ".venv" / "bin" / "micropython"
U32 = REPO / "build" / "u32" / "micropython-u32"
LUA = shutil.which("lua5.4")
NO_LUA = "Lua is not installed, and scripts are compared with it. Install it with: " + (
    "apt-get install lua5.4"
)
MARK = "\x01--\x02"
# A program that ends its interpreter, or never ends, costs a process and is told by these.
CRASHED = b"<the interpreter ended>"
ENDLESS = b"<no end>"


def frame(text, name="x.lua"):
    return b"%d %s\n%s" % (len(text), name.encode(), text)


def run_all(command, programs, timeout_s, env=None):
    """The result of each program; one that takes its process with it does not hurt the next."""
    results = []
    while len(results) < len(programs):
        rest = programs[len(results) :]
        ended = CRASHED
        try:
            done = subprocess.run(
                [str(word) for word in command],
                input=b"".join(frame(text) for text in rest),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=timeout_s,
                env=env,
            )
            output = done.stdout
        except subprocess.TimeoutExpired as exc:
            output, ended = exc.stdout or b"", ENDLESS
        parts = output.split(MARK.encode())
        for printed, error in zip(parts[0::2], parts[1::2]):
            if len(parts) % 2 == 0 and error is parts[-1]:
                break
            results.append(printed + (b"lua: " + error + b"\n" if error else b""))
        if len(results) < len(programs):
            results.append(parts[-1] + ended + b"\n")
    return results


def lua54(programs, timeout_s=60):
    # Dates are compared too.
    env = {**os.environ, "TZ": "UTC", "LC_ALL": "C"}
    return run_all([LUA, HERE / "oracle.lua", MARK], programs, timeout_s, env)


def engine(programs, timeout_s=60, heap="8M", mode="-", interpreter=MICROPYTHON):
    command = [interpreter, "-X", f"heapsize={heap}", HERE / "lua_main.py", mode, MARK]
    return run_all(command, programs, timeout_s, {**os.environ, "TZ": "UTC"})


def pieces(programs):
    """The Python that each program becomes, as one text; an error is left out."""
    results = engine(programs, mode="-c")
    return [
        result.rpartition(b"lua: ")[0 if b"lua: " in result else 2].decode() for result in results
    ]
