"""Turns what a script raised into Lua's error values: where it was, and which name was wrong."""

import io
import logging
import sys

from micropython import const

from script import sites
from script.values import Cancel, LuaError, state

_MOST_FRAMES = const(8)  # of a traceback
_OPERATIONS = {
    "index": sites.INDEX,
    "call": sites.CALL,
    "arith": sites.ARITH,
    "bitwise": sites.BITWISE,
    "number": sites.BITWISE,
    "concat": sites.CONCAT,
    "length": sites.LENGTH,
}
# What shows in a traceback without being a function of Lua's.
_RUNTIME = ("meta.py", "ops.py", "calls.py", "access.py", "operators.py", "values.py")
_TYPES = {
    "NoneType": b"nil",
    "bool": b"boolean",
    "int": b"number",
    "float": b"number",
    "bytes": b"string",
    "Coroutine": b"thread",
}

log = logging.getLogger("script")


class _Text(io.IOBase):
    """Collects what sys.print_exception writes."""

    def __init__(self):
        self.data = bytearray()

    def write(self, data):
        self.data.extend(data)
        return len(data)


def value_of(error):
    """The Lua value of an exception, as pcall returns it. Raises Cancel for a full heap."""
    if not isinstance(error, LuaError):
        error = _translated(error)
    _locate(error)
    return error.value


def text_of(error):
    """What is said about an exception that nothing caught: bytes."""
    if isinstance(error, Cancel):
        return error.sentence.encode()
    value = value_of(error)
    if value.__class__ is bytes:
        return value
    from script.meta import handler, named_type
    from script.numbers import tostring

    try:
        if value.__class__ in (int, float) or handler(value, b"__tostring") is not None:
            return tostring(value)
    except (Exception, Cancel):  # of a script's __tostring, after its end
        pass
    return b"(error object is a %s value)" % named_type(value)


def traceback_of(error):
    """The Lua lines that led to an error, the innermost first: bytes, empty if unknown."""
    lines = []
    for name, line, _ in (getattr(error, "traceback", None) or ())[:_MOST_FRAMES]:
        lines.append(b"\n\t%s:%d" % (name.encode(), line))
    return b"stack traceback:" + b"".join(lines) if lines else b""


def _translated(error):
    """The LuaError for an exception of Python's that a script can provoke."""
    if isinstance(error, MemoryError):
        from script import share

        raise share.too_much()
    text = str(error)
    if isinstance(error, TypeError) and text.endswith("object isn't callable"):
        kind = text.split("'")[1] if "'" in text else ""
        what = b"attempt to call a %s value" % _TYPES.get(kind, b"userdata")
        found = LuaError(what, 1, ("call",))
    elif isinstance(error, RuntimeError) and "recursion" in text:
        found = LuaError(b"stack overflow", 1)
    else:
        log.exception("fault in a script", exc_info=error)
        found = LuaError(b"fault of the script engine: " + type(error).__name__.encode(), 1)
    found.traceback = _frames(error)
    return found


def _locate(error):
    """Puts the place, and the name of what was wrong, into the text of an error; once."""
    if error.traceback is None:
        error.traceback = _frames(error)
    level = error.level
    error.level = 0
    if not level or error.value.__class__ is not bytes or len(error.traceback) < level:
        return
    frames = error.traceback
    name, line = frames[level - 1][:2]
    text = error.value
    what = error.what
    if what and level == 1:
        if what[0] == "number":
            text = text.replace(b"number", b"number" + _name(frames[0][2], line, what, text), 1)
        elif what[0] == "argument":
            text = _argument(frames[0][2], line, what, text)
        else:
            text += _name(frames[0][2], line, what, text)
    error.value = b"%s:%d: %s" % (name.encode(), line, text)


def _argument(piece, line, what, text):
    """In a method call the object is no argument to whoever reads the message."""
    _, number, name = what
    program = state.run.program
    if not program.is_method(piece, line, name.encode()):
        return text
    if number == 1:
        return b"calling '%s' on bad self" % name.encode()
    return text.replace(b"#%d" % number, b"#%d" % (number - 1), 1)


def _name(piece, line, what, text):
    if what[0] == "iterator":
        return b" (for iterator 'for iterator')"
    op = _OPERATIONS.get(what[0])
    if op is None:
        return b""
    if what[0] in ("arith", "bitwise", "number"):
        what = (op, max(0, what[1] * 2 + what[2]))
    else:
        what = (op,) + what[1:]
    return state.run.program.name_of(piece, line, what, b" nil " in text)


def _frames(error):
    """Returns a list of (source name, line, piece), the innermost frame first."""
    pieces = state.run.program.pieces if state.run else []
    rows = _rows(error)
    frames = []
    for file, row in rows:
        if file.isdigit() and int(file) < len(pieces):
            name, lines, _ = pieces[int(file)]
            frames.append((name, lines[min(row, len(lines)) - 1], int(file)))
    if isinstance(error, LuaError) and rows and _is_runtime(rows[0]):
        # An operator that a library function used has no line, as in Lua.
        while rows and _is_runtime(rows[0]):
            rows.pop(0)
        if rows and not rows[0][0].isdigit():
            error.level = 0
    return frames


def _is_runtime(row):
    return row[0].rpartition("/")[2] in _RUNTIME


def _rows(error):
    """Returns a list of (file, line) from the traceback of Python's, the innermost first."""
    text = _Text()
    try:
        sys.print_exception(error, text)
    except MemoryError:
        return []
    rows = []
    for row in bytes(text.data).split(b"\n")[1:]:
        if not row.startswith(b'  File "'):
            break  # what follows is the exception's text, which may be a script's
        place = row.split(b'"')
        line = place[2].split(b",")[1].split(b" ")[-1]
        rows.insert(0, (place[1].decode(), int(line)))
    return rows
