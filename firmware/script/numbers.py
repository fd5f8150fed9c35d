"""Numbers of Lua: to and from text, and their arithmetic where the fast paths of ops.py end."""

import math

from micropython import const

from script import decimals
from script.calls import call1
from script.values import LuaError, Table, int_key, type_name

_MOST_DIGITS = const(400)  # of a numeral; longer ones would hold up everything else
_SPACE = b" \t\n\r\v\f"
_INF = float("inf")
_IS_SINGLE = 16777217.0 == 16777216.0
# Digits that Lua prints of a double, and what a single can hold of them.
_DIGITS = 7 if _IS_SINGLE else 14


def wrap(value):
    """The 64-bit integer of an int result; floats as they are."""
    if value.__class__ is int and not -1 <= value >> 63 <= 0:
        value &= (1 << 64) - 1
        if value >> 63:
            value -= 1 << 64
    return value


def fmt_float(value):
    """The bytes that Lua prints for a float."""
    if value != value:
        return b"nan" if math.copysign(1.0, value) > 0 else b"-nan"
    if value - value != 0:
        return b"inf" if value > 0 else b"-inf"
    if math.copysign(1.0, value) < 0:
        return b"-" + fmt_float(-value)
    text = decimals.general(value, _DIGITS) if value else b"0"
    return text if b"." in text or b"e" in text else text + b".0"


def tostring(value):
    """The bytes of any value; asks `__tostring` and `__name` of a table."""
    kind = value.__class__
    if kind is bytes:
        return value
    if kind is int:
        return str(value).encode()
    if kind is float:
        return fmt_float(value)
    if value is None:
        return b"nil"
    if kind is bool:
        return b"true" if value else b"false"
    name = type_name(value)
    if kind is Table and value.m is not None:
        function = value.m.get(b"__tostring")
        if function is not None:
            text = call1(function, value)
            if text.__class__ is int or text.__class__ is float:
                return tostring(text)
            if text.__class__ is not bytes:
                raise LuaError(b"'__tostring' must return a string", 1)
            return text
        own = value.m.get(b"__name")
        if own.__class__ is bytes:
            name = own
    return name + b": 0x%08x" % (id(value) & 0xFFFFFFFF)


def tonumber(text):
    """The number that a numeral in bytes means, or None."""
    text = text.strip(_SPACE)
    if not text or len(text) > _MOST_DIGITS:
        return None
    sign = 1
    digits = text
    if text[0] in b"+-":
        sign = -1 if text[0] == 45 else 1
        digits = text[1:]
    if digits[:2] in (b"0x", b"0X"):
        return _hex(digits[2:], sign)
    return _decimal(digits, sign)


def _decimal(digits, sign):
    is_int = len(digits) > 0
    for byte in digits:
        if not 48 <= byte <= 57:
            is_int = False
            if byte not in b".eE+-":
                return None
    if not is_int:
        return _float(digits, sign)
    value = int(digits) * sign
    return value if -1 <= value >> 63 <= 0 else float(value)


def _float(digits, sign):
    mantissa = digits.lower().split(b"e", 1)[0]
    if not mantissa.replace(b".", b"", 1) or mantissa[:1] in (b"+", b"-"):
        return None
    try:
        return float(digits.decode()) * sign
    except ValueError:
        return None


def _hex(digits, sign):
    """Hexadecimal integers wrap around, as in Lua; with a point or exponent they are floats."""
    lower = digits.lower()
    mantissa, _, exponent = lower.partition(b"p")
    whole, point, fraction = mantissa.partition(b".")
    if not whole + fraction or (b"p" in lower and not _is_exponent(exponent)):
        return None
    value = 0
    for byte in whole + fraction:
        digit = b"0123456789abcdef".find(bytes((byte,)))
        if digit < 0:
            return None
        value = value << 4 | digit
    if not point and b"p" not in lower:
        return wrap(value * sign)
    shift = (int(exponent) if exponent else 0) - 4 * len(fraction)
    return sign * math.ldexp(float(value), max(-9999, min(9999, shift)))


def _is_exponent(text):
    if text[:1] in (b"+", b"-"):
        text = text[1:]
    return 0 < len(text) < 9 and text.isdigit()


def to_number(value):
    """A number, or a string that is one, as a number; None for everything else."""
    kind = value.__class__
    if kind is int or kind is float:
        return value
    return tonumber(value) if kind is bytes else None


def to_int(value):
    """The integer of a number or numeral; None if it has none."""
    value = to_number(value)
    if value.__class__ is float:
        value = int_key(value)
    return value if value.__class__ is int else None


def divide(a, b):
    """a / b of two numbers: always a float, and never an error."""
    try:
        return a / b if a.__class__ is float or b.__class__ is float else float(a) / float(b)
    except ZeroDivisionError:
        a = float(a)
        if a == 0 or a != a:
            return -float("nan") if a == a else a
        return math.copysign(_INF, math.copysign(1.0, a) * math.copysign(1.0, float(b)))


def floor_divide(a, b):
    """a // b of two numbers."""
    if a.__class__ is int and b.__class__ is int:
        if b == 0:
            raise LuaError(b"attempt to divide by zero", 1)
        return wrap(a // b)
    quotient = divide(a, b)
    if quotient - quotient != 0:
        return quotient
    if abs(quotient) >= 4e18:  # whole, and too large for the floor of a 32-bit board
        return quotient
    return float(math.floor(quotient)) if quotient >= 1 or quotient < 0 else 0.0 * quotient


def modulo(a, b):
    """a % b of two numbers: its sign is that of b."""
    if a.__class__ is int and b.__class__ is int:
        if b == 0:
            raise LuaError(b"attempt to perform 'n%0'", 1)
        return a % b
    a = float(a)
    b = float(b)
    if a != a or b != b:
        return a + b
    if b == 0 or a - a != 0:
        return -float("nan")
    if b - b != 0:  # infinite
        return a if a == 0 or (a > 0) == (b > 0) else b
    rest = math.fmod(a, b)
    if rest and (rest > 0) != (b > 0):
        rest += b
    return rest


def power(a, b):
    """a ^ b of two numbers as a float."""
    a = float(a)
    b = float(b)
    if b == 2.0:
        return a * a
    try:
        return math.pow(a, b)
    except (OverflowError, ValueError, ZeroDivisionError):  # too large, or none at all
        rest = math.fmod(b, 2) if b - b == 0 else 0
        if a < 0 and math.floor(rest) != rest:
            return -float("nan")
        return math.copysign(_INF, a) if rest in (1, -1) else _INF


def shift_left(a, n):
    """a << n of two integers, logical; n < 0 shifts right."""
    if n <= -64 or n >= 64:
        return 0
    a &= (1 << 64) - 1
    return wrap(a << n if n >= 0 else a >> -n)
