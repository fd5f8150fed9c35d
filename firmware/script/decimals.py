"""Floats as text: the exact decimal digits, as C's printf gives them, and hexadecimal ones.

The port's own `%f` and `%g` are a digit or two short of that.
"""

import math

# Binary digits of a float: the boards have single floats, the host has double ones.
_DIGITS = 24 if 2.0**24 + 1 == 2.0**24 else 53
_HEX_DIGITS = 13  # after the point, as with double floats


def special(value):
    """Returns b"inf" or b"nan" for what has no digits, else None."""
    if value != value:
        return b"nan"
    return b"inf" if value - value != 0 else None


def _scaled(value, power):
    """Returns value * 10**power, value > 0, as the nearest int, ties to even: exactly."""
    fraction, exponent = math.frexp(value)
    over = int(math.ldexp(fraction, _DIGITS))
    exponent -= _DIGITS
    under = 1
    if power >= 0:
        over *= 10**power
    else:
        under = 10**-power
    if exponent >= 0:
        over <<= exponent
    elif power >= 0:
        # Only a power of two below: no division.
        whole = over >> -exponent
        rest = over - (whole << -exponent)
        half = 1 << (-exponent - 1)
        return whole + (rest > half or (rest == half and whole & 1))
    else:
        under <<= -exponent
    whole, rest = divmod(over, under)
    rest *= 2
    return whole + (rest > under or (rest == under and whole & 1))


def _pointed(digits, places, point):
    """Puts a point before the last places of the digits."""
    if not places:
        return digits + b"." if point else digits
    if len(digits) <= places:
        digits = b"0" * (places + 1 - len(digits)) + digits
    return digits[:-places] + b"." + digits[-places:]


def fixed(value, places, point=False):
    """Returns value >= 0 as `%f` does; point: even where nothing follows it (flag `#`)."""
    return _pointed(b"%d" % (_scaled(value, places) if value else 0), places, point)


def _digits(value, count):
    """Returns (value > 0 in so many digits as an int, exponent of the first digit)."""
    exponent = math.floor(math.log10(value) - 1e-5)  # too low by one rather than too high
    most = 10**count
    while True:
        digits = _scaled(value, count - 1 - exponent)
        if digits < most:
            return digits, exponent
        exponent += 1


def _with_exponent(digits, exponent):
    return b"%se%s%02d" % (digits, b"-" if exponent < 0 else b"+", abs(exponent))


def scientific(value, places, point=False):
    """Returns value >= 0 as `%e` does."""
    digits, exponent = _digits(value, places + 1) if value else (0, 0)
    return _with_exponent(_pointed(b"%d" % digits, places, point), exponent)


def general(value, count, point=False):
    """Returns value >= 0 as `%g` does, in at most count digits; point keeps zeros at the end."""
    count = count or 1
    digits, exponent = _digits(value, count) if value else (0, 0)
    long = not -4 <= exponent < count
    text = _pointed(b"%d" % digits, count - 1 if long else count - 1 - exponent, point)
    if not point and b"." in text:
        text = text.rstrip(b"0").rstrip(b".")
    return _with_exponent(text, exponent) if long else text


def hexadecimal(value, places=None, point=False):
    """Returns value >= 0 as `%a` does; places: None for as many as it takes."""
    exponent = 0
    digits = 0
    if value:
        fraction, exponent = math.frexp(value)
        exponent -= 1
        digits = int(math.ldexp(fraction, _DIGITS)) << (4 * _HEX_DIGITS + 1 - _DIGITS)
    count = _HEX_DIGITS
    if places is None:
        while count and not digits & 15:
            digits >>= 4
            count -= 1
    elif places < count:
        drop = 4 * (count - places)
        rest = digits & ((1 << drop) - 1)
        digits >>= drop
        half = 1 << (drop - 1)
        digits += rest > half or (rest == half and digits & 1)
        count = places
    else:
        digits <<= 4 * (places - count)
        count = places
    text = _pointed(b"%x" % digits, count, point)
    return b"0x%sp%s%d" % (text, b"-" if exponent < 0 else b"+", abs(exponent))
