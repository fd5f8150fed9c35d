"""script/values.py: tables with their array part, keys as Lua has them, what growth costs."""

import random

from script.values import (
    EMPTY,
    EMPTYD,
    MISSING,
    Coroutine,
    LuaError,
    Table,
    int_key,
    lua_key,
    state,
    type_name,
)

INF = float("inf")
NAN = float("nan")


def error_of(function, *arguments):
    try:
        function(*arguments)
    except LuaError as error:
        return error.value
    return None


def test_an_empty_table_holds_nothing_of_its_own():
    table = Table()
    assert table.a is EMPTY and table.h is EMPTYD and table.size() == 0
    table.put(1, None)
    table.put(b"x", None)
    assert table.a is EMPTY and table.h is EMPTYD
    table.put(1, b"a")
    table.put(b"x", 1)
    assert EMPTY == [None] and EMPTYD == {}


def test_values_in_order_go_into_the_array_whatever_their_order_of_arrival():
    table = Table()
    for key in (3, 2, 5, 1, 4):
        table.put(key, key * 10)
    assert table.a == [None, 10, 20, 30, 40, 50] and not table.h


def test_nils_at_the_end_leave_the_array_those_inside_stay():
    table = Table.of([1, 2, 3, 4])
    table.put(3, None)
    assert table.size() == 4
    table.put(4, None)
    assert table.size() == 2 and table.a == [None, 1, 2]
    assert Table.of([1, None, None]).size() == 1
    assert Table.of([None]).size() == 0 and Table.of([]).a is EMPTY


def test_keys_that_python_takes_for_the_same():
    table = Table()
    for key, value in ((1, b"one"), (True, b"yes"), (0, b"zero"), (False, b"no")):
        table.put(key, value)
    assert table.get(1) == b"one" and table.get(1.0) == b"one"
    assert table.get(True) == b"yes" and table.get(False) == b"no"
    assert table.get(0) == b"zero" and table.get(-0.0) == b"zero"
    table.put(2.0, b"two")
    assert table.size() == 2 and table.get(2) == b"two"
    table.put(True, None)
    assert table.get(True) is None and table.get(1) == b"one"
    table.put(1.5, b"half")
    assert table.get(1.5) == b"half" and table.get(b"1") is None


def test_keys_that_no_table_takes():
    table = Table()
    assert error_of(table.put, None, 1) == b"table index is nil"
    assert error_of(table.put, NAN, 1) == b"table index is NaN"
    assert table.get(None) is None and table.get(NAN) is None
    table.put(INF, 1)
    assert table.get(INF) == 1 and table.get(-INF) is None


def test_whole_floats_are_integers_as_keys_if_64_bits_hold_them():
    for key, want in ((3.0, 3), (-0.0, 0), (2.5, 2.5), (INF, INF), (2.0**62, 1 << 62)):
        assert int_key(key) == want and int_key(key).__class__ is want.__class__, key
    assert int_key(-(2.0**63)) == -(1 << 63)
    assert int_key(2.0**63).__class__ is float


def test_items_are_what_was_put():
    table = Table.of([b"a", None, b"c"])
    table.put(True, 1)
    table.put(b"k", 2)
    found = {}
    for key, value in table.items():
        found[repr(key)] = value
    assert found == {"1": b"a", "3": b"c", "True": 1, "b'k'": 2}, found
    assert [lua_key(key) for key in Table.record({b"x": 1}).h] == [b"x"]


def test_items_may_be_dropped_on_the_way():
    table = Table.of(list(range(10)))
    for n in range(20):
        table.put(b"k%d" % n, n)
    seen = 0
    for key, _ in table.items():
        table.put(key, None)
        seen += 1
    assert seen >= 20 and table.h == {}


def test_a_table_is_what_a_dict_of_its_keys_is():
    random.seed(5)
    keys = list(range(-1, 12)) + [b"a", b"b", True, False, 2.5, 1 << 40]
    for _ in range(60):
        table, twin = Table(), {}
        for _ in range(80):
            key, value = random.choice(keys), random.choice((None, 1, b"v", False))
            table.put(key, value)
            twin[repr(key)] = value
            n = table.size()
            assert n == 0 or table.get(n) is not None
            assert table.get(n + 1) is None
        for key in keys:
            assert table.get(key) == twin.get(repr(key)), (key, table.a, table.h)
        live = sorted(key for key in twin if twin[key] is not None)
        assert sorted(repr(key) for key, _ in table.items()) == live


def test_growth_is_counted():
    counted = []
    room = state.room
    state.grow = lambda: counted.append(-state.room)
    try:
        state.room = 0
        table = Table()
        for i in range(1, 1000):
            table.put(i, i)
        array = counted[-1]
        assert 4000 <= array <= 40000, array
        state.room = 0
        for i in range(1000):
            table.put(b"%d" % i, i)
        assert counted[-1] >= 8000, counted[-1]
        state.room = 0
        for i in range(1, 1000):
            table.put(i, i + 1)
        assert state.room == 0
    finally:
        state.grow = None
        state.room = room


def test_types():
    for value, name in (
        (None, b"nil"),
        (True, b"boolean"),
        (1, b"number"),
        (1.5, b"number"),
        (b"", b"string"),
        (Table(), b"table"),
        (print, b"function"),
        (Table.of, b"function"),
        (Coroutine(print), b"thread"),
        (MISSING, b"no value"),
        (object(), b"userdata"),
    ):
        assert type_name(value) == name, value


def test_a_table_that_is_called():
    table = Table()
    assert error_of(table) == b"attempt to call a table value"
    table.m = Table.record({b"__call": lambda *arguments: arguments[1:]})
    assert table(1, 2) == (1, 2)
    table.m = Table.record({b"__name": b"Thing"})
    assert error_of(table) == b"attempt to call a Thing value"
