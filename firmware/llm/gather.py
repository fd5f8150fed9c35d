"""Text that arrives in pieces, kept up to a limit in small blocks: a large one may not be free."""

import jsontext
from micropython import const
from utf8 import border

_BLOCK_BYTES = const(512)


class Gather:
    """Keeps the first `limit_bytes` of what is added (UTF-8); total_bytes counts all of it.

    room: bytes that still fit, which may be set anew before a piece is added
    """

    def __init__(self, limit_bytes):
        self.room = limit_bytes
        self._blocks = []
        self.total_bytes = 0
        self.cut = False  # whether more was added than is kept

    def add(self, text):
        """Adds a str; of the piece that does not fit, as many characters as do."""
        data = text.encode()
        self.total_bytes += len(data)
        if self.cut:
            return
        self.cut = len(data) > self.room
        end = border(data, self.room) if self.cut else len(data)
        self.room -= end
        self._keep(data, end)

    def append(self, text):
        """Adds a short str beside the limit, such as a note that something is missing."""
        self._blocks.append(bytearray(text.encode()))

    def _keep(self, data, end):
        """Keeps the first `end` bytes; every block ends with a whole character."""
        view = memoryview(data)
        start = 0
        while start < end:
            used = len(self._blocks[-1]) if self._blocks else _BLOCK_BYTES
            stop = min(border(data, start + _BLOCK_BYTES - used), end)
            if stop <= start:
                self._blocks.append(bytearray())
            else:
                self._blocks[-1].extend(view[start:stop])
                start = stop

    def endswith(self, data):
        """Whether what is kept ends with `data` (bytes), within its last block."""
        return bool(self._blocks) and self._blocks[-1].endswith(data)

    def quoted(self):
        """Yields what is kept as a JSON string, in pieces of bytes."""
        yield b'"'
        for block in self._blocks:
            yield jsontext.escape(jsontext.repair(str(block, "utf-8")).encode())
        yield b'"'

    def text(self):
        """Returns what is kept (str), halves of surrogate pairs joined."""
        return jsontext.repair(str(b"".join(self._blocks), "utf-8"))
