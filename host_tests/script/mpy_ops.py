"""What compiled scripts call: operators.py, access.py, ops.py with the slow paths of meta.py.

Both ways in give one result: the fast paths, and meta.py asked directly.
"""

from lua_main import run_text
from script import meta, numbers, ops
from script.values import EMPTY, EMPTYD, LuaError, Table, Y, state

INF = float("inf")
NAN = float("nan")
MAX = (1 << 63) - 1
MIN = -(1 << 63)

env = {}
ops.fill(env)

BINARY = ("add", "sub", "mul", "div", "mod", "pow", "idiv", "band", "bor", "bxor", "shl", "shr")


def same(a, b):
    """One value: 1 is not 1.0, 0.0 not -0.0, and NaN is NaN."""
    if a.__class__ is not b.__class__:
        return False
    if a.__class__ is float:
        return (a == b or (a != a and b != b)) and (a != 0 or str(a) == str(b))
    return a == b


def slow(name, a, b):
    op = BINARY.index(name)
    return meta.bitwise(op, a, b) if op >= 7 else meta.arith(op, a, b)


def error_of(function, *arguments):
    try:
        function(*arguments)
    except LuaError as error:
        return error.value
    return None


def check(table):
    for name, a, b, want in table:
        for found in (env[name](a, b), slow(name, a, b)):
            assert same(found, want), (name, a, b, found, want)


def test_integers_wrap_around():
    check(
        (
            ("add", MAX, 1, MIN),
            ("add", 536870911, 1, 536870912),
            ("sub", MIN, 1, MAX),
            ("sub", -536870912, 1, -536870913),
            ("mul", MAX, 2, -2),
            ("mul", 1 << 32, 1 << 32, 0),
            ("mul", MIN, -1, MIN),
            ("idiv", MIN, -1, MIN),
            ("mod", MIN, -1, 0),
            ("shl", 1, 63, MIN),
            ("shl", 1, 64, 0),
            ("shl", 1, -1, 0),
            ("shl", 3, 62, -(1 << 62)),
            ("shr", -1, 1, MAX),
            ("shr", -1, 60, 15),
            ("shr", 1, -62, 1 << 62),
            ("shr", 8, MIN, 0),
            ("bxor", -1, MAX, MIN),
        )
    )
    assert env["neg"](MIN) == MIN and env["bnot"](MAX) == MIN


def test_signs_of_quotients_and_rests():
    check(
        (
            ("idiv", 7, 2, 3),
            ("idiv", -7, 2, -4),
            ("idiv", 7, -2, -4),
            ("idiv", 7.5, 2, 3.0),
            ("idiv", -7, 2.0, -4.0),
            ("idiv", 1, 0.0, INF),
            ("idiv", -1, 0.0, -INF),
            ("idiv", 0.0, 0, NAN),
            ("idiv", 5.0, INF, 0.0),
            ("idiv", -5.0, INF, -0.0),
            ("mod", -7, 3, 2),
            ("mod", 7, -3, -2),
            ("mod", 5.5, 2, 1.5),
            ("mod", -5.5, 2, 0.5),
            ("mod", 5, INF, 5.0),
            ("mod", -5, INF, INF),
            ("mod", 5, -INF, -INF),
            ("mod", INF, 2, NAN),
            ("mod", 1, 0.0, NAN),
            ("mod", -6.0, 2.0, -0.0),
            ("div", 1, 0, INF),
            ("div", -1, 0, -INF),
            ("div", 1, -0.0, -INF),
            ("div", 0, 0, NAN),
            ("div", 6, 2, 3.0),
            ("pow", 2, 10, 1024.0),
            ("pow", 0, -1, INF),
            ("pow", -8, 1 / 3, NAN),
            ("pow", 0, 0, 1.0),
        )
    )
    assert error_of(env["idiv"], 1, 0) == error_of(slow, "idiv", 1, 0)
    assert b"0'" in error_of(env["mod"], 1, 0) or b"zero" in error_of(env["mod"], 1, 0)


def test_strings_that_are_numbers():
    check(
        (
            ("add", b"10", 1, 11),
            ("add", b" 0x10 ", b"1", 17),
            ("mul", b"1e1", 2, 20.0),
            ("div", b"3", b"2", 1.5),
            ("sub", b"9223372036854775807", -1, MIN),
        )
    )
    assert same(env["neg"](b"2"), -2) and same(env["neg"](b"-1.5"), 1.5)
    for a in (b"abc", b"", b"1 2", b"0x", b"1e", b"inf", b"nan", b"1" * 401):
        assert b"attempt to" in error_of(env["add"], a, 1), a


def test_what_python_could_reckon_and_lua_does_not():
    for a in (True, None, b"x", Table(), print):
        for b in (1, 1.5, True, b"y"):
            for name in BINARY:
                for left, right in ((a, b), (b, a)):
                    assert b"attempt to" in error_of(env[name], left, right), (name, a, b)
            if a.__class__ is not b.__class__:
                for name in ("lt", "le", "gt", "ge"):
                    assert b"attempt to compare" in error_of(env[name], a, b), (name, a, b)
        assert env["eq"](a, a) and not env["eq"](a, 1)
    assert not env["eq"](True, 1) and not env["eq"](b"1", 1) and not env["eq"](None, False)


def test_floats_with_an_integer_in_bit_operations():
    check((("band", 3.0, 6, 2), ("bor", 2.0**53 if numbers.fmt_float(0.1) else 0, 0, 1 << 53)))
    for value in (1.5, INF, NAN, 2.0**63):
        assert error_of(env["bor"], value, 0) == b"number has no integer representation"
    assert env["bnot"](-1.0) == 0


def test_integers_and_floats_are_compared_exactly():
    big = 2.0**63
    for a, b, order in (
        (1, 1.0, 0),
        (1, 1.5, -1),
        (-1, -1.5, 1),
        (MAX, big, -1),
        (MIN, -big, 0),
        (MAX, INF, -1),
        (MIN, -INF, 1),
        ((1 << 62) + 1, 2.0**62, 1),
        ((1 << 62) - 1, 2.0**62, -1),
        (b"a", b"b", -1),
        (b"a", b"a\0", -1),
        (b"Z", b"a", -1),
        (b"", b"", 0),
        (b"\xff", b"a", 1),
    ):
        for x, y, sign in ((a, b, order), (b, a, -order)):
            assert env["lt"](x, y) == (sign < 0), (x, y)
            assert env["le"](x, y) == (sign <= 0), (x, y)
            assert env["gt"](x, y) == (sign > 0), (x, y)
            assert env["ge"](x, y) == (sign >= 0), (x, y)
            assert env["eq"](x, y) == (sign == 0), (x, y)
    for other in (NAN, 1, 1.0, MAX, INF):
        for name in ("lt", "le", "gt", "ge", "eq"):
            assert not env[name](NAN, other) and not env[name](other, NAN), (name, other)


def test_concatenation():
    cat = env["cat"]
    assert cat(b"a", 1, 2.0, b"") == b"a12.0"
    assert cat(1, 2) == b"12" and cat(-0.0, b"") == b"-0.0"
    assert error_of(cat, b"a", None, b"b") == b"attempt to concatenate a nil value"
    assert error_of(cat, True, b"b") == b"attempt to concatenate a boolean value"
    big = b"x" * 40000
    assert error_of(cat, big, big) == b"resulting string too large"


def test_metamethods_bind_as_the_operator_does():
    def note(a, b, *_):
        return (cat_of(a) + b"," + cat_of(b), b"not this")

    def cat_of(value):
        return value if value.__class__ is bytes else b"T"

    table = Table()
    table.m = Table.record({b"__concat": note, b"__add": note, b"__unm": note, b"__shl": note})
    assert env["cat"](b"a", b"b", table) == b"ab,T"
    assert env["cat"](table, b"x", b"y") == b"T,xy"
    assert env["add"](b"1", table) == b"1,T" and env["add"](table, b"z") == b"T,z"
    assert env["neg"](table) == b"T,T" and env["shl"](b"q", table) == b"q,T"
    table.m = Table.record({b"__add": 5})
    assert b"attempt to call a number value" in error_of(env["add"], table, 1)


def test_what_a_call_gave_is_an_operand():
    table = Table.record({b"x": 1})
    assert env["add"]((1, 2), (1,)) == 2
    assert error_of(env["add"], (), 1) == b"attempt to perform arithmetic on a nil value"
    assert env["get"]((table, 9), b"x") == 1 and env["len_"]((b"abc", 1)) == 3
    assert env["cat"]((b"a", b"b"), b"c") == b"ac" and env["eq"]((1, 2), 1)
    assert env["lt"]((1,), (2, 0)) and env["neg"]((1, 7)) == -1


def test_results_of_calls():
    assert env["one"](()) is None and env["one"]((5, 6)) == 5 and env["one"](None) is None
    assert env["many"](7) == (7,) and env["many"](()) == ()
    assert env["adj"](2, 1) == (1, None) and env["adj"](1, 1, 2) == (1,)

    def pending(value):
        if value:
            return (Y, pending(value - 1))
        return (b"end", value)
        yield

    assert env["one"]((Y, pending(2))) == b"end" and env["many"]((Y, pending(1))) == (b"end", 0)
    assert env["drop"]((Y, pending(0))) is None


def test_index_walks_along_its_chain():
    get, put = env["get"], env["put"]
    bottom = Table.record({b"x": 1})
    table = bottom
    for _ in range(60):
        above = Table()
        above.m = Table.record({b"__index": table, b"__newindex": table})
        table = above
    assert get(table, b"x") == 1 and get(table, b"y") is None and get(table, 1) is None
    put(table, b"y", 2)
    put(table, 1, 3)
    assert bottom.get(b"y") == 2 and bottom.get(1) == 3 and table.get(b"y") is None
    bottom.m = Table.record({b"__index": table, b"__newindex": table})
    assert b"loop" in error_of(get, table, b"z") and b"loop" in error_of(put, table, b"z", 1)


def test_functions_behind_index_and_newindex():
    calls = []
    table = Table.of([1])
    table.m = Table.record(
        {b"__index": lambda t, k: (k, 0), b"__newindex": lambda *args: calls.append(args[1:])}
    )
    assert env["get"](table, 1) == 1 and env["get"](table, 2) == 2
    assert env["meth"](table, b"m") == b"m"
    env["put"](table, 1, 5)
    env["put"](table, 2, 6)
    assert calls == [(2, 6)] and table.a == [None, 5]


def test_the_index_of_what_is_no_table():
    for value, name in ((None, b"nil"), (5, b"number"), (True, b"boolean"), (print, b"function")):
        want = b"attempt to index a %s value" % name
        assert error_of(env["get"], value, b"x") == want
        assert error_of(env["put"], value, b"x", 1) == want
        assert error_of(env["meth"], value, b"x") == want
        assert b"attempt to get length of a %s value" % name == error_of(env["len_"], value)


def test_constructors():
    table = env["tab"]([None, 1, 2], {b"x": 1})
    assert table.size() == 2 and table.get(b"x") == 1
    table = env["tabn"]([None, 1, None, None], {b"x": None, 2.0: b"two", True: 1})
    assert table.get(2) == b"two" and table.get(True) == 1 and table.get(b"x") is None
    assert table.get(1) == 1 and b"x" not in table.h
    assert error_of(env["tabn"], EMPTY, {None: 1}) == b"table index is nil"
    assert env["tab"](EMPTY, EMPTYD).a is EMPTY


def test_numeric_loops():
    rng = env["rng"]
    for arguments, want in (
        ((1, 3, 1), [1, 2, 3]),
        ((3, 1, -1), [3, 2, 1]),
        ((1, 0, 1), []),
        ((1, 3.9, 1), [1, 2, 3]),
        ((3, 0.5, -1), [3, 2, 1]),
        ((1, NAN, 1), []),
        ((1, -INF, 1), []),
        ((1.0, 2, 1), [1.0, 2.0]),
        ((1, 2, 0.5), [1.0, 1.5, 2.0]),
        ((MAX - 1, MAX, 1), [MAX - 1, MAX]),
        ((MAX - 1, INF, 1), [MAX - 1, MAX]),
        ((MIN + 1, -INF, -1), [MIN + 1, MIN]),
        ((MIN, MAX, MAX), [MIN, -1, MAX - 1]),
        ((536870910, 536870913, 2), [536870910, 536870912]),
    ):
        found = list(rng(*arguments))
        assert len(found) == len(want), (arguments, found)
        for a, b in zip(found, want):
            assert same(a, b), (arguments, found)
    for arguments, want in (
        ((1, 2, 0), b"'for' step is zero"),
        ((1.0, 2, 0), b"'for' step is zero"),
        ((1, Table(), 0), b"'for' step is zero"),
        ((Table(), 2, 1), b"bad 'for' initial value (number expected, got table)"),
        ((1, None, 1), b"bad 'for' limit (number expected, got nil)"),
        ((None, None, None), b"bad 'for' limit (number expected, got nil)"),
        ((1, 2, b"x"), b"bad 'for' step (number expected, got string)"),
    ):
        assert error_of(lambda: list(rng(*arguments))) == want, arguments


def test_generic_loops():
    def step(limit, i):
        return (i + 1, -i) if i < limit else None

    assert list(env["e1"](step, 2, 0)) == [1, 2]
    assert list(env["e2"](step, 2, 0)) == [(1, 0), (2, -1)]
    assert list(env["en"](3, step, 1, 0)) == [(1, 0, None)]
    assert error_of(lambda: list(env["e1"](None))) == b"attempt to call a nil value"
    assert error_of(lambda: list(env["e2"](Table()))) == b"attempt to call a table value"


async def test_strings_have_their_methods():
    out = bytearray()
    error = await run_text(b'print(("x"):rep(3), ("x").y, #"\xc3\xa9")', "x.lua", out.extend)
    assert bytes(out) == b"xxx\tnil\t2\n" and error is None and state.run is None
