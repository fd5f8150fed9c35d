"""A request body in segments, read from flash while it is sent: memory does not grow with it.

A segment is bytes, or an object with size(), its length in bytes, and chunks(), a generator of
bytes-like pieces, each valid until the next one is asked for.

    body = Body([b'{"messages":[', Chain([system, history], b","), b"]}"])
    body.size()                 # the Content-Length
    await body.write(send)      # exactly so many bytes, or ProtocolError
"""

import jsontext
from llm.errors import ProtocolError
from micropython import const

_READ_BYTES = const(256)  # a piece of a file
_LF = b"\n"
_COMMA = const(0x2C)
_CUT_NOTE = b"\\n[cut here: the file is longer than %d bytes]"


class FileText:
    """The text of a file as the inside of a JSON string; an absent file is empty.

    limit_bytes: what is read of the file, cut at a character border and followed by a note when
    there is more.
    """

    def __init__(self, path, limit_bytes=4096):
        self._path = path
        self._limit = limit_bytes

    def size(self):
        """Returns the length in bytes; the whole text is escaped once to know it."""
        return sum(len(piece) for piece in self.chunks())

    def chunks(self):
        """Yields the text in pieces of escaped UTF-8, whatever bytes the file holds."""
        try:
            file = open(self._path, "rb")  # noqa: SIM115
        except OSError:
            return
        with file:
            clean = jsontext.Utf8()
            for piece in _read(file, self._limit):
                yield jsontext.escape(clean.feed(piece))
            if file.read(1):
                yield _CUT_NOTE % self._limit
            else:
                yield jsontext.escape(clean.end())


def _read(file, limit):
    """Yields up to `limit` bytes of a file in pieces (memoryviews of one buffer)."""
    buf = bytearray(_READ_BYTES)
    view = memoryview(buf)
    while limit > 0:
        count = file.readinto(view[: min(limit, _READ_BYTES)])
        if not count:
            return
        limit -= count
        yield view[:count]


class Lines:
    """Lines of a JSONL file with commas between them, none of them empty.

    ranges: array of byte positions, start and end in turn; each range holds whole lines
    """

    def __init__(self, path, ranges):
        self._path = path
        self._ranges = ranges

    def size(self):
        """Returns the length in bytes: every newline is a comma, but the last."""
        ranges = self._ranges
        total = sum(ranges[i + 1] - ranges[i] for i in range(0, len(ranges), 2))
        return max(total - 1, 0)

    def chunks(self):
        """Yields the lines in pieces, each valid until the next. Raises OSError."""
        buf = bytearray(_READ_BYTES)
        view = memoryview(buf)
        ranges = self._ranges
        with open(self._path, "rb") as file:
            for i in range(0, len(ranges), 2):
                file.seek(ranges[i])
                left = ranges[i + 1] - ranges[i] - (i + 2 == len(ranges))
                while left > 0:
                    count = file.readinto(view[: min(left, _READ_BYTES)])
                    if not count:
                        return
                    left -= count
                    at = buf.find(_LF, 0, count)
                    while at >= 0:
                        buf[at] = _COMMA
                        at = buf.find(_LF, at + 1, count)
                    yield view[:count]


class Chain:
    """Segments one after the other as one segment.

    separator: bytes between any two that are not empty
    """

    def __init__(self, segments, separator=b""):
        self._segments = segments
        self._separator = separator

    def size(self):
        """Returns the length in bytes, measured now."""
        total = 0
        for segment in self._segments:
            count = _size(segment)
            if count and total:
                count += len(self._separator)
            total += count
        return total

    def chunks(self):
        """Yields the bytes in pieces, each valid until the next."""
        begun = False
        for segment in self._segments:
            if self._separator and _size(segment):
                if begun:
                    yield self._separator
                begun = True
            if isinstance(segment, bytes):
                yield segment
            else:
                yield from segment.chunks()


def _size(segment):
    return len(segment) if isinstance(segment, bytes) else segment.size()


class Body(Chain):
    """A request body made of segments, for net.http.request()."""

    def __init__(self, segments):
        super().__init__(segments)
        self._size = -1

    def size(self):
        """Returns the length in bytes, measured now: write() sends exactly as much."""
        self._size = super().size()
        return self._size

    async def write(self, send):
        """Passes the body to `send`, an async function that takes bytes-like pieces.

        Raises ProtocolError when a file has changed since size(), before a byte too many is sent,
        and OSError when a file is gone.
        """
        left = self._size if self._size >= 0 else self.size()
        pieces = self.chunks()
        try:
            for piece in pieces:
                left -= len(piece)
                if left < 0:
                    raise ProtocolError("a file grew while it was being sent")
                await send(piece)
        finally:
            pieces.close()  # and with it the file
        if left:
            raise ProtocolError("a file shrank while it was being sent")
