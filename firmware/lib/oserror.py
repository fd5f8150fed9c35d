"""What an OSError of the flash means, in words that end a sentence: "/data/a: not found"."""

import errno

# One text, which stays in ROM. The port's errno names only half of these: littlefs gives numbers
# of its own (lfs.h), which are those of Linux.
_REASONS = """
1 read-only
2 not found
5 the flash could not be read or written
12 out of memory
13 read-only
17 it exists already
19 the flash is not there
20 a part of the path is a file
21 it is a folder
22 the flash does not take this
27 too large for the flash
28 the flash is full
30 read-only
36 the name is too long
39 the folder is not empty
84 the flash is damaged there
"""


def reason(error):
    """Returns what an OSError says, without a full stop (str)."""
    detail = error.args[-1] if error.args else "unknown"
    if not isinstance(detail, int):
        return str(detail)
    start = _REASONS.find(f"\n{detail} ")
    if start < 0:
        name = errno.errorcode.get(detail)
        return f"error {detail} ({name})" if name else f"error {detail}"
    start += len(str(detail)) + 2
    return _REASONS[start : _REASONS.find("\n", start)]
