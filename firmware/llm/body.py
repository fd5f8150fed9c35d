"""A request body in segments, read from flash while it is sent: memory does not grow with it.

A segment is bytes, or an object with size(), its length in bytes, and chunks(), a generator of
bytes-like pieces, each valid until the next one is asked for.

    body = Body([b'{"messages":['] + join([system, Lines(path, 0, 900)], b",") + [b"]}"])
    body.size()                 # the Content-Length
    await body.write(send)      # exactly so many bytes, or ProtocolError
"""

import jsontext
from llm.errors import ProtocolError
from micropython import const

_READ_BYTES = const(512)  # a piece of a file
_LF = b"\n"
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


class Lines:
    """Bytes `start` to `end` of a JSONL file: its lines with commas between them.

    The range begins at the beginning of a line and ends after a line's newline. No line may be
    empty.
    """

    def __init__(self, path, start, end):
        self._path = path
        self._start = start
        self._end = end

    def size(self):
        """Returns the length in bytes: the last newline is dropped."""
        return max(self._end - self._start - 1, 0)

    def chunks(self):
        """Yields the lines in pieces. Raises OSError when the file is gone."""
        with open(self._path, "rb") as file:
            file.seek(self._start)
            for piece in _read(file, self.size()):
                yield _commas(piece)


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


def _commas(piece):
    text = bytes(piece)
    return text.replace(_LF, b",") if text.find(_LF) >= 0 else text


def size(segment):
    """Returns the length of a segment in bytes."""
    return len(segment) if isinstance(segment, bytes) else segment.size()


def join(segments, separator):
    """Returns a list of the segments that are not empty with `separator` (bytes) between them."""
    joined = []
    for segment in segments:
        if size(segment):
            if joined:
                joined.append(separator)
            joined.append(segment)
    return joined


class Body:
    """A request body made of segments, for net.http.request()."""

    def __init__(self, segments):
        self._segments = segments
        self._size = -1

    def size(self):
        """Returns the length in bytes, measured now: write() sends exactly as much."""
        self._size = sum(size(segment) for segment in self._segments)
        return self._size

    async def write(self, send):
        """Passes the body to `send`, an async function that takes bytes-like pieces.

        Raises ProtocolError when a file has changed since size(), before a byte too many is sent,
        and OSError when a file is gone.
        """
        left = self._size if self._size >= 0 else self.size()
        pieces = self._pieces()
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

    def _pieces(self):
        for segment in self._segments:
            if isinstance(segment, bytes):
                yield segment
            else:
                yield from segment.chunks()
