"""The log: the last 4 KB in memory, without secrets. It speaks through `logging`.

On a chip stderr is the serial line, so nothing is printed here; whoever owns that line asks for
warnings with warn_to() and prints them between replies.
"""

import logging
import time

import jsontext
from micropython import const
from system.redact import redact
from utf8 import border

_RING_BYTES = const(4096)
_LINE_BYTES = const(1024)  # of one record, so that a single one does not push out all others


class _Format(logging.Formatter):
    """`hour:minute:second LEVEL name: message` in UTC; further lines of a message are indented."""

    def format(self, record):
        hour, minute, second = time.gmtime()[3:6]
        line = f"{hour:02}:{minute:02}:{second:02} {record.levelname} {record.name}"
        return redact(f"{line}: {record.message}").replace("\n", "\n  ")


class _Ring(logging.Handler):
    """Keeps the end of the log."""

    def __init__(self):
        super().__init__()
        self.setFormatter(_Format())
        self._buf = bytearray(_RING_BYTES)
        self._used = 0
        self._at = 0
        self.warn = None

    def emit(self, record):
        line = self.format(record)
        data = line.encode()
        data = data[: border(data, _LINE_BYTES)] + b"\n"
        first = min(len(data), _RING_BYTES - self._at)
        self._buf[self._at : self._at + first] = data[:first]
        self._buf[: len(data) - first] = data[first:]
        self._at = (self._at + len(data)) % _RING_BYTES
        self._used = min(self._used + len(data), _RING_BYTES)
        if self.warn and record.levelno >= logging.WARNING:
            self.warn(line)

    def tail(self):
        if self._used < _RING_BYTES:
            data = self._buf[: self._used]
        else:
            data = self._buf[self._at :] + self._buf[: self._at]
            data = data[data.find(b"\n") + 1 :]  # the oldest line has lost its beginning
        return jsontext.decode(data)


_ring = _Ring()


def setup(config):
    """Directs the log into the ring, at the level of `system.log`. Handlers that exist stay."""
    root = logging.getLogger()
    for handler in root.handlers:
        handler.setFormatter(_ring.formatter)  # no line leaves with a secret
    if _ring not in root.handlers:
        root.addHandler(_ring)
    root.setLevel(getattr(logging, config["system.log"].upper()))


def warn_to(callback):
    """Calls callback(line) for every warning and error from now on; None ends it."""
    _ring.warn = callback


def tail():
    """Returns the last 4 KB of the log as text, whole lines, oldest first."""
    return _ring.tail()
