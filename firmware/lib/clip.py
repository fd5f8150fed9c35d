"""Cuts text to a number of bytes at a character border, and says so."""

from utf8 import border

SHORT = "…"  # a note for what stays on one line


def clip(text, limit_bytes, note="\n[cut: {} of {} bytes]"):
    """Returns text (str) with at most limit_bytes of UTF-8, the note included when something was
    cut; without the note where there is no room for it.

    note: format string; it receives the bytes kept and the bytes there were.
    """
    if len(text) * 4 <= limit_bytes:  # no character takes more than four bytes (RFC 3629)
        return text
    data = text.encode()
    if len(data) <= limit_bytes:
        return text
    end = limit_bytes - len(note.format(limit_bytes, len(data)).encode())
    if end < 0:
        note, end = "", limit_bytes
    end = border(data, end)
    return str(memoryview(data)[:end], "utf-8") + note.format(end, len(data))
