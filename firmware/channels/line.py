"""Bytes from a serial line in, whole lines out; on a terminal with echo and editing.

CR, LF and CRLF each end a line. Backspace takes a whole character, however many bytes and columns
it has; Ctrl-U takes the line; cursor keys and other escape sequences are swallowed. A line is
bounded while it is read.
"""

from micropython import const

LIMIT_BYTES = const(8192)  # a stored message is cut there too

_CTRL_U = const(0x15)
_ESC = const(0x1B)
_DEL = const(0x7F)

# (first, last) of the characters with two columns: East Asian Width W and F (UAX #11), emoji.
_WIDE = (
    (0x1100, 0x115F),
    (0x2E80, 0xA4CF),
    (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE6F),
    (0xFF00, 0xFF60),
    (0xFFE0, 0xFFE6),
    (0x1F300, 0x1FAFF),
    (0x20000, 0x3FFFD),
)


class LineReader:
    """Collects one line at a time.

    echo: function of bytes that writes to the terminal, or None where nobody types (a pipe)
    too_long: whether the line that was returned last had more than LIMIT_BYTES; it is cut then
    """

    def __init__(self, echo=None):
        self.echo = echo
        self.too_long = False
        self._line = bytearray()
        self._lost = False
        self._after_cr = False
        self._escape = 0  # 1 after ESC, 2 inside a sequence

    def feed(self, byte):
        """Takes one byte (int) and returns the line (bytes) that it ends, else None."""
        after_cr, self._after_cr = self._after_cr, byte == 0x0D
        if byte == 0x0A and after_cr:
            return None
        if byte in (0x0A, 0x0D):
            return self._end()
        if self.echo and self._edit(byte):
            return None
        if len(self._line) >= LIMIT_BYTES:
            self._lost = True
            return None
        self._line.append(byte)
        if self.echo:
            self.echo(bytes((byte,)))
        return None

    def rest(self):
        """Returns what was typed of an unfinished line (bytes)."""
        return bytes(self._line)

    def _end(self):
        line = bytes(self._line)
        self.too_long = self._lost
        self._line = bytearray()
        self._lost = False
        if self.echo:
            self.echo(b"\r\n")
        return line

    def _edit(self, byte):
        """Handles the keys of a terminal; returns True when the byte is no text."""
        if self._escape:
            # ESC [ or ESC O opens a sequence that a byte from @ to ~ ends (ECMA-48, 5.4).
            opens = self._escape == 1 and byte in (0x5B, 0x4F)
            self._escape = 2 if opens or (self._escape == 2 and not 0x40 <= byte <= 0x7E) else 0
        elif byte == _ESC:
            self._escape = 1
        elif byte in (0x08, _DEL):
            self._erase()
        elif byte == _CTRL_U:
            while self._line:
                self._erase()
        elif byte >= 0x20:
            return False
        return True

    def _erase(self):
        line = self._line
        start = len(line)
        while start:
            start -= 1
            if line[start] & 0xC0 != 0x80:
                break
        else:
            return
        columns = _columns(line[start:])
        self._line = line[:start]
        self._lost = False
        self.echo(b"\b" * columns + b" " * columns + b"\b" * columns)


def _columns(data):
    try:
        code = ord(str(data, "utf-8"))
    except (ValueError, TypeError):  # half a character
        return 1
    return 2 if any(first <= code <= last for first, last in _WIDE) else 1
