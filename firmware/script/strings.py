"""The library `string` of scripts: byte strings as in Lua 5.4, without dump, pack and unpack."""

import micropython
from micropython import const

from script import matcher, pattern
from script.captures import capture, captures
from script.format import forget, format
from script.matcher import search, work
from script.pattern import compiled
from script.substitute import counted, gsub, too_large
from script.arguments import arg_int, arg_str
from script.values import MAX_STRING, MISSING, LuaError, Table, bad_arg

_START = const(4)  # words of a match, see matcher.py
_LEVEL = const(3)
_COUNTED = const(64)  # bytes from which on a string counts
_MOST_BYTES = const(4096)  # results of string.byte


def make(run):
    """Returns a fresh table; patterns and formats that a run brought are dropped when it ends."""
    run.on_close(pattern.forget)
    run.on_close(forget)
    return Table.record(
        {
            b"byte": _byte,
            b"char": _char,
            b"find": _find,
            b"format": format,
            b"gmatch": _gmatch,
            b"gsub": gsub,
            b"len": _len,
            b"lower": _lower,
            b"match": _match,
            b"rep": _rep,
            b"reverse": _reverse,
            b"sub": _sub,
            b"upper": _upper,
        }
    )


def _len(s=MISSING, *_):
    return len(s if s.__class__ is bytes else arg_str(s, 1, "len"))


@micropython.native
def _sub(s=MISSING, i=MISSING, j=-1, *_):
    if s.__class__ is not bytes:
        s = arg_str(s, 1, "sub")
    if i.__class__ is not int:
        i = arg_int(i, 2, "sub")
    if j.__class__ is not int:
        j = -1 if j is None else arg_int(j, 3, "sub")
    size = len(s)
    if i < 1:
        i = max(size + i, 0) if i else 0
    else:
        i -= 1
    if j < 0:
        j += size + 1
    elif j > size:
        j = size
    if i >= j:
        return b""
    s = s[i:j]
    return s if j - i < _COUNTED else counted(s)


@micropython.native
def _byte(s=MISSING, i=1, j=None, *_):
    if s.__class__ is not bytes:
        s = arg_str(s, 1, "byte")
    if i.__class__ is not int:
        i = 1 if i is None else arg_int(i, 2, "byte")
    size = len(s)
    if j is None:
        if i < 0:
            i += size + 1
        return s[i - 1] if 0 < i <= size else ()  # type: ignore
    j = arg_int(j, 3, "byte")
    if i < 1:
        i = max(size + i, 0) if i else 0
    else:
        i -= 1
    if j < 0:
        j += size + 1
    elif j > size:
        j = size
    if j - i > _MOST_BYTES:
        raise LuaError(b"string slice too long", 1)
    return tuple(s[i:j]) if i < j else ()


def _char(*codes):
    n = 0
    for code in codes:
        n += 1
        if code.__class__ is not int or not 0 <= code <= 255:
            break
    else:
        return bytes(codes)
    codes = list(codes)
    for n in range(n - 1, len(codes)):
        codes[n] = arg_int(codes[n], n + 1, "char")
        if not 0 <= codes[n] <= 255:
            raise bad_arg(n + 1, "char", "value out of range")
    return bytes(codes)


def _rep(s=MISSING, n=MISSING, sep=None, *_):
    s = arg_str(s, 1, "rep")
    n = arg_int(n, 2, "rep")
    sep = b"" if sep is None else arg_str(sep, 3, "rep")
    if n <= 0 or not s and not sep:
        return b""
    if len(s) * n + len(sep) * (n - 1) > MAX_STRING:
        raise too_large()
    return counted((s + sep) * (n - 1) + s if sep else s * n)


def _reverse(s=MISSING, *_):
    s = arg_str(s, 1, "reverse")
    work(10 * len(s))
    return counted(bytes(reversed(s)))  # type: ignore


def _upper(s=MISSING, *_):
    return counted(arg_str(s, 1, "upper").upper())


def _lower(s=MISSING, *_):
    return counted(arg_str(s, 1, "lower").lower())


def _offset(init, size, name):
    """Returns where `init` (1 is the first character) points, -1 behind the end."""
    init = arg_int(init, 3, name)
    if init > 0:
        init -= 1
    elif init:
        init = max(size + init, 0)
    return init if init <= size else -1


@micropython.native
def _find(s=MISSING, p=MISSING, init=None, plain=None, *_):
    if s.__class__ is not bytes:
        s = arg_str(s, 1, "find")
    if p.__class__ is not bytes:
        p = arg_str(p, 2, "find")
    init = 0 if init is None else _offset(init, len(s), "find")
    if init < 0:
        return None
    if plain is not None and plain is not False:
        text = p
    else:
        p = compiled(p)
        text = p.find
    if text is not None:
        start = matcher.find(s, text, init)
        return None if start < 0 else (start + 1, start + len(text))
    end = search(p, s, init)
    if end < 0:
        return None
    words = p.words
    start = words[_START] + 1
    n = words[_LEVEL]
    if n == 0:
        return (start, end)
    return tuple([start, end] + [capture(words, s, i, end) for i in range(n)])


@micropython.native
def _match(s=MISSING, p=MISSING, init=None, *_):
    if s.__class__ is not bytes:
        s = arg_str(s, 1, "match")
    if p.__class__ is not bytes:
        p = arg_str(p, 2, "match")
    init = 0 if init is None else _offset(init, len(s), "match")
    if init < 0:
        return None
    p = compiled(p)
    end = search(p, s, init)
    return None if end < 0 else captures(p.words, s, end)


def _gmatch(s=MISSING, p=MISSING, init=None, *_):
    s = arg_str(s, 1, "gmatch")
    p = arg_str(p, 2, "gmatch")
    at = 0 if init is None else _offset(init, len(s), "gmatch")
    # An anchor would make no sense here: Lua takes it for a character.
    p = compiled(b"%" + p if p[:1] == b"^" else p)
    last = -1

    def step(*_):
        nonlocal at, last
        while 0 <= at <= len(s):
            end = search(p, s, at)
            if end < 0:
                break
            if end != last:
                at = last = end
                return captures(p.words, s, end)
            at += 1  # nothing, just behind the match before
        at = -1
        return None

    return step
