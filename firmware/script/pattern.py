"""Lua patterns become byte code for the machine in matcher.py.

What is wrong with a pattern becomes an instruction too: in Lua it is an error only when a match
comes that far.
"""

from array import array

from micropython import const

from script.matcher import work
from script.values import LuaError

# Byte code, as in matcher.py.
_END = const(0)
_CHAR = const(1)
_SET = const(2)
_MAX = const(3)
_MAX1 = const(4)
_MIN = const(5)
_OPT = const(6)
_OPEN = const(7)
_CLOSE = const(8)
_POSITION = const(9)
_EOS = const(10)
_BALANCE = const(11)
_FRONTIER = const(12)
_BACK = const(13)
_ERROR = const(14)

# Words of its state that are set here.
_ANCHORED = const(5)
_LEAD = const(6)
_BASE = const(7)
_CAPTURES = const(9)

_DEPTH = const(200)  # places that the machine comes back to
_MOST_CAPTURES = const(32)
_MOST_CODE = const(65535)
_CACHED = const(8)  # patterns kept
_CACHED_BYTES = const(384)  # longer ones are not
_ITEM_STEPS = const(60)  # of work

# Indices into the messages of the machine.
_TOO_MANY = const(2)
_AFTER_PERCENT = const(3)
_NO_BRACKET = const(4)
_NO_ARGUMENTS = const(5)
_NO_SET = const(6)

# Bit n of a class: whether the character n belongs to it.
_ALL = (1 << 256) - 1
_CLASSES = {
    97: 0x7FFFFFE07FFFFFE0000000000000000,  # a
    99: 0x800000000000000000000000FFFFFFFF,  # c
    100: 0x3FF000000000000,  # d
    103: 0x7FFFFFFFFFFFFFFFFFFFFFFE00000000,  # g
    108: 0x7FFFFFE000000000000000000000000,  # l
    112: 0x78000001F8000001FC00FFFE00000000,  # p
    115: 0x100003E00,  # s
    117: 0x7FFFFFE0000000000000000,  # u
    119: 0x7FFFFFE07FFFFFE03FF000000000000,  # w
    120: 0x7E0000007E03FF000000000000,  # x
    122: 1,  # z, as older scripts name \0
}
_SUFFIXES = {42: _MAX, 43: _MAX1, 45: _MIN, 63: _OPT}

_cache = {}


class Pattern:
    """A compiled pattern: `plain` where it stands for just this text, else `code`; and `words`.

    find: what string.find looks for as it is; it takes `)` for a character like others.
    """

    def __init__(self, text):
        anchored = text[:1] == b"^"
        body = text[1:] if anchored else text
        special = anchored or _has_special(body)
        self.anchored = anchored
        self.find = None if special else body
        self.plain = None if special or b")" in body else body
        if self.plain is None:
            self.code, self.words = _Compiler(body).result()
            self.words[_ANCHORED] = anchored
        else:
            self.code = b""
            self.words = array("i", bytes(4 * _CAPTURES))


class _Compiler:
    def __init__(self, text):
        self.text = text
        self.code = bytearray()
        self.sets = bytearray()
        self.known = {}  # item in the pattern -> number of its set
        self.uses = []  # places in the code that name a set
        self.depth = 0  # most places to come back to
        self.captures = 0

    def result(self):
        """Returns (code, words of the state)."""
        code = self.code
        i = 0
        try:
            while i < len(self.text):
                i = self.item(i)
                work(_ITEM_STEPS)
        except _Malformed as exc:
            code.append(_ERROR)
            code.append(exc.args[0])
        lead = self.lead()
        code.append(_END)
        end = len(code)
        if end + len(self.sets) > _MOST_CODE:
            raise LuaError(b"pattern too complex", 1)
        for at in self.uses:
            offset = end + 32 * (code[at] | code[at + 1] << 8)
            code[at] = offset & 255
            code[at + 1] = offset >> 8
        code.extend(self.sets)
        base = _CAPTURES + 2 * self.captures
        words = array("i", bytes(4 * (base + 3 * min(self.depth, _DEPTH))))
        words[_BASE] = base
        words[_LEAD] = 0 if lead is None else end + 32 * lead
        return code, words

    def item(self, i):
        """Compiles what begins at i and returns where the next begins."""
        text = self.text
        code = self.code
        char = text[i]
        if char == 40:  # (
            self.captures += 1
            if self.captures > _MOST_CAPTURES:
                self.captures = _MOST_CAPTURES
                raise _Malformed(_TOO_MANY)
            self.depth += 1
            if text[i + 1 : i + 2] == b")":
                code.append(_POSITION)
                return i + 2
            code.append(_OPEN)
            return i + 1
        if char == 41:  # )
            self.depth += 1
            code.append(_CLOSE)
            return i + 1
        if char == 36 and i + 1 == len(text):  # $
            code.append(_EOS)
            return i + 1
        if char == 37 and i + 1 < len(text):  # %
            kind = text[i + 1]
            if kind == 98:  # b
                if i + 3 >= len(text):
                    raise _Malformed(_NO_ARGUMENTS)
                code.append(_BALANCE)
                code.extend(text[i + 2 : i + 4])
                return i + 4
            if kind == 102:  # f
                if text[i + 2 : i + 3] != b"[":
                    raise _Malformed(_NO_SET)
                end = _single_end(text, i + 2)
                self.use(_FRONTIER, text[i + 2 : end])
                return end
            if 48 <= kind <= 57:
                code.append(_BACK)
                code.append((kind - 49) & 255)
                return i + 2
        end = _single_end(text, i)
        item = text[i:end]
        suffix = _SUFFIXES.get(text[end]) if end < len(text) else None
        if suffix:
            self.depth += 1
            self.use(suffix, item)
            return end + 1
        char = _literal(item)
        if char is None:
            self.use(_SET, item)
        else:
            code.append(_CHAR)
            code.append(char)
        return end

    def use(self, op, item):
        number = self.mask(item)
        self.uses.append(len(self.code) + 1)
        self.code.extend(bytes((op, number & 255, number >> 8)))

    def mask(self, item):
        """Returns the number of the set that the item stands for."""
        if item not in self.known:
            number = len(self.sets) // 32
            if number > _MOST_CODE // 32:
                raise LuaError(b"pattern too complex", 1)
            self.sets.extend(_bits(item).to_bytes(32, "little"))
            self.known[item] = number
        return self.known[item]

    def lead(self):
        """Returns the number of the set that a match must begin with, or None."""
        code = self.code
        at = 0
        while at < len(code) and code[at] == _OPEN:
            at += 1
        if at < len(code):
            if code[at] == _CHAR:
                return self.mask(bytes((code[at + 1],)))
            if code[at] in (_SET, _MAX1):
                return code[at + 1] | code[at + 2] << 8
        return None


class _Malformed(Exception):
    """args[0]: index into _ERRORS."""


def _has_special(text):
    for char in b"^$*+?.([%-":
        if char in text:
            return True
    return False


def _single_end(text, i):
    """Returns where the single character item that begins at i ends."""
    char = text[i]
    i += 1
    if char == 37:  # %
        if i == len(text):
            raise _Malformed(_AFTER_PERCENT)
        return i + 1
    if char == 91:  # [
        if text[i : i + 1] == b"^":
            i += 1
        while True:  # a `]` that comes first is one of the characters
            if i >= len(text):
                raise _Malformed(_NO_BRACKET)
            i += 2 if text[i] == 37 else 1
            if text[i : i + 1] == b"]":
                return i + 1
    return i


def _literal(item):
    """Returns the one character that the item stands for, or None."""
    if len(item) == 1:
        return None if item == b"." else item[0]
    if item[0] == 37 and not _class(item[1]):
        return item[1]
    return None


def _class(char):
    """Returns the bits of the class that `%char` names, 0 for none."""
    bits = _CLASSES.get(char | 32, 0)
    return _ALL ^ bits if bits and char < 97 else bits


def _bits(item):
    if item[0] != 91 or len(item) == 1:
        char = _literal(item)
        if char is not None:
            return 1 << char
        return _ALL if item == b"." else _class(item[1])
    bits = 0
    i = 2 if item[1] == 94 else 1
    end = len(item) - 1
    while i < end:
        char = item[i]
        if char == 37:
            char = item[i + 1]
            bits |= _class(char) or 1 << char
            i += 2
        elif item[i + 1] == 45 and i + 2 < end:  # a range
            last = item[i + 2]
            if char <= last:
                bits |= ((1 << (last - char + 1)) - 1) << char
            i += 3
        else:
            bits |= 1 << char
            i += 1
    return _ALL ^ bits if item[1] == 94 else bits


def compiled(text):
    """Returns the Pattern of a text, which may contain what Lua calls malformed."""
    pattern = _cache.get(text)
    if pattern is None:
        pattern = Pattern(text)
        if len(pattern.code or text) <= _CACHED_BYTES:
            if len(_cache) >= _CACHED:
                _cache.clear()
            _cache[text] = pattern
    return pattern


def forget():
    """Drops the patterns that were kept."""
    _cache.clear()
