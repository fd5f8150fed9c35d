"""The basic functions of scripts, and `_G`."""

import gc

from script.calls import call, call1, pending
from script.meta import can_be_called, handler, named_type
from script.numbers import tonumber as numeral
from script.numbers import tostring as text_of
from script.numbers import wrap
from script.access import get
from script.ops import FAST
from script.arguments import arg_int, arg_table, opt_int, wrong_type
from script.values import MISSING, LuaError, Table, Y, bad_arg, state, type_name

_MOST_HANDLINGS = 8  # of errors in the handler of xpcall

value_of = None  # set by `catch`


def catch():
    """Loads what pcall and xpcall need, while there is room in the C stack."""
    global value_of
    from script.errors import value_of


def assert_(value=MISSING, *rest):
    if value is MISSING:
        raise bad_arg(1, "assert", "value expected")
    if value is None or value is False:
        message = rest[0] if rest else b"assertion failed!"
        raise LuaError(message, 1 if rest and message.__class__ is bytes else 0)
    return (value,) + rest


def error(value=None, level=None, *_):
    level = opt_int(level, 2, "error", 1)
    raise LuaError(value, level if value.__class__ is bytes and level > 0 else 0)


def pcall(function=MISSING, *arguments):
    if function is MISSING:
        raise bad_arg(1, "pcall", "value expected")
    return _protected(function, arguments, None)


def xpcall(function=None, handle=MISSING, *arguments):
    if handle.__class__ is Table or not callable(handle):
        raise wrong_type(handle, 2, "xpcall", "function")
    return _protected(function, arguments, handle)


def _protected(function, arguments, handle):
    try:
        if not can_be_called(function):
            raise LuaError(b"attempt to call a %s value" % named_type(function), 0)
        r = function(*arguments)
    except Exception as error:  # whatever it is: a script may handle it
        return _handled(error, handle)
    if pending(r):
        return (Y, _finish(r, handle))
    return (True,) + r if r.__class__ is tuple else (True, r)


def _finish(r, handle):
    try:
        while pending(r):
            r = yield from r[1]
    except Exception as error:  # as above
        return _handled(error, handle)
    return (True,) + r if r.__class__ is tuple else (True, r)


def _handled(error, handle):
    value = value_of(error)
    if handle is None:
        return (False, value)
    for _ in range(_MOST_HANDLINGS):
        try:
            return (False, call1(handle, value))
        except Exception as error:  # of the handler: it gets that one, too
            value = value_of(error)
    return (False, b"C stack overflow")


def print_(*values):
    state.run.write(b"\t".join([text_of(value) for value in values]) + b"\n")
    return ()


def select(n=MISSING, *values):
    if n.__class__ is bytes and n.startswith(b"#"):
        return len(values)
    n = arg_int(n, 1, "select")
    if n < 0:
        n += len(values) + 1
        if n < 1:
            raise bad_arg(1, "select", "index out of range")
    elif n == 0:
        raise bad_arg(1, "select", "index out of range")
    return values[n - 1 :] if n <= len(values) else ()  # no slice takes more than a word


def type_(value=MISSING, *_):
    if value is MISSING:
        raise bad_arg(1, "type", "value expected")
    return type_name(value)


def tostring(value=MISSING, *_):
    if value is MISSING:
        raise bad_arg(1, "tostring", "value expected")
    return text_of(value)


def tonumber(value=MISSING, base=None, *_):
    if base is not None:
        return _in_base(value, arg_int(base, 2, "tonumber"))
    if value.__class__ is int or value.__class__ is float:
        return value
    if value.__class__ is bytes:
        return numeral(value)
    if value is MISSING:
        raise bad_arg(1, "tonumber", "value expected")
    return None


def _in_base(text, base):
    if text.__class__ is not bytes:
        raise wrong_type(text, 1, "tonumber", "string")
    if not 2 <= base <= 36:
        raise bad_arg(2, "tonumber", "base out of range")
    digits = text.strip(b" \t\n\r\v\f").lower()
    negative = digits[:1] == b"-"
    if negative:
        digits = digits[1:]
    value = 0
    for byte in digits:
        digit = byte - 48 if 48 <= byte <= 57 else byte - 87 if 97 <= byte <= 122 else 99
        if digit >= base:
            return None
        value = (value * base + digit) & 0xFFFFFFFFFFFFFFFF
    if not digits:
        return None
    return wrap(-value if negative else value)


# Metatables


def getmetatable(value=MISSING, *_):
    if value is MISSING:
        raise bad_arg(1, "getmetatable", "value expected")
    if value.__class__ is not Table or value.m is None or value is state.run.program.globals:
        return None
    shown = value.m.get(b"__metatable")
    return value.m if shown is None else shown


def setmetatable(table=MISSING, meta=MISSING, *_):
    arg_table(table, 1, "setmetatable")
    if meta is not None and meta.__class__ is not Table:
        raise wrong_type(meta, 2, "setmetatable", "nil or table")
    if table.m is not None and table.m.get(b"__metatable") is not None:
        raise LuaError(b"cannot change a protected metatable", 1)
    table.m = meta
    return table


# Iteration


def next_(table=MISSING, key=None, *_):
    arg_table(table, 1, "next")
    if key is None:
        walk = table.items()
    else:
        walk = getattr(table, "walk", None)
        if walk and walk[0] == key and walk[0].__class__ is key.__class__:
            walk = walk[1]
        else:
            walk = _walk_to(table, key)
    for entry in walk:
        table.walk = (entry[0], walk)
        return entry
    table.walk = None
    return None


def _walk_to(table, key):
    walk = table.items()
    for entry in walk:
        if entry[0] == key and entry[0].__class__ is key.__class__:
            return walk
    raise LuaError(b"invalid key to 'next'", 0)


def pairs(table=MISSING, *_):
    function = handler(table, b"__pairs")
    if function is not None:
        results = call(function, table)
        return (results + (None, None, None))[:3]
    arg_table(table, 1, "pairs")
    return (next_, table, None)


def ipairs(table=MISSING, *_):
    if table is MISSING:
        raise bad_arg(1, "ipairs", "value expected")
    return (_following, table, 0)


def _following(table=None, i=MISSING, *_):
    i = arg_int(i, 2, "?")
    if table.__class__ is not Table and table.__class__ is not bytes:
        raise LuaError(b"attempt to index a %s value" % named_type(table), 0)
    value = get(table, i + 1)
    return None if value is None else (i + 1, value)


def _entries(table, key):
    arg_table(table, 1, "for iterator")
    return table.items() if key is None else _entries_after(table, key)


def _entries_after(table, key):
    while True:
        entry = next_(table, key)
        if entry is None:
            return
        key = entry[0]
        yield entry


def _items(table, i):
    if table.__class__ is not Table:
        _following(table, i)
    while True:
        i += 1
        value = get(table, i)
        if value is None:
            return
        yield i, value


FAST[next_] = _entries
FAST[_following] = _items


def collectgarbage(option=None, *_):
    if option is None or option in (b"collect", b"step"):
        return 0
    if option != b"count":
        shown = option.decode() if option.__class__ is bytes else "?"
        raise bad_arg(1, "collectgarbage", f"invalid option '{shown}'")
    return gc.mem_alloc() / 1024


FUNCTIONS = {
    b"assert": assert_,
    b"collectgarbage": collectgarbage,
    b"error": error,
    b"getmetatable": getmetatable,
    b"ipairs": ipairs,
    b"next": next_,
    b"pairs": pairs,
    b"pcall": pcall,
    b"print": print_,
    b"select": select,
    b"setmetatable": setmetatable,
    b"tonumber": tonumber,
    b"tostring": tostring,
    b"type": type_,
    b"xpcall": xpcall,
}
