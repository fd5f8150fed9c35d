"""Runs Lua files on the engine, without a board: `micropython lua_main.py x.lua y.lua …`.

Errors are printed as lua5.4 prints them. For twins.py, which runs many programs a process,
`lua_main.py - MARK` reads frames "length name\\n" + text, and after what a program printed writes
MARK, its error, MARK; `lua_main.py -c MARK` compiles only, and prints the Python of the pieces.
"""

import sys

_REPO = __file__.rpartition("lua_main.py")[0] + "../../"
sys.path[:0] = [_REPO + room for room in ("firmware", "firmware/lib", "boards/unix/mocks")]

import asyncio

from script import program, share
from script.errors import text_of
from script.run import Run
from script.values import Cancel, LuaError, state

program._compiling = 1  # always, or the compiler would be read anew for each program

_write = sys.stdout.buffer.write


class Source:
    """A text that is read as a file is."""

    def __init__(self, text):
        self._text = memoryview(text)

    def read(self, buf):
        n = min(len(buf), len(self._text))
        buf[:n] = self._text[:n]
        self._text = self._text[n:]
        return n


async def run_text(text, name, write=_write, timeout_ms=20000, heap_bytes=3000000):
    """Runs a program; returns the bytes of its error, None when it went well."""
    run = Run("test", {}, write, lambda text: None, timeout_ms)
    share.enter(heap_bytes, lambda: False)
    try:
        await run.finish(program.Program(run).load(Source(text).read, name))
    except (Exception, Cancel) as error:
        state.run = run  # whose lines the places are in
        return text_of(error)
    finally:
        state.run = None
        run.close()
        share.leave()


async def compile_text(text, name):
    """Prints the Python that a program becomes; returns the bytes of its error."""
    run = Run("test", {}, _write, lambda text: None)
    original = compile
    compiler = __import__("script.compiler").compiler  # the engine lets go of it after each use

    def spy(piece, *rest):
        _write(piece if isinstance(piece, bytes) else piece.encode())
        return original(piece, *rest)

    compiler.compile = spy
    try:
        program.Program(run).load(Source(text).read, name)
    except LuaError as error:
        return text_of(error)
    finally:
        compiler.compile = original
        run.close()


async def serve(mark, work):
    stdin = sys.stdin.buffer
    while True:
        head = stdin.readline()
        if not head:
            break
        length, name = head.decode().rstrip("\n").split(" ", 1)
        error = await work(stdin.read(int(length)), name)
        _write(mark + (error or b"") + mark)


async def main(arguments):
    if arguments[0] in ("-", "-c"):
        return await serve(
            arguments[1].encode(), compile_text if arguments[0] == "-c" else run_text
        )
    for path in arguments:
        with open(path, "rb") as file:
            error = await run_text(file.read(), path.rsplit("/", 1)[-1])
        if error is not None:
            sys.stderr.write("lua: " + error.decode() + "\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
