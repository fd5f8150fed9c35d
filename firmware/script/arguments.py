"""Checks the arguments of library functions: n is the number of one, name the function (str)."""

from script.meta import named_type
from script.numbers import tonumber, tostring
from script.values import MISSING, Table, bad_arg, int_key


def wrong_type(value, n, name, wanted):
    """The LuaError for an argument of another type than `wanted` (str)."""
    return bad_arg(n, name, f"{wanted} expected, got {named_type(value).decode()}")


def arg_table(value, n, name):
    if value.__class__ is not Table:
        raise wrong_type(value, n, name, "table")
    return value


def arg_str(value, n, name):
    """A string, or a number as a string."""
    if value.__class__ is bytes:
        return value
    if value.__class__ is int or value.__class__ is float:
        return tostring(value)
    raise wrong_type(value, n, name, "string")


def arg_num(value, n, name):
    """A number, or a string that is one."""
    kind = value.__class__
    if kind is int or kind is float:
        return value
    if kind is bytes:
        number = tonumber(value)
        if number is not None:
            return number
    raise wrong_type(value, n, name, "number")


def arg_int(value, n, name):
    """An integer, or a number or string that is a whole number."""
    if value.__class__ is int:
        return value
    value = arg_num(value, n, name)
    if value.__class__ is float:
        value = int_key(value)
        if value.__class__ is float:
            raise bad_arg(n, name, "number has no integer representation")
    return value


def opt_int(value, n, name, default):
    return default if value is None or value is MISSING else arg_int(value, n, name)


def opt_num(value, n, name, default):
    return default if value is None or value is MISSING else arg_num(value, n, name)


def opt_str(value, n, name, default):
    return default if value is None or value is MISSING else arg_str(value, n, name)
