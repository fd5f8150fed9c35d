"""`require("file")`: files under /data/ and, to read, /rom/. What fails returns nil and why."""

import os

from micropython import const

from oserror import reason
from script.board import table, text
from script.arguments import arg_int, arg_str
from script.values import MISSING, Table, charge
from system import redact, store
from system.paths import PathError, resolve

_READ_BYTES = const(16384)
_FILE_BYTES = const(65536)
_MOST_NAMES = const(200)
_FOLDER = const(0x4000)


def make(run):
    return table(
        {
            b"read": _returning("read", _read),
            b"write": _returning("write", _write),
            b"append": _returning("append", _append),
            b"exists": _returning("exists", _exists),
            b"remove": _returning("remove", _remove),
            b"list": _returning("list", _list),
        }
    )


def _returning(name, function):
    """A function whose failures are its results: nil and a sentence."""

    def call(path=MISSING, *arguments):
        try:
            path = text(arg_str(path, 1, name))
            return function(path, *arguments)
        except PathError as error:
            return (None, error.args[0].encode())
        except OSError as error:
            return (None, f"{path}: {reason(error)}".encode())

    return call


def _read(path, offset=None, length=None, *_):
    """The bytes of a file; offset counts from 0."""
    offset = 0 if offset is None else arg_int(offset, 2, "read")
    length = None if length is None else arg_int(length, 3, "read")
    path = resolve(path)
    size = _size(path)
    if not 0 <= offset <= size:
        raise PathError(f"offset must be 0 to {size}")
    count = size - offset if length is None else min(length, size - offset)
    if count < 0:
        raise PathError("length must be 0 or more")
    if count > _READ_BYTES:
        raise PathError(
            f"{path} has {size} bytes, a read gives at most {_READ_BYTES}: "
            "read parts with file.read(path, offset, length)"
        )
    charge(2 * count)
    return _masked(path, offset, count, size)


def _masked(path, offset, count, size):
    """A part of a file, with secrets masked, those that lie across its ends too."""
    reach = redact.longest_bytes()
    first = max(0, offset - reach)
    window = bytearray(min(size, offset + count + reach) - first)
    with open(path, "rb") as file:
        file.seek(first)
        file.readinto(window)
    redact.mask(window)
    return bytes(memoryview(window)[offset - first : offset - first + count])


def _write(path, data=MISSING, *_):
    data = arg_str(data, 2, "write")
    path = resolve(path, writing=True)
    _check(len(data))
    store.replace(path, data)
    return True


def _append(path, data=MISSING, *_):
    data = arg_str(data, 2, "append")
    path = resolve(path, writing=True)
    end = max(store.size(path), 0)
    _check(end + len(data))
    store.ensure_dir(path.rpartition("/")[0])
    try:
        with open(path, "ab") as file:  # on the flash it grows when it is closed, at once
            file.write(data)
    except OSError:
        if store.size(path) > end:
            store.replace(path, store.pieces(path, 0, end))
        raise
    return True


def _exists(path, *_):
    """Whether there is a file or a folder, and the size of a file."""
    try:
        stat = os.stat(resolve(path, folder=True))
    except OSError:
        return False
    return True if stat[0] & _FOLDER else (True, stat[6])


def _remove(path, *_):
    path = resolve(path, writing=True)
    if os.stat(path)[0] & _FOLDER:
        os.rmdir(path)
    else:
        os.remove(path)
    return True


def _list(path, *_):
    """An array of names, those of folders with "/" at the end."""
    path = resolve(path, folder=True)
    names = []
    for entry in os.ilistdir(path):
        if len(names) == _MOST_NAMES:
            raise PathError(f"{path} holds more than {_MOST_NAMES} names")
        names.append(entry[0] + "/" if entry[1] == _FOLDER else entry[0])
    charge(32 * len(names))
    return Table.of([name.encode() for name in sorted(names)])


def _size(path):
    stat = os.stat(path)
    if stat[0] & _FOLDER:
        raise PathError(f"{path}: it is a folder")
    return stat[6]


def _check(size):
    if size > _FILE_BYTES:
        raise PathError(f"a file has at most {_FILE_BYTES} bytes, this would have {size}")
