"""The modules for data: file, cjson, sys, cap; and require."""

import time

from board_run import Run, error, values
from script.convert import NULL
from script.values import LuaError, Table
from system import redact, store, uptime


def make(**services):
    return Run(services=services)


def record(**fields):
    return Table.record({name.encode(): fields[name] for name in fields})


# --- file ---


def test_files():
    file = make().module("file")
    assert file.exists(b"/data/notes/a") is False
    assert file.write(b"/data/notes/a", b"one\n") is True
    assert file.append(b"vfs:/notes/a", b"two\0\xff") is True
    assert file.append(b"/data/b/c/d", 12) is True
    assert file.read(b"/data/notes/a") == b"one\ntwo\0\xff"
    assert file.read(b"/data/notes/a", 4, 3) == b"two"
    assert file.read(b"/data/notes/a", 9) == b""
    assert file.exists(b"/data/notes/a") == (True, 9)
    assert file.exists(b"/data/notes/") is True
    assert values(file.list(b"/data")) == [b"b/", b"notes/"]
    assert values(file.list(b"/data/notes")) == [b"a"]
    assert file.remove(b"/data/notes/a") is True
    assert file.remove(b"/data/notes") is True
    assert file.exists(b"/data/notes") is False


def test_what_fails_is_nil_and_a_sentence():
    file = make().module("file")
    file.write(b"/data/big", b"x" * 20000)
    file.write(b"/data/full", b"x" * 65536)
    for name, arguments, sentence in (
        ("read", (b"/data/none",), "/data/none: not found"),
        ("read", (b"/data/",), "a path has no empty part, '.', '..', backslash or control "),
        ("read", (b"/secrets.json",), "a path begins with /data/ or /rom/"),
        ("read", (b"/data/../secrets.json",), "a path has no empty part, '.', '..', "),
        ("read", (b"/data/a\0b",), "a path has no empty part, '.', '..', backslash or control"),
        ("read", (b"/data/" + b"a" * 200,), "a path has at most 128 characters"),
        (
            "read",
            (b"/data/big",),
            "/data/big has 20000 bytes, a read gives at most 16384: "
            "read parts with file.read(path, offset, length)",
        ),
        ("read", (b"/data/big", 20001), "offset must be 0 to 20000"),
        ("read", (b"/data/big", 0, -1), "length must be 0 or more"),
        ("write", (b"/rom/a", b""), "/rom/ is read-only"),
        ("write", (b"/data/a.tmp", b""), "names ending in .tmp are kept for unfinished files"),
        ("append", (b"/data/full", b"x"), "a file has at most 65536 bytes, this would have 65537"),
        ("append", (b"/state/x", b"x"), "a path begins with /data/ or /rom/"),
        ("write", (b"/data/big/x", b""), "/data/big/x: "),
        ("remove", (b"/data/none",), "/data/none: not found"),
        ("remove", (b"/data",), "a path begins with /data/ or /rom/"),
        ("list", (b"/",), "a path begins with /data/ or /rom/"),
        ("list", (b"/data/none",), "/data/none: not found"),
        ("exists", (b"/config.json",), "a path begins with /data/ or /rom/"),
    ):
        got = getattr(file, name)(*arguments)
        assert got[0] is None and got[1].decode().startswith(sentence), (name, arguments, got)
    assert len(file.read(b"/data/big", 10000, 99999)) == 10000
    assert error(file.read) == "bad argument #1 to 'read' (string expected, got no value)"
    assert error(file.write, b"/data/x") == (
        "bad argument #2 to 'write' (string expected, got no value)"
    )
    assert error(file.write, b"/data/x", Table()) == (
        "bad argument #2 to 'write' (string expected, got table)"
    )


def test_secrets_are_masked_across_the_ends_of_a_part():
    redact.register(["hunter22"])
    file = make().module("file")
    file.write(b"/data/a", b"key=hunter22;")
    assert file.read(b"/data/a") == b"key=********;"
    assert file.read(b"/data/a", 6) == b"******;"
    assert file.read(b"/data/a", 0, 6) == b"key=**"


def test_an_append_that_fails_leaves_the_file():
    from script.modules import file as module

    file = make().module("file")
    file.write(b"/data/a", b"old")

    class Full:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

        def write(self, data):
            self.file.write(data[:2])
            raise OSError(28)

    def full(path, mode):
        if mode != "ab":
            return open(path, mode)
        file = Full()
        file.file = open(path, mode)
        return file

    module.open = full
    try:
        assert file.append(b"/data/a", b"new") == (None, b"/data/a: the flash is full")
    finally:
        del module.open
    assert file.read(b"/data/a") == b"old"


# --- cjson ---


def test_json():
    run = make()
    cjson = run.module("cjson")
    assert run.module("json").table is cjson.table
    for text in (
        b"[1,2.5,true,false,null]",
        b'{"a":[{"b":null}],"c":"\xc3\xa9\\n\\u0000"}',
        b"9007199254740993",
        b'"text"',
        b"{}",
    ):
        assert cjson.encode(cjson.decode(text)) == text, cjson.encode(cjson.decode(text))
    assert cjson.decode(b"null") is NULL and cjson.table.get(b"null") is NULL
    assert cjson.encode(None) == b"null"
    assert cjson.encode(Table()) == b"{}"
    assert cjson.encode(Table.of([])) == b"{}"
    empty = Table()
    empty.m = cjson.table.get(b"array_mt")
    assert cjson.encode(record(a=empty)) == b'{"a":[]}'
    assert cjson.encode(cjson.decode(b"[]")) in (b"[]", b"{}")
    mixed = Table.of([1, 2])
    mixed.put(b"x", 3)
    assert cjson.encode(mixed) == b'{"1":1,"2":2,"x":3}'
    assert cjson.decode(b"12345678901") == 12345678901
    assert isinstance(cjson.decode(b"123456789012345678901"), float)


def test_json_that_cannot_be():
    cjson = make().module("cjson")
    cycle = Table()
    cycle.put(b"me", cycle)
    key = Table()
    key.put(True, 1)
    for value, sentence in (
        (cycle, "cannot encode: nested deeper than 32"),
        (key, "cannot encode: a key of a JSON object is a string or an integer"),
        (print, "cannot encode: a function cannot be JSON"),
        (float("nan"), "cannot encode: nan cannot be JSON"),
        (float("inf"), "cannot encode: inf cannot be JSON"),
        (b"x" * 20000, "JSON text has at most 16384 bytes, this has 20002"),
    ):
        assert error(cjson.encode, value) == sentence, error(cjson.encode, value)
    for text, sentence in (
        (b"", "cannot decode: JSON ends too early at byte 0"),
        (b"{a:1}", "cannot decode: a key in quotes is missing at byte 1"),
        (b"[1,]", "cannot decode: no JSON value at byte 3"),
        (b'"\xff"', "cannot decode: invalid UTF-8 at byte 1"),
        (b"[" * 40, "cannot decode: nested deeper than 32 at byte 32"),
        (b" " * 16385, "JSON text has at most 16384 bytes, this has 16385"),
    ):
        assert error(cjson.decode, text) == sentence, error(cjson.decode, text)
    assert error(cjson.encode) == "bad argument #1 to 'encode' (value expected)"
    assert error(cjson.decode, Table()) == (
        "bad argument #1 to 'decode' (string expected, got table)"
    )


# --- sys ---


def test_time():
    sys = make().module("sys")
    start = sys.millis()
    time.sleep_ms(5)
    assert 5 <= sys.millis() - start < 100
    assert sys.uptime() == uptime.seconds()
    assert isinstance(sys.time(), int) and sys.time() > 1700000000
    text = sys.time_local_str().decode()
    assert len(text) == 19 and text[4] + text[10] + text[13] == "- :"
    free, used = sys.heap()
    assert free > 0 and used > 0
    for argument, sentence in (
        (-1, "bad argument #1 to 'sleep_ms' (0 to 500000000 expected)"),
        (1.5, "bad argument #1 to 'sleep_ms' (number has no integer representation)"),
        (b"x", "bad argument #1 to 'sleep_ms' (number expected, got string)"),
    ):
        assert error(sys.sleep_ms, argument) == sentence
    pause = sys.sleep_ms(10.0)[1]
    assert next(pause) == 10


def test_local_time_is_that_of_the_setting():
    run = make()
    sys = run.module("sys")
    run.services["config"].set("time.tz", "<+14>-14")
    late = sys.time_local_str()
    run.services["config"].set("time.tz", "<-12>12")
    assert late > sys.time_local_str()
    assert late[:10] > sys.time_local_str()[:10]  # 26 hours apart


# --- cap ---


class Registry:
    def __init__(self):
        self.calls = []

    def names(self):
        return ["gpio_control", "list_dir"]

    async def run(self, name, arguments):
        self.calls.append((name, arguments))
        return "Error: no" if name == "no" else "OK: é"


async def finish(pending):
    """What a run does with a call that is pending."""
    generator = pending[1]
    value = None
    while True:
        try:
            item = generator.send(value)
        except StopIteration as end:
            return end.value
        value = await item


async def test_tools():
    registry = Registry()
    cap = make(registry=registry).module("cap")
    assert values(cap.list()) == [b"gpio_control", b"list_dir"]
    assert await finish(cap.call(b"list_dir", record(path=b"/data/"))) == (True, "OK: é".encode())
    assert await finish(cap.call(b"no", b'{"a":1}')) == (False, b"Error: no")
    await finish(cap.call(b"list_dir"))
    assert registry.calls == [
        ("list_dir", '{"path":"/data/"}'),
        ("no", '{"a":1}'),
        ("list_dir", ""),
    ]
    for call, sentence in (
        (
            (b"lua_run", b"{}"),
            "bad argument #1 to 'call' (a script does not call lua_run; require what it needs)",
        ),
        ((b"x", 5), "bad argument #2 to 'call' (table or JSON text expected)"),
        ((b"x", record(a=print)), "bad argument #2 to 'call' (a function cannot be JSON)"),
        ((), "bad argument #1 to 'call' (string expected, got no value)"),
    ):
        assert error(cap.call, *call) == sentence, error(cap.call, *call)
    assert len(registry.calls) == 3


# --- require ---


class Program:
    """What require needs of program.py: a library is text that names what it returns."""

    def __init__(self):
        self.loaded = []

    def load(self, read, name):
        buf = bytearray(256)
        text = bytes(buf[: read(buf)])
        self.loaded.append(name)
        if text == b"broken":
            raise LuaError(b"%s:1: syntax error near 'broken'" % name.encode())
        return self.main(text)

    def main(self, text):
        yield 1
        if text == b"nothing":
            return ()
        if text.startswith(b"require "):
            return self.require(text[8:])
        return text


def load(run, name):
    result = run.require(name)
    while isinstance(result, tuple) and len(result) == 2 and hasattr(result[1], "send"):
        result = drive(result[1])
    return result


def drive(generator):
    """What a run does with what a generator yields; nothing here waits."""
    value = thrown = None
    while True:
        try:
            item = generator.send(value) if thrown is None else generator.throw(thrown)
        except StopIteration as end:
            return end.value
        value = thrown = None
        if hasattr(item, "send"):
            try:
                value = drive(item)
            except LuaError as error:
                thrown = error


def libraries(files):
    run = make()
    run.program = Program()
    run.program.require = run.require
    for path in files:
        store.replace(path, files[path])
    return run


def test_libraries():
    run = libraries(
        {
            "/rom/lua/a.lua": b"rom a",
            "/data/lua/b.lua": b"data b",
            "/rom/lua/b.lua": b"rom b",
            "/data/lua/c/d.lua": b"data c.d",
            "/data/lua/e.lua": b"nothing",
            "/data/lua/f.lua": b"require a",
        }
    )
    for name, value in (
        (b"a", b"rom a"),
        (b"lib/a", b"rom a"),
        (b"b", b"data b"),
        (b"b.lua", b"data b"),
        (b"c.d", b"data c.d"),
        (b"lib/c/d", b"data c.d"),
        (b"e", True),
        (b"f", b"rom a"),
    ):
        assert load(run, name) == value, (name, load(run, name))
        count = len(run.program.loaded)
        assert load(run, name) == value and len(run.program.loaded) == count  # once a run
    assert len(run.program.loaded) == 5


def test_what_cannot_be_required():
    run = libraries(
        {
            "/data/lua/loop.lua": b"require again",
            "/data/lua/again.lua": b"require loop",
            "/data/lua/broken.lua": b"broken",
            "/data/lua/long.lua": b"x" * 65537,
            "/data/notes/x.lua": b"x",
        }
    )
    for name in (b"../notes/x", b"/data/notes/x", b"a/../../notes/x", b"a\0", b"x" * 300):
        text = error(load, run, name)
        assert text.startswith("module '") and "\n\ta path has " in text, text
        assert len(text) < 500
    assert error(load, run, b"nowhere") == (
        "module 'nowhere' not found:\n"
        "\tno board module 'nowhere' (there are adc, cap, cjson, event, file, gpio, i2c, json, "
        "pwm, sys, timer)\n"
        "\tno file '/data/lua/nowhere.lua'\n"
        "\tno file '/rom/lua/nowhere.lua'"
    )
    assert error(load, run, b"").startswith("module '' not found:\n")
    for _ in range(2):  # it is not kept
        assert error(load, run, b"broken") == (
            "error loading module 'broken' from file '/data/lua/broken.lua':\n"
            "\tbroken.lua:1: syntax error near 'broken'"
        )
    assert error(load, run, b"loop") == "loop or previous error loading module 'loop'"
    assert "\n\ta library has at most 65536 bytes" in error(load, run, b"long")
    assert error(run.require) == "bad argument #1 to 'require' (string expected, got no value)"


def test_board_modules_are_loaded_when_they_are_asked_for():
    import sys

    for name in list(sys.modules):
        if name.startswith("script.modules."):
            del sys.modules[name]
    run = make()
    assert not [name for name in sys.modules if name.startswith("script.modules.")]
    assert run.require(b"pwm") is run.require(b"pwm")
    assert [name for name in sys.modules if name.startswith("script.modules.")] == [
        "script.modules.pwm"
    ]
    assert run.require(b"pwm") is not make().require(b"pwm")
    run.close()
    assert not [name for name in sys.modules if name.startswith("script.modules.")]
