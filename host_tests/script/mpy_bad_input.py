"""Files that are no scripts: each ends in one sentence, and the next script runs."""

from mpy_jobs import make, refused, write
from script import jobs as rooms
from script import program

HEAP = "4M"

# Or the engine would be read anew for each script.
program._compiling = 1
rooms._forget_engine = lambda: None

# What is in the file, and what the sentence says.
FILES = (
    (b"if x then\n  print(1)\n", "x.lua:3: 'end' expected (to close 'if' at line 1) near <eof>"),
    (b"print('a", "x.lua:1: unfinished string near <eof>"),
    (b"--[[ never ends", "x.lua:1: unfinished long comment"),
    (b"x = [==[ never ends ]]", "x.lua:1: unfinished long string"),
    ("print(1)".encode() + b"\0", "x.lua:1: "),
    (b"\0" * 4096, "x.lua:1: unexpected symbol"),
    (b"\xff\xfep\0r\0i\0n\0t\0(\0)\0", "x.lua:1: unexpected symbol near '<\\255>'"),
    (b"p\0r\0i\0n\0t\0(\0)\0", "x.lua:1: "),
    (b"\x1bLua\x54\0\x19\x93\r\n\x1a\n", "x.lua:1: unexpected symbol near '<\\27>'"),
    (b"\xe9t\xe9 = 1", "x.lua:1: "),
    (b"<html><body>404</body></html>", "x.lua:1: unexpected symbol near '<'"),
    (b'{"json": true}', "x.lua:1: unexpected symbol near '{'"),
    (b"def run(args):\n  return 1\n", "x.lua:1: syntax error near 'run'"),
    (b"require('no_such_module')", "x.lua:1: module 'no_such_module' not found"),
    (b"require('../secrets')", "secrets"),
    (b"require('os.path')", "os.path"),
)


async def told(data):
    """The sentence that a file with these bytes ends in."""
    jobs = make()
    path = write("x.lua", "")
    with open(path, "wb") as file:
        file.write(data)
    outcome, printed = await jobs.run(jobs.source(path), "serial:0", None, 5000)
    assert outcome.state == "FAILED" and not printed, (data[:40], outcome.state, outcome.error)
    with open(path, "wb") as file:
        file.write(b"return 6 * 7")
    good, _ = await jobs.run(jobs.source(path), "serial:0")
    assert (good.state, good.result) == ("DONE", "42"), (data[:40], good.error)
    return outcome.error


async def test_files_that_are_no_scripts():
    for data, words in FILES:
        error = await told(data)
        assert words in error and "fault" not in error, (data[:40], error)
        assert "\n" not in error or data.startswith(b"require"), (
            error
        )  # which tells where it looked


async def test_64_kb_of_nesting():
    for opening in ("(", "{", "[", "f(", "- ", "not ", "do ", "if x then ", "function() "):
        for start in ("", "x = "):
            error = await told((start + opening * ((65536 - 4) // len(opening))).encode())
            assert error.startswith("x.lua:1: ") and "\n" not in error, (opening, error)
            assert len(error) < 200 and "fault" not in error, (opening, error)


async def test_64_kb_of_one_kind():
    for piece in ("--\n", ";", "::a::", "return ", "'"):
        jobs = make()
        path = write("x.lua", piece * (65530 // len(piece)))
        outcome, _ = await jobs.run(jobs.source(path), "serial:0", None, 20000)
        assert "\n" not in outcome.error and "fault" not in outcome.error, (piece, outcome.error)


async def test_one_byte_more_than_64_kb():
    path = write("x.lua", "-" * 65537)
    assert "64 KB" in await refused(lambda: make().source(path))
