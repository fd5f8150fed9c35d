"""Long strings inside JSON, left where they are: parsed with the rest they would be held thrice.

Loaded when a piece of a reply is long.
"""

import json

import jsontext
from micropython import const
from utf8 import border

_LONG_BYTES = const(1024)
_SLICE_BYTES = const(512)
_ESCAPE_BYTES = const(6)  # of \uXXXX
_QUOTE = b'"'
_BACKSLASH = const(0x5C)
_MARK = "\0\0"  # in the value that stands for a string, before its number
# What the strings are called that grow long.
_KEYS = (b'"content"', b'"text"', b'"arguments"', b'"reasoning_content"', b'"reasoning"')


class LongText:
    """A string in a buffer of JSON."""

    def __init__(self, data, start, end):
        self._data = data
        self._start = start
        self._end = end

    def pieces(self):
        """Yields it in short pieces (str)."""
        start = self._start
        while start < self._end:
            end = _next_cut(self._data, start, self._end)
            yield _text(b'"' + self._data[start:end] + b'"')
            start = end


def _next_cut(data, start, end):
    """A position up to a slice behind `start` that is in no escape and in no character."""
    if end - start <= _SLICE_BYTES:
        return end
    at = start + _SLICE_BYTES
    escape = data.rfind(b"\\", start, at)
    if escape >= at - _ESCAPE_BYTES:
        first = escape
        while first > start and data[first - 1] == _BACKSLASH:
            first -= 1
        if (escape - first) % 2 == 0:  # else the backslash is the end of an escape
            return escape
    return border(data, at)


def _text(quoted):
    try:
        return json.loads(quoted)
    except UnicodeError:
        return json.loads(jsontext.decode(quoted))


def loads(data):
    """Parses JSON (bytearray) as json.loads does, but returns a LongText for every long string
    that has one of the names above.
    """
    found = []
    rest = bytearray()
    done = 0
    start = -1 if data.find(b"\\u0000") >= 0 else data.find(_QUOTE)
    while start >= 0:
        end = _end_of_string(data, start)
        if end - start > _LONG_BYTES and _is_named(data, start):
            rest.extend(memoryview(data)[done : start + 1])
            rest.extend(b"\\u0000\\u0000%d" % len(found))
            found.append(LongText(data, start + 1, end))
            done = end
        start = data.find(_QUOTE, end + 1)
    if not found:
        return json.loads(data)
    rest.extend(memoryview(data)[done:])
    return _put_back(json.loads(rest), found)


def _end_of_string(data, start):
    """Position of the closing quote of the string that opens at `start`."""
    end = start
    while True:
        end = data.find(_QUOTE, end + 1)
        if end < 0:
            raise ValueError
        at = end
        while data[at - 1] == _BACKSLASH:
            at -= 1
        if (end - at) % 2 == 0:
            return end


def _is_named(data, start):
    before = bytes(data[max(start - 32, 0) : start]).rstrip()
    return before.endswith(b":") and any(before[:-1].rstrip().endswith(key) for key in _KEYS)


def _put_back(value, found):
    """Returns a parsed value with each mark replaced by what it stands for."""
    pending = [value]
    while pending:
        part = pending.pop()
        for place in part if isinstance(part, dict) else range(len(part)):
            item = part[place]
            if isinstance(item, (dict, list)):
                pending.append(item)
            elif isinstance(item, str) and item.startswith(_MARK):
                part[place] = found[int(item[2:])]
    return value
