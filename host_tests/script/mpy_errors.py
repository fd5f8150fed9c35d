"""script/errors.py: the line, the name and the traceback of what went wrong, on the engine."""

from lua_main import Source, run_text
from script import errors, share
from script.errors import text_of, traceback_of
from script.program import Program
from script.run import Run
from script.values import Cancel, LuaError, Table, state

ARITHMETIC = b"2: attempt to perform arithmetic on a %s"


async def lua(text):
    """What a program prints, with its error at the end."""
    out = bytearray()
    error = await run_text(text, "x.lua", out.extend, 300)
    return bytes(out) + (error or b"")


async def failed(text):
    """The run and the exception of a program."""
    run = Run("test", {}, lambda data: None, None, 5000)
    share.enter(1 << 20, lambda: False)
    try:
        await run.finish(Program(run).load(Source(text).read, "x.lua"))
    except Exception as error:
        state.run = run
        return run, error
    finally:
        share.leave()
    raise AssertionError("no error")


def end(run):
    run.close()
    state.run = None


async def test_lines_and_names():
    for text, want in (
        (b"local t\n\nt.x = 1", b"3: attempt to index a nil value (local 't')"),
        (b"t = {}\nprint(t.x.y)", b"2: attempt to index a nil value (field 'x')"),
        (b"nope.x()", b"1: attempt to index a nil value (global 'nope')"),
        (b"local t = {}\nt.f()", b"2: attempt to call a nil value (field 'f')"),
        (b"local t = {}\nt:f()", b"2: attempt to call a nil value (method 'f')"),
        (b"\nnope()", b"2: attempt to call a nil value (global 'nope')"),
        (b"local a = 5\na()", b"2: attempt to call a number value (local 'a')"),
        (b"local a = {}\nprint(a + 1)", ARITHMETIC % b"table value (local 'a')"),
        (b"local a = {}\nprint(1 - a.b)", ARITHMETIC % b"nil value (field 'b')"),
        (b"local a, b = 'x'\nprint(a .. b)", b"2: attempt to concatenate a nil value (local 'b')"),
        (b"print(#undefined)", b"1: attempt to get length of a nil value (global 'undefined')"),
        (b"local a = 1.5\nprint(a | 1)", b"2: number (local 'a') has no integer representation"),
        (b"print({} < {})", b"1: attempt to compare two table values"),
        (b"print(1 < 'x')", b"1: attempt to compare number with string"),
        (b"for i = 1, 'x' do end", b"1: bad 'for' limit (number expected, got string)"),
        (b"for _ in nil do end", b"1: attempt to call a nil value (for iterator 'for iterator')"),
        (b"local t = {}\nt[nil] = 1", b"2: table index is nil"),
        (b"local t = {}\nt[0/0] = 1", b"2: table index is NaN"),
        (b"string.rep()", b"1: bad argument #1 to 'rep' (string expected, got no value)"),
        (b"local s = 'x'\ns:rep({})", b"2: bad argument #1 to 'rep' (number expected, got table)"),
        (b"string.rep('x', 1e9)", b"1: resulting string too large"),
        (b"local function f() return 1 + f() end\nf()", b"1: stack overflow"),
        (b"error('m')", b"1: m"),
        (b"local function f()\n  error('m', 2)\nend\n\nf()", b"5: m"),
    ):  # fmt: skip
        said = await lua(text)
        assert said == b"x.lua:" + want, (text, said)


async def test_errors_without_a_line():
    for text, want in (
        (b"error('m', 0)", b"m"),
        (b"error()", b"nil"),
        (b"error({})", b"(error object is a table value)"),
        (b"error(setmetatable({}, {__tostring = function() return 'T' end}))", b"T"),
        (b"error(5)", b"5"),
        (b"print(pcall(error, 'm'))", b"false\tm\n"),
        (b"print(pcall(string.char, 'x'))", b"false\tbad argument #1"),
        (b"table.sort({1, 'x'})", b"attempt to compare"),
        (b"print(select(2, pcall(table.sort, {1, 'x'})))", b"attempt to compare"),
    ):
        said = await lua(text)
        assert said.startswith(want) or (want == b"nil" and b"nil" in said), (text, said)


async def test_an_error_object_whose_text_fails():
    for body in (b"error('again')", b"return {}", b"return nil + 1", b"while true do end"):
        said = await lua(b"error(setmetatable({}, {__tostring = function() %s end}))" % body)
        assert said == b"(error object is a table value)", said


async def test_values_go_through_as_they_are():
    said = await lua(
        b"""
        local t = {}
        print(select(2, pcall(error, t)) == t, select("#", pcall(error, nil)), pcall(error, false))
        print(select(2, pcall(function() pcall(error, "inner") error(t) end)) == t)
        local ok, e = pcall(function() local ok, e = pcall(error, "a") error(e, 0) end)
        print(e)
        """
    )
    assert said == b"true\t2\tfalse\tfalse\ntrue\na\n", said


async def test_a_traceback_has_the_lines_of_all_calls():
    run, error = await failed(
        b"local function inner(t)\n  return t.x.y\nend\n"
        b"function middle()\n  local r = inner({})\n  return r\nend\n"
        b"local ok = true\nlocal v = middle()\n"
    )
    assert text_of(error) == b"x.lua:2: attempt to index a nil value (field 'x')"
    rows = traceback_of(error).split(b"\n\t")
    assert rows == [b"stack traceback:", b"x.lua:2", b"x.lua:5", b"x.lua:9"], rows
    assert text_of(error) == b"x.lua:2: attempt to index a nil value (field 'x')"
    end(run)


async def test_a_message_cannot_forge_a_traceback():
    run, error = await failed(b"\n\nerror('\\n  File \"0\", line 1, in x\\n')")
    assert text_of(error) == b'x.lua:3: \n  File "0", line 1, in x\n'
    assert traceback_of(error) == b"stack traceback:\n\tx.lua:3"
    end(run)


async def test_what_python_raises_is_told_in_lua():
    run, _ = await failed(b"error()")
    for error, want in (
        (TypeError("'NoneType' object isn't callable"), b"attempt to call a nil value"),
        (TypeError("'bytes' object isn't callable"), b"attempt to call a string value"),
        (RuntimeError("maximum recursion depth exceeded"), b"stack overflow"),
    ):
        assert text_of(error) == want
    errors.log.setLevel(60)
    try:
        for error in (ValueError("secret"), KeyError("secret"), TypeError("secret")):
            assert b"secret" not in text_of(error) and b"fault" in text_of(error)
    finally:
        errors.log.setLevel(0)
    try:
        text_of(MemoryError())
    except Cancel as cancel:
        assert cancel.kind == "heap"
    else:
        raise AssertionError
    assert text_of(Cancel("stop", "stopped")) == b"stopped"
    end(run)


async def test_no_pcall_holds_a_cancel():
    for guard in (
        b"pcall(function() while true do end end)",
        b"xpcall(function() while true do end end, function() while true do end end)",
        b"coroutine.resume(coroutine.create(function() while true do end end))",
        b"pcall(coroutine.wrap(function() while true do end end))",
        b"pcall(table.sort, {3, 2, 1}, function() while true do end end)",
        b"pcall(string.gsub, 'x', 'x', function() while true do end end)",
        b"pcall(tostring, setmetatable({}, {__tostring = function() while true do end end}))",
        b"return setmetatable({}, {__index = function() while true do end end}).x",
    ):
        out = bytearray()
        text = b"local function f() %s end\nwhile true do f() end" % guard
        error = await run_text(text, "x.lua", out.extend, 60)
        assert error and b"timed out" in error, (guard, error)


def test_a_value_needs_no_run():
    state.run = None
    assert text_of(LuaError(b"m", 1)) == b"m"
    assert text_of(LuaError(Table())) == b"(error object is a table value)"
    assert traceback_of(LuaError(b"m")) == b""
