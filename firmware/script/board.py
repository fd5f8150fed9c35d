"""What the board modules of scripts share: their tables, and pins as their arguments."""

import jsontext
from hardware.pins import PinError
from script.values import LuaError, Table, bad_arg, type_name


def table(functions):
    """A Lua table of {name (bytes): function}; what the pin policy refuses is a Lua error."""
    return Table.record({name: _guarded(functions[name]) for name in functions})


def _guarded(function):
    def call(*arguments):
        try:
            return function(*arguments)
        except PinError as error:
            raise LuaError(error.args[0].encode(), 1)

    return call


def text(value):
    """The str of a Lua string; bytes that are no UTF-8 are replaced."""
    return jsontext.decode(value)


def pin(pins, value, n, function):
    """The GPIO number that argument `n` of a function means: a number or a name."""
    try:
        return pins.number(text(value) if isinstance(value, bytes) else value)
    except PinError:
        if isinstance(value, bytes) and value:
            raise bad_arg(n, function, f"no pin is called '{text(value[:40])}' (gpio.names)")
        got = "" if isinstance(value, (int, float)) else f", got {type_name(value).decode()}"
        raise bad_arg(n, function, f"GPIO number or pin name expected{got}")


def choice(value, n, function, options):
    """What `options` {bytes: anything} has for a Lua string."""
    if isinstance(value, bytes) and value in options:
        return options[value]
    names = ", ".join(sorted([f"'{option.decode()}'" for option in options]))
    raise bad_arg(n, function, f"one of {names} expected")


def within(value, n, function, least, most):
    """The integer `value` if it lies between `least` and `most`."""
    if not least <= value <= most:
        raise bad_arg(n, function, f"{least} to {most} expected")
    return value


def is_function(value):
    return type_name(value) == b"function"
