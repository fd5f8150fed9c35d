"""Server-sent events: bytes in, the data of each event out. Does no input or output of its own.

    events = Events()
    for _ in events.feed(view):     # at the end of each event
        data = events.take()
    events.end()
    last = events.take()

Follows the event stream format of https://html.spec.whatwg.org/multipage/server-sent-events.html:
lines end in LF, CR or CRLF, a byte order mark may come first, several data lines of one event are
joined with LF. The other fields (event, id, retry) and comments are passed over without being
held, however long they are. An event whose data is blank or begins with a colon is a keep-alive of
some gateways (`data: : keepalive`) and is passed over too.
"""

from micropython import const

_BOM = b"\xef\xbb\xbf"
_NAME = b"data:"
_LF = b"\n"
_CR = b"\r"
_BLANK = b" \t\n\r\x0b\x0c"
_COLON = const(0x3A)
_SPACE = const(0x20)


class Events:
    """Splits one event stream; `limit_bytes` bounds the data of one event."""

    def __init__(self, limit_bytes=24 * 1024):
        self._limit = limit_bytes
        self._bom_bytes = 0  # how much of a byte order mark was seen; 3 once it can no longer come
        self._after_cr = False
        self._data = bytearray()
        self._head = b""  # start of a line until its field is known
        self._in_line = None  # None: field not known yet, True: a data line, False: any other line

    def feed(self, data):
        """Yields at the end of each event in `data` (bytes-like), to be had from take().

        Raises ValueError with a sentence when an event is longer than the limit.
        """
        text = self._normalise(bytes(data))
        start = 0
        while start < len(text):
            end = text.find(_LF, start)
            if end < 0:
                self._piece(text[start:])
                return
            self._piece(text[start:end])
            start = end + 1
            if self._end_line() and self._is_event():
                yield

    def end(self):
        """Ends a last event that no blank line ended."""
        self._end_line()
        self._is_event()

    def take(self):
        """Returns the data (bytearray) of the event that has ended, empty when there was none. It
        is held no longer here: a long one can be freed before what it says is used.
        """
        data = self._data
        self._data = bytearray()
        return data

    def _normalise(self, text):
        """Removes a byte order mark and turns each line end into LF; a CR counts at once."""
        while self._bom_bytes < len(_BOM) and text:
            if text[0] != _BOM[self._bom_bytes]:
                self._bom_bytes = len(_BOM)
                break
            self._bom_bytes += 1
            text = text[1:]
        if not text:
            return text
        if self._after_cr and text.startswith(_LF):
            text = text[1:]
            self._after_cr = False
        if text:
            self._after_cr = text.endswith(_CR)
        return text.replace(b"\r\n", _LF).replace(_CR, _LF)

    def _piece(self, piece):
        """Takes a part of a line that holds no line end."""
        if self._in_line is None:
            # One byte past the name tells whether the value's optional space follows.
            self._head += piece
            if len(self._head) <= len(_NAME):
                return
            self._in_line = self._head.startswith(_NAME)
            if self._in_line:
                start = len(_NAME) + (self._head[len(_NAME)] == _SPACE)
                self._hold(self._head[start:])
        elif self._in_line:
            self._hold(piece)

    def _hold(self, piece):
        if len(self._data) + len(piece) > self._limit:
            raise ValueError(f"an event of the reply is longer than {self._limit} bytes")
        self._data.extend(piece)

    def _end_line(self):
        """Ends the line; returns whether it was blank, which ends the event."""
        blank = self._in_line is None and not self._head
        if self._in_line or (self._in_line is None and self._head in (_NAME, b"data")):
            self._hold(_LF)
        self._in_line = None
        self._head = b""
        return blank

    def size(self):
        """Bytes of the event that is not over."""
        return len(self._data)

    def _is_event(self):
        """Whether there is data, none of a keep-alive, which is dropped."""
        data = self._data
        data[max(len(data) - 1, 0) :] = b""  # the LF after the last line is not part of the data
        for byte in data:
            if byte not in _BLANK:
                if byte != _COLON:
                    return True
                break
        self._data = bytearray()
        return False
