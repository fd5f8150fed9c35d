"""What comes out of a script: how it ended, and what it printed, bounded."""

from micropython import const

import jsontext
from utf8 import border

_LIMIT_BYTES = const(2048)
_LINE_BYTES = const(512)  # of one line in a job's log
_MOST_LINES = const(128)


class Outcome:
    """How a script ended.

    state: DONE, FAILED, TIMEOUT or STOPPED
    result: what it returned, as JSON text; "" for nothing
    error: a sentence, for a fault of the script Lua's own; "" when it is DONE
    traceback: of such a fault, Lua's
    """

    def __init__(self, state, result="", error="", traceback=""):
        self.state = state
        self.result = result
        self.error = error
        self.traceback = traceback


class Head:
    """The beginning of what a script printed that someone waits for."""

    def __init__(self):
        self._kept = bytearray()
        self._total = 0

    def write(self, data):
        """Takes printed bytes."""
        self._total += len(data)
        self._kept.extend(memoryview(data)[: _LIMIT_BYTES - len(self._kept)])

    def text(self):
        """Returns the text, with a note when some is missing."""
        kept = len(self._kept)
        if self._total == kept:
            return jsontext.decode(self._kept)
        kept = border(self._kept, kept)
        text = jsontext.decode(memoryview(self._kept)[:kept])
        return text + f"\n[cut: {kept} of {self._total} bytes]"


class Ring:
    """The last lines of what a job printed; each line has a number, the first has 1."""

    def __init__(self):
        self.next = 1  # the number of the next line
        self._lines = []
        self._size = 0
        self._open = b""  # a line without its end

    def write(self, data):
        """Takes printed bytes."""
        start = max(0, len(data) - _LIMIT_BYTES)  # of a text longer than the ring, the end
        lines = (self._open + data[start:]).split(b"\n")
        self._open = _clip(lines.pop())
        for line in lines:
            self._add(_clip(line))

    def lines(self, since=1):
        """Returns a list of (number, text) from line `since` on; one that is not ended is last."""
        first = self.next - len(self._lines)
        lines = self._lines + [self._open] if self._open else self._lines
        found = []
        for i in range(max(0, since - first), len(lines)):
            found.append((first + i, jsontext.decode(lines[i])))
        return found

    def _add(self, line):
        self.next += 1
        self._lines.append(line)
        self._size += len(line)
        while self._size > _LIMIT_BYTES or len(self._lines) > _MOST_LINES:
            self._size -= len(self._lines.pop(0))


def _clip(line):
    if len(line) <= _LINE_BYTES:
        return line
    return line[: border(line, _LINE_BYTES)] + "…".encode()
