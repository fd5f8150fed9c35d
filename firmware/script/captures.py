"""What a match of matcher.py captured, as Lua values."""

import micropython
from micropython import const

from script.values import LuaError

# Words of a match, see matcher.py.
_LEVEL = const(3)
_START = const(4)
_CAPTURES = const(9)


@micropython.native
def capture(words, subject, n, end):
    """Returns the capture n, counted from 0, of a match; the whole match where there is none."""
    if n >= words[_LEVEL]:
        if n:
            raise LuaError(b"invalid capture index %%%d" % (n + 1), 1)
        return subject[words[_START] : end]
    start = words[_CAPTURES + 2 * n]
    length = words[_CAPTURES + 1 + 2 * n]
    if length > 1:
        return subject[start : start + length - 2]
    if length == 1:
        return start + 1
    raise LuaError(b"unfinished capture", 1)


@micropython.native
def captures(words, subject, end):
    """Returns what Lua's match does: the captures, or the whole match; a tuple if several."""
    n = words[_LEVEL]
    if n < 2:
        return capture(words, subject, 0, end)
    return tuple([capture(words, subject, i, end) for i in range(n)])
