"""The library `math` of scripts, as in Lua 5.4, with the `pow` of older ones."""

import math
import random

from micropython import const

from script.numbers import wrap
from script.operators import lt
from script.arguments import arg_int, arg_num
from script.values import MISSING, LuaError, Table, bad_arg, int_key

_MAX = (1 << 63) - 1
_MASK = (1 << 64) - 1
_NAN = float("nan")
_DIGITS = 24 if 2.0**24 + 1 == 2.0**24 else 53  # of a float
_MOST_BITS = const(30)  # that the generator is asked for


def make(run):
    """Returns a fresh table; each run begins with other random numbers."""
    random.seed()
    return Table.record(
        {
            b"abs": _abs,
            b"acos": _acos,
            b"asin": _asin,
            b"atan": _atan,
            b"ceil": _ceil,
            b"cos": _cos,
            b"deg": _deg,
            b"exp": _exp,
            b"floor": _floor,
            b"fmod": _fmod,
            b"huge": float("inf"),
            b"log": _log,
            b"max": _max,
            b"maxinteger": _MAX,
            b"min": _min,
            b"mininteger": -_MAX - 1,
            b"modf": _modf,
            b"pi": math.pi,
            b"pow": _pow,
            b"rad": _rad,
            b"random": _random,
            b"randomseed": _randomseed,
            b"sin": _sin,
            b"sqrt": _sqrt,
            b"tan": _tan,
            b"tointeger": _tointeger,
            b"type": _type,
            b"ult": _ult,
        }
    )


def _float(x, name):
    return float(arg_num(x, 1, name))


def _is_finite(x):
    return x - x == 0


# Rounding


def _whole(x):
    """A float without a fraction as an integer, if it is one."""
    return int_key(x) if _is_finite(x) else x


def _floor(x=MISSING, *_):
    if x.__class__ is int:
        return x
    x = arg_num(x, 1, "floor")
    if x.__class__ is int or not _is_finite(x):
        return x
    return _whole(float(math.floor(x)) if -1e9 < x < 1e9 else x // 1)


def _ceil(x=MISSING, *_):
    if x.__class__ is int:
        return x
    x = arg_num(x, 1, "ceil")
    if x.__class__ is int or not _is_finite(x):
        return x
    return _whole(-(-x // 1))


def _abs(x=MISSING, *_):
    if x.__class__ is bytes:
        x = _float(x, "abs")
    return wrap(abs(arg_num(x, 1, "abs")))


def _fmod(x=MISSING, y=MISSING, *_):
    if x.__class__ is int and y.__class__ is int:
        if y == 0:
            raise bad_arg(2, "fmod", "zero")
        rest = abs(x) % abs(y)  # as C has it: the sign is that of x
        return -rest if x < 0 else rest
    y = float(arg_num(y, 2, "fmod"))
    x = _float(x, "fmod")
    if x != x or y != y:
        return x + y
    if y == 0 or not _is_finite(x):
        return -_NAN
    return math.fmod(x, y) if _is_finite(y) else x


def _modf(x=MISSING, *_):
    if x.__class__ is int:
        return (x, 0.0)
    x = _float(x, "modf")
    if x != x:
        return (x, x)
    if not _is_finite(x):
        return (x, 0.0)
    whole = math.modf(x)[1]
    return (_whole(whole), 0.0 if whole == x else x - whole)


def _tointeger(x=MISSING, *_):
    if x is MISSING:
        raise bad_arg(1, "tointeger", "value expected")
    if x.__class__ is int:
        return x
    if x.__class__ is bytes or x.__class__ is float:
        try:
            return arg_int(x, 1, "tointeger")
        except LuaError:
            pass
    return None


def _type(x=MISSING, *_):
    if x is MISSING:
        raise bad_arg(1, "type", "value expected")
    if x.__class__ is int:
        return b"integer"
    return b"float" if x.__class__ is float else None


def _ult(x=MISSING, y=MISSING, *_):
    return arg_int(x, 1, "ult") & _MASK < arg_int(y, 2, "ult") & _MASK


def _max(x=MISSING, *more):
    if x is MISSING:
        raise bad_arg(1, "max", "value expected")
    for y in more:
        if lt(x, y):
            x = y
    return x


def _min(x=MISSING, *more):
    if x is MISSING:
        raise bad_arg(1, "min", "value expected")
    for y in more:
        if lt(y, x):
            x = y
    return x


# Functions of floats


def _sqrt(x=MISSING, *_):
    x = _float(x, "sqrt")
    return -_NAN if x < 0 else math.sqrt(x)


def _exp(x=MISSING, *_):
    x = _float(x, "exp")
    try:
        return math.exp(x)
    except (OverflowError, ValueError):  # ports differ
        return float("inf")


def _log(x=MISSING, base=None, *_):
    x = _float(x, "log")
    if base is None:
        return _ln(x)
    base = float(arg_num(base, 2, "log"))
    if base in (2.0, 10.0) and 0 < x and _is_finite(x):
        # Exact for powers of the base, where the quotient is not.
        return math.log2(x) if base == 2.0 else math.log10(x)
    x = _ln(x)
    base = _ln(base)
    if base:
        return x / base
    return -_NAN if x == 0 or x != x else x * float("inf")


def _ln(x):
    if x == 0:
        return -float("inf")
    return math.log(x) if x > 0 else x if x != x else -_NAN


def _pow(x=MISSING, y=MISSING, *_):
    from script.numbers import power

    return power(_float(x, "pow"), float(arg_num(y, 2, "pow")))


def _sin(x=MISSING, *_):
    x = _float(x, "sin")
    return math.sin(x) if _is_finite(x) else -_NAN


def _cos(x=MISSING, *_):
    x = _float(x, "cos")
    return math.cos(x) if _is_finite(x) else -_NAN


def _tan(x=MISSING, *_):
    x = _float(x, "tan")
    return math.tan(x) if _is_finite(x) else -_NAN


def _asin(x=MISSING, *_):
    x = _float(x, "asin")
    return math.asin(x) if -1 <= x <= 1 else _NAN


def _acos(x=MISSING, *_):
    x = _float(x, "acos")
    return math.acos(x) if -1 <= x <= 1 else _NAN


def _atan(y=MISSING, x=1, *_):
    return math.atan2(_float(y, "atan"), 1.0 if x is None else float(arg_num(x, 2, "atan")))


def _deg(x=MISSING, *_):
    return _float(x, "deg") * (180.0 / math.pi)


def _rad(x=MISSING, *_):
    return _float(x, "rad") * (math.pi / 180.0)


# Random numbers


def _bits(count):
    value = 0
    while count > _MOST_BITS:
        value = value << _MOST_BITS | random.getrandbits(_MOST_BITS)
        count -= _MOST_BITS
    return value << count | random.getrandbits(count)


def _random(*bounds):
    if not bounds:
        return math.ldexp(float(_bits(_DIGITS)), -_DIGITS)
    if len(bounds) > 2:
        raise LuaError(b"wrong number of arguments", 1)
    low = 1
    high = arg_int(bounds[0], 1, "random")
    if len(bounds) == 2:
        low = high
        high = arg_int(bounds[1], 2, "random")
    elif high == 0:
        value = _bits(64)
        return wrap(value)
    if low > high:
        raise bad_arg(1, "random", "interval is empty")
    span = high - low
    count = 0
    while span >> count:
        count += 1
    value = _bits(count) if count else 0
    while value > span:
        value = _bits(count)
    return low + value


def _randomseed(seed=MISSING, more=0, *_):
    if seed is MISSING:
        random.seed()
        seed, more = _bits(62), _bits(62)
    seed = arg_int(seed, 1, "randomseed")
    more = 0 if more is None else arg_int(more, 2, "randomseed")
    # Near seeds begin alike: spread them, and leave out the first numbers.
    random.seed(((seed ^ seed >> 32) * 0x9E3779B1 ^ more * 0x85EBCA6B) & 0x3FFFFFFF)
    for _ in range(8):
        random.getrandbits(_MOST_BITS)
    return (seed, more)
