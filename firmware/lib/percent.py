"""Text as %XX of its UTF-8, for URLs and names of files (RFC 3986, 2.1)."""


def percent(text, marks):
    """Returns `text` (str) with all but ASCII letters, digits and the `marks` (str) as %XX."""
    return "".join(_char(byte, marks) for byte in text.encode())


def _char(byte, marks):
    char = chr(byte)
    is_plain = byte < 0x80 and (char.isalpha() or char.isdigit() or char in marks)
    return char if is_plain else f"%{byte:02X}"
