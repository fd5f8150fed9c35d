"""Text that arrives in pieces, kept up to a limit in one buffer instead of many small strings."""

import jsontext


class Gather:
    """Keeps the first `limit_bytes` of what is added (UTF-8); total_bytes counts all of it."""

    def __init__(self, limit_bytes):
        self._limit = limit_bytes
        self._buf = bytearray()
        self.total_bytes = 0
        self.cut = False  # whether more was added than is kept

    def add(self, text):
        """Adds a str; of the piece that does not fit, as many characters as do."""
        data = text.encode()
        self.total_bytes += len(data)
        if self.cut:
            return
        room = self._limit - len(self._buf)
        if len(data) > room:
            self.cut = True
            while room and data[room] & 0xC0 == 0x80:
                room -= 1
            data = memoryview(data)[:room]
        self._buf.extend(data)

    def endswith(self, data):
        """Whether what is kept ends with `data` (bytes)."""
        return self._buf.endswith(data)

    def text(self):
        """Returns what is kept (str), halves of surrogate pairs joined."""
        return jsontext.repair(str(self._buf, "utf-8"))
