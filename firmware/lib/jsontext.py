"""JSON at the border: what MicroPython's own `json` lets through is checked or repaired here.

Measured on the port: `json.loads` accepts missing and trailing commas, leading zeros and raw line
ends in strings and keeps the two halves of a surrogate pair apart; `json.dumps` writes nan and
objects as they print. Nothing here recurses, and texts are scanned in C where that can be.
"""

import json

import utf8
from micropython import const
from utf8 import Utf8, decode, repair  # noqa: F401  (callers find all of it here)

_PIECE_CHARS = const(256)
_DEPTH = const(32)  # nesting that parse() and dumps() accept


# --- writing ---


def quote(text):
    """Returns `text` (str) as a JSON string in bytes, quotes included."""
    return json.dumps(repair(text)).encode()


def quoted(text):
    """Yields `text` (str) as a JSON string in pieces of bytes: a long one is never held twice."""
    text = repair(text)
    yield b'"'
    for start in range(0, len(text), _PIECE_CHARS):
        yield json.dumps(text[start : start + _PIECE_CHARS])[1:-1].encode()
    yield b'"'


def escape(data):
    """Returns valid UTF-8 (bytes-like) as the inside of a JSON string, in bytes."""
    return json.dumps(str(data, "utf-8"))[1:-1].encode()


def dumps(obj):
    """Returns `obj` as compact JSON text (str) with sorted keys.

    Raises ValueError for anything but dict with text keys, list, tuple, str, int, finite float,
    bool and None, and for nesting deeper than 32, which also ends an object that holds itself.
    """
    out = []
    pending = [
        ("", obj, 0)
    ]  # text to write, then a value, at its depth; the last entry is the next
    while pending:
        text, value, depth = pending.pop()
        out.append(text)
        if isinstance(value, (dict, list, tuple)):
            if depth >= _DEPTH:
                raise ValueError(f"nested deeper than {_DEPTH}")
            _push_items(pending, value, depth + 1)
        elif value is not _NOTHING:
            out.append(_scalar(value))
    return "".join(out)


_NOTHING = object()  # an entry of dumps() that is text only


def _push_items(pending, value, depth):
    """Puts the items of a container on the stack, last one first."""
    is_dict = isinstance(value, dict)
    pending.append(("}" if is_dict else "]", _NOTHING, depth))
    count = len(value)
    if is_dict:
        for key in value:
            if not isinstance(key, str):
                _refuse(key)
        for key in sorted(value, reverse=True):
            count -= 1
            text = ("," if count else "") + json.dumps(repair(key)) + ":"
            pending.append((text, value[key], depth))
    else:
        while count:
            count -= 1
            pending.append(("," if count else "", value[count], depth))
    pending.append(("{" if is_dict else "[", _NOTHING, depth))


def _scalar(value):
    if isinstance(value, str):
        return json.dumps(repair(value))
    if value is None or isinstance(value, (bool, int)):
        return json.dumps(value)
    if isinstance(value, float) and value - value == 0:  # neither nan nor infinite
        return json.dumps(value)
    return _refuse(value)


def _refuse(value):
    what = value if isinstance(value, float) else f"a value of type {type(value).__name__}"
    raise ValueError(f"{what} cannot be JSON")


# --- reading ---

_DIGITS = b"0123456789"
_HEX = b"0123456789abcdefABCDEF"
_ESCAPES = b'"\\/bfnrt'
_LITERALS = (b"true", b"false", b"null")

# What may come next in the text.
_VALUE = const(0)
_FIRST_VALUE = const(1)  # or the end of the list
_KEY = const(2)
_FIRST_KEY = const(3)  # or the end of the object
_MORE = const(4)  # a comma, or the end of what is open


def parse(text):
    """Returns the object that JSON text (str or bytes-like) stands for, its strings repaired.

    Raises ValueError("… at byte N") for anything that RFC 8259 does not allow, nesting deeper than
    32, invalid UTF-8 and numbers beyond the range of a float.
    """
    joined = check(text)
    if joined is not None:
        text = joined
    elif isinstance(text, str):
        text = repair(text)
    return json.loads(text)


def check(text):
    """Raises ValueError as parse() does; returns None, or the text (bytes) in which surrogates
    are joined that were escaped.
    """
    if isinstance(text, str):
        data = repair(text).encode()
    else:
        data = text if isinstance(text, bytes) else bytes(text)
        if not utf8.is_valid(data):
            raise ValueError(f"invalid UTF-8 at byte {utf8.first_bad(data)}")
    try:
        _check(data)
    except IndexError:
        raise ValueError(f"JSON ends too early at byte {len(data)}")
    if data.find(b"\\ud") >= 0 or data.find(b"\\uD") >= 0:
        return _join_escapes(data)
    return None


def _check(data):
    """Walks over the tokens; raises ValueError at a wrong one, IndexError at an early end."""
    closers = []
    expected = _VALUE
    at = _skip_space(data, 0)
    while expected != _MORE or closers:
        byte = data[at : at + 1]
        if not byte:
            raise IndexError
        if expected == _MORE and byte == b",":
            expected = _KEY if closers[-1] == b"}" else _VALUE
            at += 1
        elif expected not in (_VALUE, _KEY) and byte == closers[-1]:
            closers.pop()
            expected = _MORE
            at += 1
        elif expected in (_KEY, _FIRST_KEY) and byte == b'"':
            at = _skip_space(data, _skip_string(data, at))
            if data[at] != 0x3A:
                _fail("a colon is missing", at)
            at += 1
            expected = _VALUE
        elif expected in (_VALUE, _FIRST_VALUE) and byte in b"[{":
            if len(closers) == _DEPTH:
                _fail(f"nested deeper than {_DEPTH}", at)
            closers.append(b"]" if byte == b"[" else b"}")
            expected = _FIRST_VALUE if byte == b"[" else _FIRST_KEY
            at += 1
        elif expected in (_VALUE, _FIRST_VALUE):
            at = _skip_scalar(data, at)
            expected = _MORE
        else:
            _fail("a comma is missing" if expected == _MORE else "a key in quotes is missing", at)
        at = _skip_space(data, at)
    if at < len(data):
        _fail("more than one value", at)


def _fail(what, at):
    raise ValueError(f"{what} at byte {at}")


def _skip_space(data, at):
    while data[at : at + 1] in (b" ", b"\n", b"\r", b"\t"):
        at += 1
    return at


def _skip_scalar(data, at):
    byte = data[at]
    if byte == 0x22:
        return _skip_string(data, at)
    if byte in b"-0123456789":
        return _skip_number(data, at)
    for word in _LITERALS:
        if data.startswith(word, at):
            return at + len(word)
    return _fail("no JSON value", at)


def _skip_string(data, at):
    """Returns the position after the string whose opening quote is at `at`."""
    start = at + 1
    while True:
        end = data.find(b'"', start)
        if end < 0:
            raise IndexError
        escape_at = data.find(b"\\", start, end)
        if escape_at >= 0:
            end = escape_at
        if end > start and min(memoryview(data)[start:end]) < 0x20:
            _fail("a control character in a string", start)
        if escape_at < 0:
            return end + 1
        start = end + 2
        if data[end + 1] == 0x75:
            for start in range(end + 2, end + 6):
                if data[start] not in _HEX:
                    _fail("a broken escape", end)
            start += 1
        elif data[end + 1] not in _ESCAPES:
            _fail("an unknown escape", end)


def _skip_number(data, at):
    start = at
    if data[at] == 0x2D:
        at += 1
    digits = at
    at = _skip_digits(data, at)
    if at > digits + 1 and data[digits] == 0x30:
        _fail("a number with a leading zero", start)
    whole = at
    if data[at : at + 1] == b".":
        at = _skip_digits(data, at + 1)
    if data[at : at + 1] in (b"e", b"E"):
        at += 1
        at = _skip_digits(data, at + (data[at] in b"+-"))
    if at > whole:
        value = float(data[start:at])
        if value - value != 0:
            _fail("a number out of range", start)
    return at


def _skip_digits(data, at):
    """At least one digit."""
    if data[at] not in _DIGITS:
        _fail("a digit is missing", at)
    while data[at : at + 1] and data[at] in _DIGITS:
        at += 1
    return at


def _join_escapes(data):
    """Writes escaped surrogate pairs as characters, lone ones as U+FFFD; `data` was checked."""
    out = bytearray()
    start = 0
    at = data.find(b"\\")
    while at >= 0:
        end = at + 2
        if data[at + 1] == 0x75:
            end = at + 6
            first = int(data[at + 2 : end], 16)
            if 0xD800 <= first <= 0xDFFF:
                out.extend(data[start:at])
                start = end
                second = int(data[end + 2 : end + 6], 16) if data.startswith(b"\\u", end) else 0
                if first < 0xDC00 <= second <= 0xDFFF:
                    out.extend(utf8.join_pair(first, second))
                    start = end = end + 6
                else:
                    out.extend(utf8.REPLACEMENT)
        at = data.find(b"\\", end)
    out.extend(data[start:])
    return bytes(out)
