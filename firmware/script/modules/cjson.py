"""`require("cjson")`: JSON text, as lua-cjson has it; `require("json")` is the same."""

from micropython import const

import jsontext
from script.board import table
from script.convert import NULL, to_lua, to_python
from script.arguments import arg_str
from script.values import MISSING, LuaError, Table, bad_arg, charge

_MOST_BYTES = const(16384)  # of a text; as tables it takes several times that
_GROWTH = const(4)  # bytes of objects on the way to tables, for each of text


def make(run):
    module = table({b"encode": _encode, b"decode": _decode})
    module.put(b"null", NULL)
    module.put(b"array_mt", Table.record({b"__jsontype": b"array"}))
    return module


def _encode(*arguments):
    if not arguments:
        raise bad_arg(1, "encode", "value expected")
    try:
        result = jsontext.dumps(to_python(arguments[0])).encode()
    except ValueError as error:
        raise LuaError(b"cannot encode: " + error.args[0].encode(), 1)
    if len(result) > _MOST_BYTES:
        raise LuaError(_too_long(len(result)), 1)
    charge(len(result))
    return result


def _decode(data=MISSING, *_):
    data = arg_str(data, 1, "decode")
    if len(data) > _MOST_BYTES:
        raise LuaError(_too_long(len(data)), 1)
    charge(len(data) * _GROWTH)
    try:
        return to_lua(jsontext.parse(data), NULL)
    except ValueError as error:
        raise LuaError(b"cannot decode: " + error.args[0].encode(), 1)


def _too_long(length):
    return b"JSON text has at most %d bytes, this has %d" % (_MOST_BYTES, length)
