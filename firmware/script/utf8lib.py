"""The library `utf8` of scripts, as in Lua 5.4."""

from script.matcher import work
from script.substitute import counted
from script.arguments import arg_int, arg_str, opt_int
from utf8 import encode
from script.values import MISSING, LuaError, Table, bad_arg

_CHARPATTERN = b"[\x00-\x7f\xc2-\xfd][\x80-\xbf]*"
_LARGEST = 0x7FFFFFFF  # what six bytes can hold; Unicode ends at 0x10FFFF
_MOST_CODES = 4096  # results of utf8.codepoint
_LEAST = (0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000)  # for so many bytes


def make(run):
    """Returns a fresh table."""
    return Table.record(
        {
            b"char": _char,
            b"charpattern": _CHARPATTERN,
            b"codepoint": _codepoint,
            b"codes": _codes,
            b"len": _len,
            b"offset": _offset,
        }
    )


def _decoded(s, i, lax):
    """Returns (code point, its number of bytes) at s[i], or None if that is no UTF-8."""
    first = s[i]
    if first < 0x80:
        return first, 1
    if not 0xC0 <= first < 0xFE:
        return None
    count = 1
    code = 0
    while first & 0x40:
        at = i + count
        if at >= len(s) or s[at] & 0xC0 != 0x80:
            return None
        code = code << 6 | s[at] & 0x3F
        count += 1
        first = first << 1 & 0xFF
    # The bits of the first byte, shifted above those of the others.
    code |= (first & 0x7F) << 5 * (count - 1)
    if code < _LEAST[count]:
        return None
    if not lax and (code > 0x10FFFF or 0xD800 <= code <= 0xDFFF):
        return None
    return code, count


def _is_lax(value):
    return value is not None and value is not False


def _position(i, size):
    """Where an index (1 is the first byte, -1 the last) points, from 1."""
    return i if i >= 0 else 0 if -i > size else size + i + 1


def _continues(s, i):
    """Whether s[i] is not the first byte of a character."""
    return i < len(s) and s[i] & 0xC0 == 0x80


def _char(*codes):
    parts = []
    n = 0
    for code in codes:
        n += 1
        code = arg_int(code, n, "char")
        if not 0 <= code <= _LARGEST:
            raise bad_arg(n, "char", "value out of range")
        parts.append(encode(code))
    return counted(b"".join(parts))


def _len(s=MISSING, i=None, j=None, lax=None, *_):
    s = arg_str(s, 1, "len")
    size = len(s)
    i = _position(opt_int(i, 2, "len", 1), size)
    j = _position(opt_int(j, 3, "len", -1), size)
    if not 1 <= i <= size + 1:
        raise bad_arg(2, "len", "initial position out of bounds")
    if j > size:
        raise bad_arg(3, "len", "final position out of bounds")
    lax = _is_lax(lax)
    work(50 * max(j - i, 0))
    count = 0
    i -= 1
    while i < j:
        found = _decoded(s, i, lax)
        if found is None:
            return (None, i + 1)
        i += found[1]
        count += 1
    return count


def _codepoint(s=MISSING, i=None, j=None, lax=None, *_):
    s = arg_str(s, 1, "codepoint")
    size = len(s)
    i = _position(opt_int(i, 2, "codepoint", 1), size)
    j = _position(opt_int(j, 3, "codepoint", i), size)
    if i < 1:
        raise bad_arg(2, "codepoint", "out of bounds")
    if j > size:
        raise bad_arg(3, "codepoint", "out of bounds")
    if j - i >= _MOST_CODES:
        raise LuaError(b"string slice too long", 1)
    codes = []
    i -= 1
    while i < j:
        found = _decoded(s, i, _is_lax(lax))
        if found is None:
            raise LuaError(b"invalid UTF-8 code", 1)
        codes.append(found[0])
        i += found[1]
    return tuple(codes)


def _offset(s=MISSING, n=MISSING, i=None, *_):
    s = arg_str(s, 1, "offset")
    n = arg_int(n, 2, "offset")
    size = len(s)
    i = _position(opt_int(i, 3, "offset", 1 if n >= 0 else size + 1), size) - 1
    if not 0 <= i <= size:
        raise bad_arg(3, "offset", "position out of bounds")
    work(20 * (size - i if n > 0 else i))
    if n == 0:
        while i > 0 and _continues(s, i):
            i -= 1
        return i + 1
    if _continues(s, i):
        raise LuaError(b"initial position is a continuation byte", 1)
    while n < 0 and i > 0:
        i -= 1
        while i > 0 and _continues(s, i):
            i -= 1
        n += 1
    if n > 0:
        n -= 1
        while n > 0 and i < size:
            i += 1
            while _continues(s, i):
                i += 1
            n -= 1
    return i + 1 if n == 0 else None


def _codes(s=MISSING, lax=None, *_):
    s = arg_str(s, 1, "codes")
    lax = _is_lax(lax)

    def step(s=MISSING, i=MISSING, *_):
        s = arg_str(s, 1, "for iterator")
        i = arg_int(i, 2, "for iterator")
        i = max(i, 0)
        while _continues(s, i):
            i += 1
        if i >= len(s):
            return None
        found = _decoded(s, i, lax)
        if found is None:
            raise LuaError(b"invalid UTF-8 code", 1)
        return (i + 1, found[0])

    return (step, s, 0)
