"""The slow paths of the operators: coercions, metamethods, and the errors that Lua words."""

import math

from micropython import const

from script import numbers
from script.calls import one
from script.values import MAX_STRING, LuaError, Table, charge, type_name

_EXACT = const(16777216)  # integers up to here are exact as any float
_EVENTS = (
    b"__add",
    b"__sub",
    b"__mul",
    b"__div",
    b"__mod",
    b"__pow",
    b"__idiv",
    b"__band",
    b"__bor",
    b"__bxor",
    b"__shl",
    b"__shr",
)


def handler(value, event):
    """The metamethod of a value, or None."""
    if value.__class__ is Table and value.m is not None:
        return value.m.get(event)
    return None


def named_type(value):
    """The type of a value for a message: its metatable's __name if it has one."""
    name = handler(value, b"__name")
    return name if name.__class__ is bytes else type_name(value)


def can_be_called(value):
    if value.__class__ is Table:
        return handler(value, b"__call") is not None
    return callable(value)


# Arithmetic; op is an index of _EVENTS


def arith(op, a, b):
    a = one(a)
    b = one(b)
    x = numbers.to_number(a)
    y = numbers.to_number(b)
    if x is not None and y is not None:
        return _compute(op, x, y)
    function = _binary(op, a, b)
    if function is not None:
        return _invoke(function, _EVENTS[op], a, b)
    if a.__class__ is bytes or b.__class__ is bytes:
        raise _text_error(_EVENTS[op], a, b)
    side = 0 if x is None else 1
    what = b"attempt to perform arithmetic on a %s value" % named_type((a, b)[side])
    raise LuaError(what, 1, ("arith", op, side))


def _text_error(event, a, b):
    """The error of the arithmetic of strings."""
    names = (event[2:], type_name(a), type_name(b))
    return LuaError(b"attempt to %s a '%s' with a '%s'" % names, 1)


def _invoke(function, event, a, b):
    """Calls a metamethod; returns its first result. Each frame here is one less for the script."""
    if function.__class__ is not Table and not callable(function):
        names = (named_type(function), event[2:])
        raise LuaError(b"attempt to call a %s value (metamethod '%s')" % names, 1)
    return one(function(a, b))


def _binary(op, a, b):
    function = handler(a, _EVENTS[op])
    return handler(b, _EVENTS[op]) if function is None else function


def _compute(op, x, y):
    if op == 0:
        return numbers.wrap(x + y)
    if op == 1:
        return numbers.wrap(x - y)
    if op == 2:
        return numbers.wrap(x * y)
    if op == 3:
        return numbers.divide(x, y)
    if op == 4:
        return numbers.modulo(x, y)
    return numbers.power(x, y) if op == 5 else numbers.floor_divide(x, y)


def bitwise(op, a, b):
    a = one(a)
    b = one(b)
    x = None if a.__class__ is bytes else numbers.to_int(a)
    y = None if b.__class__ is bytes else numbers.to_int(b)
    if x is None or y is None:
        function = _binary(op, a, b)
        if function is not None:
            return _invoke(function, _EVENTS[op], a, b)
        raise _bit_error(a, b, op)
    if op == 7:
        return x & y
    if op == 8:
        return x | y
    if op == 9:
        return x ^ y
    return numbers.shift_left(x, y if op == 10 else -y)


def _bit_error(a, b, op):
    for side, value in enumerate((a, b)):
        if value.__class__ is not int and value.__class__ is not float:
            what = b"attempt to perform bitwise operation on a %s value" % named_type(value)
            return LuaError(what, 1, ("bitwise", op, side))
    side = 0 if numbers.to_int(a) is None else 1
    return LuaError(b"number has no integer representation", 1, ("number", op, side))


def negate(a):
    a = one(a)
    number = numbers.to_number(a)
    if number is not None:
        return numbers.wrap(-number)
    function = handler(a, b"__unm")
    if function is not None:
        return _invoke(function, b"__unm", a, a)
    if a.__class__ is bytes:
        raise _text_error(b"__unm", a, a)
    what = b"attempt to perform arithmetic on a %s value" % named_type(a)
    raise LuaError(what, 1, ("arith", -1, 0))


def invert(a):
    a = one(a)
    number = None if a.__class__ is bytes else numbers.to_int(a)
    if number is not None:
        return ~number
    function = handler(a, b"__bnot")
    if function is not None:
        return _invoke(function, b"__bnot", a, a)
    raise _bit_error(a, a, -1)


def length(o):
    o = one(o)
    if o.__class__ is bytes:
        return len(o)
    function = handler(o, b"__len")
    if function is not None:
        return _invoke(function, b"__len", o, o)
    if o.__class__ is Table:
        return o.size()
    what = b"attempt to get length of a %s value" % named_type(o)
    raise LuaError(what, 1, ("length",))


def concat(parts):
    """The chain of `..`, which binds to the right."""
    right = one(parts[-1])
    for i in range(len(parts) - 2, -1, -1):
        left = one(parts[i])
        if _is_text(left) and _is_text(right):
            right = numbers.tostring(left) + numbers.tostring(right)
            if len(right) > MAX_STRING:
                raise LuaError(b"resulting string too large", 1)
            charge(len(right))
            continue
        function = handler(left, b"__concat")
        if function is None:
            function = handler(right, b"__concat")
        if function is None:
            bad = i + 1 if _is_text(left) else i
            value = right if bad > i else left
            what = b"attempt to concatenate a %s value" % named_type(value)
            raise LuaError(what, 1, ("concat", bad))
        right = _invoke(function, b"__concat", left, right)
    return right


def _is_text(value):
    kind = value.__class__
    return kind is bytes or kind is int or kind is float


# Comparisons


def equal(a, b):
    a = one(a)
    b = one(b)
    kinds = (a.__class__, b.__class__)
    if kinds == (int, float):
        return b - b == 0 and a == int(b) and b == b // 1
    if kinds == (float, int):
        return equal(b, a)
    if kinds[0] is not kinds[1]:
        return False
    if kinds[0] is not Table:
        return a == b
    if a is not b:
        function = handler(a, b"__eq")
        if function is None:
            function = handler(b, b"__eq")
        return function is not None and truth(_invoke(function, b"__eq", a, b))
    return True


def truth(value):
    return value is not None and value is not False


def less(a, b):
    a = one(a)
    b = one(b)
    if _are_alike(a, b):
        return a < b
    kinds = (a.__class__, b.__class__)
    if kinds == (int, float):
        return _less_mixed(a, b)
    if kinds == (float, int):
        return a == a and not _less_equal_mixed(b, a)
    return _compare(a, b, b"__lt")


def less_equal(a, b):
    a = one(a)
    b = one(b)
    if _are_alike(a, b):
        return a <= b
    kinds = (a.__class__, b.__class__)
    if kinds == (int, float):
        return _less_equal_mixed(a, b)
    if kinds == (float, int):
        return a == a and not _less_mixed(b, a)
    return _compare(a, b, b"__le")


def _are_alike(a, b):
    kind = a.__class__
    return kind is b.__class__ and (kind is int or kind is float or kind is bytes)


def _less_mixed(i, f):
    """i < f, exactly."""
    if -_EXACT <= i <= _EXACT or f - f != 0:
        return i < f
    return i < int(math.ceil(f))


def _less_equal_mixed(i, f):
    if -_EXACT <= i <= _EXACT or f - f != 0:
        return i <= f
    return i <= int(math.floor(f))


def _compare(a, b, event):
    function = handler(a, event)
    if function is None:
        function = handler(b, event)
    if function is not None:
        return truth(_invoke(function, event, a, b))
    first = named_type(a)
    second = named_type(b)
    if first == second:
        raise LuaError(b"attempt to compare two %s values" % first, 1)
    raise LuaError(b"attempt to compare %s with %s" % (first, second), 1)
