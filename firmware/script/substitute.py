"""string.gsub of scripts, and what counts long strings."""

import micropython
from micropython import const

from script.calls import call1
from script.captures import capture, captures
from script.matcher import search, work
from script.numbers import tostring
from script.access import get
from script.pattern import compiled
from script.arguments import arg_int, arg_str
from script.values import MAX_STRING, MISSING, LuaError, Table, bad_arg, charge, type_name

_START = const(4)  # word of a match, see matcher.py
_COUNTED = const(64)  # bytes from which on a string counts
_MATCH_STEPS = const(100)  # of work for what surrounds a match


def counted(text):
    """Charges a long string to the run and returns it; to write its bytes was work, too."""
    size = len(text)
    if size >= _COUNTED:
        charge(size)
        work(size >> 2)
    return text


def too_large():
    """Returns the error of a string that would be longer than the limit."""
    return LuaError(b"resulting string too large", 1)


@micropython.native
def gsub(s=MISSING, p=MISSING, by=MISSING, most=None, *_):
    """Lua's string.gsub."""
    if s.__class__ is not bytes:
        s = arg_str(s, 1, "gsub")
    if p.__class__ is not bytes:
        p = arg_str(p, 2, "gsub")
    kind = by.__class__
    if kind is int or kind is float:
        by = tostring(by)
        kind = bytes
    if kind is bytes:
        if b"%" in by:
            by = _template(by)
    elif kind is not Table and type_name(by) != b"function":
        text = "string/function/table expected, got " + type_name(by).decode()
        raise bad_arg(3, "gsub", text)
    most = len(s) + 1 if most is None else arg_int(most, 4, "gsub")
    return _substitute(s, compiled(p), by, most)


@micropython.native
def _substitute(s, p, by, most):
    """Returns (new string, number of matches); by: text, template (list), table or function."""
    parts = []
    size = copied = at = count = 0
    last = -1
    kind = by.__class__
    while count < most:
        end = search(p, s, at)
        if end < 0:
            break
        if end == last:  # nothing, just behind the match before
            if at >= len(s):
                break
            at += 1
            continue
        count += 1
        work(_MATCH_STEPS)
        words = p.words
        start = words[_START]
        if kind is bytes:
            new = by
        elif kind is list:
            new = _filled(by, words, s, end)
        else:
            new = captures(words, s, end)
            if kind is Table:
                new = get(by, new[0] if new.__class__ is tuple else new)
            else:
                new = call1(by, *new) if new.__class__ is tuple else call1(by, new)
            if new.__class__ is not bytes:
                new = s[start:end] if new is None or new is False else _replacement(new)
        if start > copied:
            parts.append(s[copied:start])
        parts.append(new)
        size += start - copied + len(new)
        if size > MAX_STRING:
            raise too_large()
        copied = at = last = end
        if p.anchored:
            break
    if not count:
        return (s, 0)
    parts.append(s[copied:])
    if size + len(s) - copied > MAX_STRING:
        raise too_large()
    return (counted(b"".join(parts)), count)


def _replacement(value):
    if value.__class__ is int or value.__class__ is float:
        return tostring(value)
    raise LuaError(b"invalid replacement value (a %s)" % type_name(value), 1)


def _template(text):
    """Takes a replacement apart: texts, numbers of captures (-1: the whole), None: an error."""
    parts = []
    at = 0
    while True:
        percent = text.find(b"%", at)
        if percent < 0:
            parts.append(text[at:])
            return parts
        if percent > at:
            parts.append(text[at:percent])
        char = text[percent + 1] if percent + 1 < len(text) else 0
        if char == 37:
            parts.append(b"%")
        elif 48 <= char <= 57:
            parts.append(char - 49)
        else:
            parts.append(None)
            return parts
        at = percent + 2


@micropython.native
def _filled(template, words, s, end):
    parts = []
    size = 0
    for part in template:
        if part is None:
            raise LuaError(b"invalid use of '%' in replacement string", 1)
        if part.__class__ is int:
            part = s[words[_START] : end] if part < 0 else capture(words, s, part, end)
            if part.__class__ is int:
                part = b"%d" % part
        size += len(part)
        if size > MAX_STRING:
            raise too_large()
        parts.append(part)
    return b"".join(parts)
