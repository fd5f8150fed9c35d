"""Values between Lua and JSON: arguments and results of scripts, `cjson`, `cap.call`.

Nothing here recurses: the nesting is a model's or a script's to choose, the C stack is small.
"""

from micropython import const

import jsontext
from script.values import Table

_DEPTH = const(32)  # as jsontext has it; it also ends a table that holds itself
_MOST_VALUES = const(4096)  # of one conversion: shared tables can unfold without end
_WORD = const(63)  # bits of a Lua integer beside its sign


class Null:
    """The class of NULL, which stands for JSON's null where nil would leave a hole."""


NULL = Null()


def to_lua(value, null=None):
    """Returns the Lua value of what jsontext.parse() gave; `null` stands for JSON's null.

    An integer of more than 64 bits becomes a float, as it does in a Lua script.
    """
    pending = []
    result = _shell(value, null, pending)
    while pending:
        source, table = pending.pop()
        if isinstance(source, dict):
            for key in source:
                table.put(key.encode(), _shell(source[key], null, pending))
        elif source:
            table.a = [None] + [_shell(value, null, pending) for value in source]
            table.trim()  # a null further in leaves a hole that Lua's own lists can have
    return result


def _shell(value, null, pending):
    """A scalar in Lua, or an empty table whose filling is put off."""
    if value is None:
        return null
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, (dict, list)):
        table = Table()
        pending.append((value, table))
        return table
    if isinstance(value, int) and not -1 <= value >> _WORD <= 0:
        return float(value)
    return value


def to_python(value):
    """Returns a Lua value as dict, list, str, int, float, bool or None, for jsontext.dumps().

    A table is a list if it has nothing but an array part, or if its metatable says so (as dkjson
    has it: `__jsontype` is "array"); an empty one is a dict. Raises ValueError with a sentence
    for what JSON cannot hold.
    """
    pending = []
    result = _plain(value, 0, pending)
    room = _MOST_VALUES
    while pending:
        table, target, depth = pending.pop()
        room -= table.size() + len(table.h)
        if room < 0:
            raise ValueError(f"more than {_MOST_VALUES} values")
        if isinstance(target, list):
            for i in range(1, table.size() + 1):
                target.append(_plain(table.get(i), depth, pending))
        else:
            for key, item in table.items():
                target[_key(key)] = _plain(item, depth, pending)
    return result


def _plain(value, depth, pending):
    if value is None or value is NULL:
        return None
    if isinstance(value, bytes):
        return jsontext.decode(value)
    if isinstance(value, Table):
        if depth >= _DEPTH:
            raise ValueError(f"nested deeper than {_DEPTH}")
        target = [] if _is_list(value) else {}
        pending.append((value, target, depth + 1))
        return target
    if value is True or value is False or isinstance(value, (int, float)):
        return value
    raise ValueError("a function cannot be JSON")


def _is_list(table):
    if table.m is not None and table.m.get(b"__jsontype") == b"array":
        return True
    return table.size() and not table.h


def _key(key):
    if isinstance(key, bytes):
        return jsontext.decode(key)
    if isinstance(key, int):
        return str(key)
    raise ValueError("a key of a JSON object is a string or an integer")
