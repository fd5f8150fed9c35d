"""The reply to an HTTP request: its head, and its body in constant memory.

Limits: header lines of 2 KB (a longer one counts as absent), 8 KB of headers in all, lengths below
1 GB, identity encoding only.
"""

import utf8
from micropython import const
from net.error import HttpError

_LINE_BYTES = const(2048)
_HEAD_BYTES = const(8192)
_MOST_BYTES = const(0x3FFFFFFF)  # a small int on every port
_PIECE_BYTES = const(512)
_HEX_DIGITS = b"0123456789abcdef"
_OWNER = "ask whoever runs the server"
_ADDRESS = "check the address, or ask whoever runs the server"


class Response:
    """A reply whose headers are in and whose body is still to be read.

    .status int, .reason str, .url str (where it came from after redirects), .sent and .received
    bytes on the connection so far, .has_end bool: whether the body says where it ends (one that
    ends with the connection may have been cut). Use it from one task at a time; close() it on
    every path.
    """

    def __init__(self, connection, method, url):
        self.status = 0
        self.reason = ""
        self.url = url
        self.has_end = True
        self._connection = connection
        self._method = method
        self._headers = bytearray()  # "\nname:value" for each, names in lower case
        self._skipping = False  # whether the last header was too long to be kept
        self._head_left = _HEAD_BYTES
        self._left = 0  # bytes to come of the body or the chunk; -1: until the connection ends
        self._chunked = False
        self._in_chunks = False  # a chunk was read, and its line end is still to come
        self._encoding = None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc):
        self.close()

    @property
    def sent(self):
        return self._connection.sent

    @property
    def received(self):
        return self._connection.received

    def hurry(self, idle_ms, total_ms):
        """Takes other deadlines for the rest of the reply, from now on."""
        self._connection.hurry(idle_ms, total_ms)

    def close(self):
        """Closes the connection without reading what is left. May be called again."""
        self._connection.close()

    def header(self, name):
        """Returns the value of a header (str, several joined with a comma), or None."""
        key = b"\n" + name.lower().encode() + b":"
        values = []
        start = self._headers.find(key)
        while start >= 0:
            start += len(key)
            end = self._headers.find(b"\n", start)
            end = len(self._headers) if end < 0 else end
            values.append(utf8.visible(utf8.decode(self._headers[start:end].strip())))
            start = self._headers.find(key, end)
        return ", ".join(values) if values else None

    async def readinto(self, view):
        """Fills a memoryview with more of the body; returns the count of bytes, 0 at its end.

        Raises HttpError, also when the body ends early; the connection is closed then.
        """
        done = False
        try:
            count = await self._read(view)
            done = True
            return count
        finally:
            if not done:
                self.close()

    async def read(self, limit_bytes):
        """Returns the rest of the body (bytes); HttpError when it is longer than the limit."""
        body = bytearray()
        piece = memoryview(bytearray(_PIECE_BYTES))
        while True:
            count = await self.readinto(piece)
            if not count:
                return bytes(body)
            if len(body) + count > limit_bytes:
                self.close()
                raise self._wrong(f"a reply of more than {limit_bytes} bytes", "ask for less")
            body.extend(piece[:count])

    async def _read(self, view):
        if self._chunked and self._left == 0:
            await self._begin_chunk()
        if self._left == 0:
            return 0
        if self._encoding:
            raise self._wrong(
                f"a body in the encoding {self._encoding}, which was not asked for", _OWNER
            )
        if 0 < self._left < len(view):
            view = view[: self._left]
        count = await self._connection.readinto(view)
        if self._left > 0:
            if not count:
                raise self._connection.cut_short()
            self._left -= count
        elif not count:
            self._left = 0
        return count

    async def _begin_chunk(self):
        if self._in_chunks and await self._connection.line(_LINE_BYTES):
            raise self._wrong("a chunk that is longer than it said", _OWNER)
        self._in_chunks = True
        line = await self._connection.line(_LINE_BYTES)
        self._left = self._number(line.partition(b";")[0].strip(), 16, "a chunk")
        # Trailers are left unread: the connection is not used again.
        self._chunked = self._left > 0

    async def begin(self):
        """Reads status and headers; provisional replies (100 to 199) are passed over."""
        while self.status < 200:
            self._headers = bytearray()
            line = await self._connection.line(_LINE_BYTES)
            self._head_left -= len(line) + 2
            self._take_status(line)
            while await self._header():
                pass
        self._frame()

    async def _header(self):
        """Reads a line of the headers; returns whether it was not the empty one at their end."""
        line, size = await self._connection.begin_of_line(_LINE_BYTES, self._head_left)
        self._head_left -= size
        if self._head_left < 0:
            raise self._wrong(f"headers of more than {_HEAD_BYTES} bytes", _OWNER)
        if not line and size < 3:
            return False
        if line[:1] not in (b" ", b"\t"):  # else it continues the one before (obsolete)
            self._skipping = size > _LINE_BYTES
        if not self._skipping:
            self._take_header(line)
        return True

    def _take_status(self, line):
        parts = line.split(None, 2)
        code = parts[1] if len(parts) > 1 and parts[0].startswith(b"HTTP/1.") else b""
        if len(code) != 3 or not code.isdigit():
            raise self._wrong("a reply that is not HTTP", "check its address and port")
        self.status = int(code)
        self.reason = utf8.visible(utf8.decode(parts[2])) if len(parts) > 2 else ""

    def _take_header(self, line):
        if line[:1] in (b" ", b"\t"):
            self._headers.extend(b" " + line.strip())
        else:
            name, colon, value = line.partition(b":")
            if not colon:
                raise self._wrong("a header without a colon", _ADDRESS)
            self._headers.extend(b"\n" + name.strip().lower() + b":" + value)

    def _frame(self):
        """Finds out how the body is delimited (RFC 9112, 6.3)."""
        coding = self.header("transfer-encoding")
        length = self.header("content-length")
        encoding = self.header("content-encoding")
        if encoding and encoding.lower() != "identity":
            self._encoding = encoding
        if self._method == "HEAD" or self.status in (204, 304):
            self._left = 0
        elif coding is not None:
            if coding.lower() != "chunked":
                raise self._wrong(f"a reply in the transfer encoding {coding}", _OWNER)
            self._chunked = True
        elif length is not None:
            numbers = {
                self._number(part.strip().encode(), 10, "a body") for part in length.split(",")
            }
            if len(numbers) > 1:
                raise self._wrong("two different lengths for a body", _OWNER)
            self._left = numbers.pop()
        else:
            self._left = -1
            self.has_end = False

    def _number(self, digits, base, what):
        allowed = _HEX_DIGITS[:base]
        proper = digits and all(digit in allowed for digit in digits.lower())
        value = int(digits, base) if proper else -1
        if not 0 <= value <= _MOST_BYTES:
            raise self._wrong(f"{what} of impossible length", _OWNER)
        return value

    def _wrong(self, what, advice):
        return HttpError(f"{self._connection.peer} sent {what}", advice)
