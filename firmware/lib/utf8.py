"""Strict UTF-8: what MicroPython's own `str` lets through is checked or repaired here.

Measured on the port: `str(data, "utf-8")` accepts overlong sequences, surrogates and code points
beyond U+10FFFF, and has no error handlers; a str may hold the two halves of a surrogate pair
apart, three bytes each.
"""

REPLACEMENT = b"\xef\xbf\xbd"  # U+FFFD REPLACEMENT CHARACTER

# The only lead bytes whose second byte has a narrower range than 80..BF (Unicode 15, table 3-7);
# C0, C1 and F5..F7 may never occur.
_SECOND = b"\xe0\xa0\xbf\xed\x80\x9f\xf0\x90\xbf\xf4\x80\x8f"  # lead, lowest, highest
_FORBIDDEN = b"\xc0\xc1\xf5\xf6\xf7"


def repair(text):
    """Returns `text` with surrogate pairs joined, lone ones as U+FFFD; itself when clean."""
    if len(memoryview(text)) == len(text):  # ASCII, told without a copy
        return text
    data = text.encode()
    at = _surrogate(data, 0)
    if at < 0:
        return text
    out = bytearray()
    start = 0
    while at >= 0:
        out.extend(data[start:at])
        first = _code(data, at)
        start = at + 3
        if first < 0xDC00 and _surrogate(data, start) == start and _code(data, start) >= 0xDC00:
            out.extend(join_pair(first, _code(data, start)))
            start += 3
        else:
            out.extend(REPLACEMENT)
        at = _surrogate(data, start)
    out.extend(data[start:])
    return str(out, "utf-8")


def decode(data):
    """Returns `data` (bytes-like) as text, bad sequences as U+FFFD as CPython's "replace" does."""
    data = bytes(data)
    return str(data if is_valid(data) else _scrub(data), "utf-8")


def visible(text):
    """Returns `text` with control characters (Unicode's Cc), which steer terminals, as spaces."""
    if all(" " <= char < "\x7f" or char > "\x9f" for char in text):
        return text
    return "".join(char if " " <= char < "\x7f" or char > "\x9f" else " " for char in text)


def border(data, at):
    """Returns the last position up to `at` that cuts no character of `data` (UTF-8 in bytes)."""
    if at >= len(data):
        return len(data)
    for back in range(min(3, at) + 1):
        if data[at - back] & 0xC0 != 0x80:
            return at - back
    return at  # not UTF-8


class Utf8:
    """Cleans UTF-8 that is cut anywhere: the pieces that come out are whole characters."""

    def __init__(self):
        self._tail = b""

    def feed(self, data):
        """Returns the bytes that `data` (bytes-like) completes; an unfinished character waits."""
        data = self._tail + bytes(data)
        end = len(data)
        for back in range(1, min(3, end) + 1):
            need = _length(data[end - back])
            if need:  # the last lead byte
                if need > back:
                    end -= back
                break
        self._tail = data[end:]
        data = data[:end]
        return data if is_valid(data) else _scrub(data)

    def end(self):
        """Returns U+FFFD (bytes) for a character that never was completed, or nothing."""
        data = _scrub(self._tail)
        self._tail = b""
        return data


def _length(lead):
    """Bytes of the sequence that `lead` begins: 1 for ASCII, 0 for a byte that begins none."""
    if lead < 0x80:
        return 1
    if 0xC2 <= lead <= 0xDF:
        return 2
    if 0xE0 <= lead <= 0xEF:
        return 3
    return 4 if 0xF0 <= lead <= 0xF4 else 0


def is_valid(data):
    """Whether `data` (bytes) is strict UTF-8."""
    # The port checks the shape in C; what that lets through is looked for here.
    try:
        if len(str(data, "utf-8")) == len(data):
            return True
    except UnicodeError:
        return False
    for i in range(len(_FORBIDDEN)):
        if data.find(_FORBIDDEN[i : i + 1]) >= 0:
            return False
    for i in range(0, len(_SECOND), 3):
        lead = _SECOND[i : i + 1]
        at = data.find(lead)
        while at >= 0:
            if not _SECOND[i + 1] <= data[at + 1] <= _SECOND[i + 2]:
                return False
            at = data.find(lead, at + 1)
    return True


def first_bad(data):
    """Position of the first byte in `data` (bytes) that is not valid UTF-8."""
    clean = _scrub(data)
    at = 0
    while data[at : at + 1] == clean[at : at + 1]:
        at += 1
    return at


def _scrub(data):
    """Copies bytes with U+FFFD for each longest part that began a sequence and did not end it."""
    out = bytearray()
    at = 0
    while at < len(data):
        need = _length(data[at])
        low, high = 0x80, 0xBF
        i = _SECOND.find(data[at : at + 1])
        if need and i >= 0:
            low, high = _SECOND[i + 1], _SECOND[i + 2]
        size = 1
        while size < need and at + size < len(data) and low <= data[at + size] <= high:
            low, high = 0x80, 0xBF
            size += 1
        out.extend(data[at : at + size] if size == need else REPLACEMENT)
        at += size
    return bytes(out)


def _surrogate(data, start):
    """Position of the next surrogate in the bytes of a str, or -1."""
    at = data.find(b"\xed", start)
    while at >= 0 and data[at + 1] < 0xA0:
        at = data.find(b"\xed", at + 3)
    return at


def _code(data, at):
    """Code point of a three-byte sequence."""
    return (data[at] & 0x0F) << 12 | (data[at + 1] & 0x3F) << 6 | data[at + 2] & 0x3F


def join_pair(first, second):
    """UTF-8 of the character that a surrogate pair stands for."""
    return chr(0x10000 + ((first & 0x3FF) << 10 | second & 0x3FF)).encode()


def encode(code):
    """The bytes of a code point; up to six for one of 31 bits, as the first UTF-8 had them."""
    if code < 0x80:
        return bytes((code,))
    tail = []
    room = 0x3F  # what fits into the first byte
    while code > room:
        tail.insert(0, 0x80 | code & 0x3F)
        code >>= 6
        room >>= 1
    tail.insert(0, ~room << 1 & 0xFF | code)
    return bytes(tail)
