"""Cuts Lua source into tokens, reading it in small pieces: only the token at hand is in memory."""

from micropython import const

from script.literals import Literals
from script.numbers import tonumber
from script.values import LuaError

_BUFFER_BYTES = const(256)
_LONGEST = const(256)  # bytes of a name
_MOST_DIGITS = const(200)

_KEYWORDS = {
    word.encode(): word
    for word in (
        "and break do else elseif end false for function goto if in local nil not or repeat "
        "return then true until while"
    ).split(" ")
}
_SYMBOLS = ("...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>")
_ONES = "+-*/%^#&~|<>=(){}[];:,."
_SPACE = b" \t\v\f"
_HEX = b"0123456789abcdefABCDEF"


def _classes():
    table = bytearray(256)
    for byte in range(256):
        char = byte | 32
        if 97 <= char <= 122 or byte == 95:
            table[byte] = 1
        elif 48 <= byte <= 57:
            table[byte] = 2
    return bytes(table)


_CLASS = _classes()  # 1: may begin a name, 2: digit


class Lexer(Literals):
    """The tokens of a source: `kind` and `value` are those of the token at hand.

    kind: a keyword or symbol itself, or "name", "string" (value: bytes), "number", "eof"
    line: where the token ends
    read: function that fills a bytearray with the next bytes and returns how many
    """

    def __init__(self, read, name):
        self._read = read
        self.name = name
        self._buf = bytearray(_BUFFER_BYTES)
        self._pos = 0
        self._end = 0
        self.line = 1
        self.kind = None
        self.value = None
        self._ahead = None
        self._raw = None
        self._skip_head()
        self.next()

    def next(self):
        """Goes on to the next token."""
        if self._ahead:
            self.kind, self.value, self.line, self._raw = self._ahead
            self._ahead = None
        else:
            self.value = self._raw = None
            self.kind = self._scan()

    def peek(self):
        """The kind of the token after the one at hand."""
        if not self._ahead:
            here = (self.kind, self.value, self.line, self._raw)
            self.value = self._raw = None
            kind = self._scan()
            self._ahead = (kind, self.value, self.line, self._raw)
            self.kind, self.value, self.line, self._raw = here
        return self._ahead[0]

    def error(self, text, near=None, line=None):
        """The LuaError for a fault at the token at hand; text: str, near: b"" for no token."""
        return self._fault(text, self._shown() if near is None else near, line)

    def _fault(self, text, near, line=None):
        message = f"{self.name}:{line or self.line}: {text}".encode()
        return LuaError(message + (b" near " + near if near else b""), 0)

    def _shown(self):
        if self.kind == "eof":
            return b"<eof>"
        if self._raw is not None:
            return b"'" + self._raw + b"'" if self._raw else b""
        return b"'" + self.kind.encode() + b"'"

    # Bytes

    def _char(self):
        """The byte at hand, -1 at the end."""
        if self._pos >= self._end and not self._fill():
            return -1
        return self._buf[self._pos]

    def _take(self):
        """The byte at hand, which is then behind."""
        byte = self._char()
        self._pos += 1
        return byte

    def _fill(self):
        self._pos = 0
        self._end = self._read(self._buf)
        return self._end > 0

    def _skip_head(self):
        """Passes over a byte order mark and a first line for the shell."""
        if self._char() == 0xEF:
            for byte in b"\xef\xbb\xbf":
                if self._take() != byte:
                    raise self._fault("unexpected symbol", b"'<\\239>'")
        if self._char() == 35:
            while self._char() not in (10, 13, -1):
                self._pos += 1

    # Tokens

    def _scan(self):
        while True:
            byte = self._char()
            if byte < 0:
                return "eof"
            if _CLASS[byte] == 1:
                return self._name()
            if byte in _SPACE:
                self._pos += 1
            elif byte == 10 or byte == 13:
                self._newline()
            elif _CLASS[byte] == 2:
                return self._number(bytearray())
            elif byte == 45:
                self._pos += 1
                if self._char() != 45:
                    return "-"
                self._pos += 1
                self._comment()
            elif byte == 34 or byte == 39:
                return self._string(byte)
            else:
                return self._symbol(byte)

    def _newline(self):
        first = self._take()
        if self._char() in (10, 13) and self._char() != first:
            self._pos += 1
        self.line += 1

    def _word(self, text):
        """Appends letters, digits and underscores to a bytearray."""
        while True:
            pos = self._pos
            buf = self._buf
            end = self._end
            while pos < end and _CLASS[buf[pos]]:
                pos += 1
            text.extend(memoryview(buf)[self._pos : pos])
            if len(text) > _LONGEST:
                raise self._fault("name too long", b"")
            self._pos = pos
            if pos < end or not self._fill():
                return text

    def _name(self):
        text = bytes(self._word(bytearray()))
        word = _KEYWORDS.get(text)
        if word:
            return word
        self.value = self._raw = text
        return "name"

    def _number(self, text):
        """A numeral, and one letter that follows it without a break, as in Lua."""
        exponent = b"eE"
        while len(text) < _LONGEST:
            byte = self._char()
            if byte < 0:
                break
            if byte in exponent:
                text.append(self._take())
                if self._char() in (43, 45):
                    text.append(self._take())
            elif byte in b"xX" and text in (b"0", b"-0"):
                text.append(self._take())
                exponent = b"pP"
            elif byte == 46 or byte in _HEX:
                text.append(self._take())
            else:
                break
        if _CLASS[max(self._char(), 0)] == 1:
            text.append(self._take())
        text = self._raw = bytes(text)
        self.value = tonumber(text) if len(text) <= _MOST_DIGITS else None
        if self.value is None:
            raise self._fault("malformed number", b"'" + text[:40] + b"'")
        return "number"

    def _symbol(self, byte):
        self._pos += 1
        char = chr(byte)
        if byte == 46 and _CLASS[max(self._char(), 0)] == 2:
            return self._number(bytearray(b"."))
        if byte == 91 and self._char() in (61, 91):
            level = self._level()
            if level is not None:
                self.value = self._long(level, "string")
                self._raw = b"[" + b"=" * level + b"[" + self.value[:40]
                return "string"
            return "["
        if char not in _ONES:
            self._raw = bytes((byte,)) if 32 <= byte < 127 else b"<\\%d>" % byte if byte else b""
            return "unknown"
        following = self._char()
        if following > 0:
            pair = char + chr(following)
            if pair in _SYMBOLS:
                self._pos += 1
                if pair == ".." and self._char() == 46:
                    self._pos += 1
                    return "..."
                return pair
        return char

    def _comment(self):
        """Passes over the rest of a comment."""
        if self._char() == 91:
            self._pos += 1
            level = self._level(is_comment=True)
            if level is not None:
                self._long(level, "comment")
                return
        while self._char() not in (10, 13, -1):
            self._pos += 1
