"""Where a script comes from: a file in one of the folders for scripts, or the text of a call."""

import io
import os

from micropython import const

from oserror import reason
from system.paths import PathError, resolve

_FOLDERS = ("/data/scripts", "/data/skills", "/data/lua", "/data/tmp", "/rom/skills", "/rom/lua")
_MOST_BYTES = const(65536)
_FOLDER = const(0x4000)  # kind of a folder in stat()


class Source:
    """A script's text. name: what error messages call it; open: function, a stream of bytes."""

    def __init__(self, name, open):
        self.name = name
        self.open = open


def of_code(text):
    """The Source of a text (str)."""
    data = text.encode()
    _check_size("the code", len(data))
    return Source("code", lambda: io.BytesIO(data))


def of_path(path):
    """The Source of a file; raises PathError with a sentence."""
    path = resolve(path)
    if not path.endswith(".lua"):
        raise PathError("the path of a script ends in .lua")
    if not any(path.startswith(folder + "/") for folder in _FOLDERS):
        raise PathError("a script lies in " + ", ".join(_FOLDERS))
    try:
        stat = os.stat(path)
    except OSError as error:
        raise PathError(f"{path}: {reason(error)}")
    if stat[0] & _FOLDER:
        raise PathError(f"{path}: it is a folder")
    _check_size(path, stat[6])
    return Source(path.rpartition("/")[2], lambda: open(path, "rb"))


def _check_size(what, size):
    if size > _MOST_BYTES:
        raise PathError(f"{what}: a script has at most {_MOST_BYTES // 1024} KB; split it")
