"""The model's files under /data/, and what it may read under /rom/, passed through in pieces."""

import os

from micropython import const

from oserror import reason
from system import redact, store
from system.paths import resolve
from tools.registry import ToolError, tool
from utf8 import border

_FILE_BYTES = const(65536)  # of a file that a tool writes
_PAGE_BYTES = const(3968)  # of a file in one answer, so that the note below it fits into 4 KB
_PIECE_BYTES = const(1024)
_FOLDER = const(0x4000)  # kind of a folder in ilistdir()
_ENOENT = const(2)


@tool(
    "read_file",
    "Read a text file under /data/ or /rom/, up to 4 KB at a time.",
    {
        "path": {"type": "string"},
        "offset": {"type": "integer", "description": "first byte, default 0"},
    },
    ("path",),
)
def read_file(ctx, path, offset=0):
    path, size = existing(path)
    if not 0 <= offset <= size:
        raise ToolError(f"'offset' must be 0 to {size}")
    first, window = _around(path, offset, size)
    start = offset - first
    while start < min(offset - first + 3, len(window)) and window[start] & 0xC0 == 0x80:
        start += 1  # the rest of a character that the offset has cut
    stop = border(window, offset - first + _PAGE_BYTES)
    text = _as_text(window, start, stop)
    if text is None:
        return f"{path} is binary, {size} bytes"
    end = first + stop
    if offset == 0 and end == size:
        return text or "(empty file)"
    rest = "end of file" if end == size else f"go on with offset={end}"
    return f"{text}\n[bytes {offset} to {end} of {size}; {rest}]"


@tool(
    "write_file",
    "Write a text file under /data/, replacing what was there.",
    {"path": {"type": "string"}, "content": {"type": "string"}},
    ("path", "content"),
)
def write_file(ctx, path, content):
    path = resolve(path, writing=True)
    data = content.encode()
    _check_size(len(data))
    _replace(path, data)
    return f"OK: wrote {len(data)} bytes to {path}"


@tool(
    "edit_file",
    "Replace one piece of text in a file under /data/. old_string must occur exactly once.",
    {
        "path": {"type": "string"},
        "old_string": {"type": "string"},
        "new_string": {"type": "string"},
    },
    ("path", "old_string", "new_string"),
)
def edit_file(ctx, path, old_string, new_string):
    path, size = existing(path, writing=True)
    old, new = old_string.encode(), new_string.encode()
    if not old:
        raise ToolError("'old_string' must not be empty")
    _check_size(size + len(new) - len(old))
    at, count = _find(path, old)
    if count == 0:
        raise ToolError(f"old_string not found in {path}")
    if count > 1:
        raise ToolError(
            f"old_string occurs {count} times in {path}; give more of the text around it"
        )
    _replace(path, _spliced(path, at, at + len(old), new))
    return f"OK: edited {path} (replaced {len(old)} bytes with {len(new)} bytes)"


@tool(
    "list_dir",
    "List a folder under /data/ or /rom/, with sizes in bytes.",
    {"path": {"type": "string", "description": "default /data/"}},
)
def list_dir(ctx, path="/data/"):
    lines = [at + "/" if size is None else f"{at} {size}" for at, size in listing(path)]
    return "\n".join(lines) or "(no files found)"


@tool(
    "delete_file",
    "Delete a file or an empty folder under /data/.",
    {"path": {"type": "string"}},
    ("path",),
)
def delete_file(ctx, path):
    return f"OK: deleted {delete(path)}"


# --- for the tools above, and for whatever else shows the same files ---


def listing(path):
    """Returns sorted (path, size in bytes or None for a folder) of what a folder holds.

    `path` is as a model or a person writes it. Raises ToolError with a sentence.
    """
    path = resolve(path, folder=True)
    try:
        return sorted([_listed(path, entry) for entry in os.ilistdir(path)])
    except OSError as error:
        if error.errno == _ENOENT and path == "/data":
            return []  # made by the first write
        raise _failure(error, path)


def existing(path, writing=False):
    """Returns (resolved path, size in bytes) of a file. Raises ToolError with a sentence."""
    path = resolve(path, writing)
    try:
        stat = os.stat(path)
    except OSError as error:
        raise _failure(error, path)
    if stat[0] & _FOLDER:
        raise ToolError(f"{path}: it is a folder")
    return path, stat[6]


def delete(path):
    """Removes a file or an empty folder; returns its path. Raises ToolError with a sentence."""
    path = resolve(path, writing=True)
    try:
        if os.stat(path)[0] & _FOLDER:
            os.rmdir(path)
        else:
            os.remove(path)
    except OSError as error:
        raise _failure(error, path)
    return path


def _listed(folder, entry):
    path = f"{folder}/{entry[0]}"
    if entry[1] == _FOLDER:
        return path, None
    return path, entry[3] if len(entry) > 3 else os.stat(path)[6]


def _around(path, offset, size):
    """Returns where it begins, and a page of a file with what stands around it, secrets masked.

    A secret may lie across either end of the page: no part of it is shown.
    """
    reach = redact.longest_bytes() + 3  # and the rest of a character
    first = max(0, offset - reach)
    with _open(path) as file:
        file.seek(first)
        window = bytearray(min(size, offset + _PAGE_BYTES + reach) - first)
        file.readinto(window)
    redact.mask(window)
    return first, window


def _open(path):
    try:
        return open(path, "rb")
    except OSError as error:
        raise _failure(error, path)


def _replace(path, content):
    try:
        store.replace(path, content)
    except OSError as error:
        raise _failure(error, path)


def _failure(error, path):
    """A ToolError that says what an OSError means for a path."""
    return ToolError(f"{path}: {reason(error)}")


def _check_size(size):
    if size > _FILE_BYTES:
        raise ToolError(f"a file has at most {_FILE_BYTES} bytes, this would have {size}")


def _as_text(data, start, end):
    """The str that bytes start to end are; None when they are no text.

    Text is UTF-8 without control characters but tab and line ends: others take six bytes each in
    a request, and terminals act on them.
    """
    for code in range(128):
        if code in (9, 10, 13) or 32 <= code < 127:
            continue
        if data.find(bytes((code,)), start, end) >= 0:
            return None
    try:
        return str(memoryview(data)[start:end], "utf-8")
    except UnicodeError:
        return None


def _find(path, wanted):
    """(position of the first, number) of the places where a file holds the bytes `wanted`."""
    first, count, base = -1, 0, 0
    window = b""
    with _open(path) as file:
        while True:
            piece = file.read(_PIECE_BYTES)
            if not piece:
                return first, count
            window += piece
            at = window.find(wanted)
            while at >= 0:
                if count == 0:
                    first = base + at
                count += 1
                at = window.find(wanted, at + 1)
            keep = min(len(wanted) - 1, len(window))
            base += len(window) - keep
            window = window[len(window) - keep :]


def _spliced(path, start, end, new):
    """Yields a file's content with the bytes from start to end replaced."""
    for piece in store.pieces(path, 0, start):
        yield piece
    yield new
    for piece in store.pieces(path, end, store.size(path)):
        yield piece
