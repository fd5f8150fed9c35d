"""Reads the strings of Lua source: quoted, with their escapes, and in long brackets."""

from micropython import const
from utf8 import encode

_LONGEST = const(16384)  # bytes of one string of a source
_ESCAPES = {97: 7, 98: 8, 102: 12, 110: 10, 114: 13, 116: 9, 118: 11, 92: 92, 34: 34, 39: 39}
_SPACE = b" \t\v\f"


class Literals:
    """The half of the lexer that reads strings, byte by byte."""

    def _level(self, is_comment=False):
        """The level of a long bracket whose first `[` is behind; None for a lone `[`."""
        level = 0
        while self._char() == 61:
            self._pos += 1
            level += 1
        if self._char() == 91:
            self._pos += 1
            return level
        if level and not is_comment:
            raise self._fault("invalid long string delimiter", b"'[" + b"=" * level + b"'")
        return None

    def _long(self, level, what):
        """The text up to the closing bracket of a level; a first line break does not count."""
        text = bytearray()
        start = self.line
        if self._char() in (10, 13):
            self._newline()
        while True:
            byte = self._char()
            if byte < 0:
                raise self._fault(f"unfinished long {what} (starting at line {start})", b"<eof>")
            if byte in (10, 13):
                self._newline()
                byte = 10
            elif byte == 93:
                self._pos += 1
                count = 0
                while self._char() == 61 and count < level:
                    self._pos += 1
                    count += 1
                if count == level and self._char() == 93:
                    self._pos += 1
                    return bytes(text)
                if what == "string":
                    text.extend(b"]" + b"=" * count)
                continue
            else:
                self._pos += 1
            if what == "string":
                text.append(byte)
                self._check(text)

    def _check(self, text):
        if len(text) > _LONGEST:
            raise self._fault(f"string longer than {_LONGEST} bytes", b"")

    def _string(self, quote):
        self._pos += 1
        text = bytearray()
        while True:
            byte = self._char()
            if byte == quote:
                break
            if byte in (10, 13, -1):
                near = b"<eof>" if byte < 0 else b"'" + bytes((quote,)) + text + b"'"
                raise self._fault("unfinished string", near)
            self._pos += 1
            if byte == 92:
                self._escape(text, quote)
            else:
                text.append(byte)
            self._check(text)
        self._pos += 1
        self.value = bytes(text)
        self._raw = bytes((quote,)) + self.value + bytes((quote,))
        return "string"

    def _escape(self, text, quote):
        byte = self._char()
        if byte in _ESCAPES:
            self._pos += 1
            text.append(_ESCAPES[byte])
        elif byte in (10, 13):
            self._newline()
            text.append(10)
        elif byte == 120:
            self._pos += 1
            seen = b"x"
            value = 0
            for _ in range(2):
                digit = self._hex()
                seen += self._shown_char()
                if digit is None:
                    raise self._bad_escape(text, quote, seen, "hexadecimal digit expected")
                self._pos += 1
                value = value << 4 | digit
            text.append(value)
        elif byte == 122:
            self._pos += 1
            while True:
                byte = self._char()
                if byte in (10, 13):
                    self._newline()
                elif byte >= 0 and byte in _SPACE:
                    self._pos += 1
                else:
                    return
        elif byte == 117:
            self._pos += 1
            text.extend(self._unicode(text, quote))
        elif 48 <= byte <= 57:
            self._decimal(text, quote)
        elif byte >= 0:  # else the string is unfinished
            seen = bytes((byte,))
            raise self._bad_escape(text, quote, seen, "invalid escape sequence")

    def _decimal(self, text, quote):
        value = 0
        seen = b""
        while len(seen) < 3 and 48 <= self._char() <= 57:
            byte = self._take()
            seen += bytes((byte,))
            value = value * 10 + byte - 48
        if value > 255:
            seen += self._shown_char()
            raise self._bad_escape(text, quote, seen, "decimal escape too large")
        text.append(value)

    def _hex(self):
        byte = self._char()
        if 48 <= byte <= 57:
            return byte - 48
        byte |= 32
        return byte - 87 if 97 <= byte <= 102 else None

    def _unicode(self, text, quote):
        seen = b"u"
        if self._char() != 123:
            seen += self._shown_char()
            raise self._bad_escape(text, quote, seen, "missing '{'")
        self._pos += 1
        seen += b"{"
        value = 0
        digits = 0
        while True:
            digit = self._hex() if self._char() >= 0 else None
            seen += self._shown_char()
            if digit is None:
                break
            self._pos += 1
            digits += 1
            value = value << 4 | digit
            if value > 0x7FFFFFFF:
                raise self._bad_escape(text, quote, seen, "UTF-8 value too large")
        if not digits:
            raise self._bad_escape(text, quote, seen, "hexadecimal digit expected")
        if self._char() != 125:
            raise self._bad_escape(text, quote, seen, "missing '}'")
        self._pos += 1
        return encode(value)

    def _shown_char(self):
        byte = self._char()
        return bytes((byte,)) if byte >= 0 else b""

    def _bad_escape(self, text, quote, seen, why):
        return self._fault(why, b"'" + bytes((quote,)) + text + b"\\" + seen + b"'")
