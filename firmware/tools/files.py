"""The model's files under /data/, and what it may read under /rom/, passed through in pieces."""

import os

from micropython import const

from system import store
from tools.paths import resolve
from tools.registry import ToolError, tool

_FILE_BYTES = const(65536)  # of a file that a tool writes
_PAGE_BYTES = const(3968)  # of a file in one answer, so that the note below it fits into 4 KB
_PIECE_BYTES = const(1024)
_FOLDER = const(0x4000)  # kind of a folder in ilistdir()
_EISDIR = const(21)
_ENOENT = const(2)
_REASONS = {  # by error number: the port's errno names only half of them
    _ENOENT: "file not found: %s",
    13: "%s cannot be changed",  # EACCES
    20: "a part of %s is a file, not a folder",  # ENOTDIR
    _EISDIR: "%s is a folder",
    28: "the flash is full; %s is unchanged",  # ENOSPC
    30: "%s cannot be changed",  # EROFS
    39: "folder %s is not empty",  # ENOTEMPTY
}


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
    path = resolve(path)
    size = _size(path)
    if not 0 <= offset <= size:
        raise ToolError("'offset' must be 0 to %d" % size)
    with _open(path) as file:
        file.seek(offset)
        page = file.read(_PAGE_BYTES)
    start = 0
    while start < min(3, len(page)) and page[start] & 0xC0 == 0x80:
        start += 1  # the rest of a character that the offset has cut
    end = offset + (len(page) if offset + len(page) == size else _last_border(page))
    text = _as_text(page, start, end - offset)
    if text is None:
        return "%s is binary, %d bytes" % (path, size)
    if offset == 0 and end == size:
        return text or "(empty file)"
    rest = "end of file" if end == size else "go on with offset=%d" % end
    return "%s\n[bytes %d to %d of %d; %s]" % (text, offset, end, size, rest)


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
    return "OK: wrote %d bytes to %s" % (len(data), path)


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
    path = resolve(path, writing=True)
    old, new = old_string.encode(), new_string.encode()
    if not old:
        raise ToolError("'old_string' must not be empty")
    size = _size(path)
    _check_size(size + len(new) - len(old))
    at, count = _find(path, old)
    if count == 0:
        raise ToolError("old_string not found in %s" % path)
    if count > 1:
        raise ToolError(
            "old_string occurs %d times in %s; give more of the text around it" % (count, path)
        )
    _replace(path, _spliced(path, at, at + len(old), new))
    return "OK: edited %s (replaced %d bytes with %d bytes)" % (path, len(old), len(new))


@tool(
    "list_dir",
    "List a folder under /data/ or /rom/, with sizes in bytes.",
    {"path": {"type": "string", "description": "default /data/"}},
)
def list_dir(ctx, path="/data/"):
    path = resolve(path, folder=True)
    try:
        entries = sorted([_line(path, entry) for entry in os.ilistdir(path)])
    except OSError as exc:
        if exc.errno == _ENOENT and path == "/data":
            entries = ()  # made by the first write
        else:
            raise _reason(exc, path)
    return "\n".join(entries) or "(no files found)"


@tool(
    "delete_file",
    "Delete a file or an empty folder under /data/.",
    {"path": {"type": "string"}},
    ("path",),
)
def delete_file(ctx, path):
    path = resolve(path, writing=True)
    try:
        if os.stat(path)[0] & _FOLDER:
            os.rmdir(path)
        else:
            os.remove(path)
    except OSError as exc:
        raise _reason(exc, path)
    return "OK: deleted %s" % path


def _line(path, entry):
    if entry[1] == _FOLDER:
        return "%s/%s/" % (path, entry[0])
    size = entry[3] if len(entry) > 3 else os.stat(path + "/" + entry[0])[6]
    return "%s/%s %d" % (path, entry[0], size)


def _size(path):
    """Size of a file in bytes; ToolError when it is not there or a folder."""
    try:
        stat = os.stat(path)
    except OSError as exc:
        raise _reason(exc, path)
    if stat[0] & _FOLDER:
        raise ToolError(_REASONS[_EISDIR] % path)
    return stat[6]


def _open(path):
    try:
        return open(path, "rb")
    except OSError as exc:
        raise _reason(exc, path)


def _replace(path, content):
    try:
        store.replace(path, content)
    except OSError as exc:
        raise _reason(exc, path)


def _reason(exc, path):
    """A ToolError that says what an OSError means for a path."""
    reason = _REASONS.get(exc.errno)
    return ToolError(reason % path if reason else "%s: %s" % (path, exc))


def _check_size(size):
    if size > _FILE_BYTES:
        raise ToolError("a file has at most %d bytes, this would have %d" % (_FILE_BYTES, size))


def _last_border(page):
    """The page's length without a last character of several bytes, which may be cut."""
    for back in range(1, min(4, len(page)) + 1):
        byte = page[-back]
        if byte & 0xC0 != 0x80:
            return len(page) - (back if byte >= 0xC0 else 0)
    return len(page)


def _as_text(page, start, end):
    """The str that bytes start to end of a page are, or None when they are no text."""
    try:
        return None if page.find(b"\0") >= 0 else str(memoryview(page)[start:end], "utf-8")
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
