"""The one guard of paths from a model or a script: /data/ and, for reading, /rom/."""

from micropython import const

_LONGEST = const(128)  # characters; littlefs takes more, no tool needs more
_ALIASES = (("vfs:/", "/data/"), ("rolfs:/", "/rom/"))  # names that users of other firmware know
_TEMPORARY = ".tmp"  # ending of the files that system.store is about to rename


class PathError(ValueError):
    """A path that may not be used; args[0] is a sentence that says why."""


def resolve(path, writing=False, folder=False):
    """Returns the absolute path that a tool or a script may use; raises PathError with the reason.

    writing: the path is going to be changed; folder: "/data" itself and a last "/" are fine.
    """
    if len(path) > _LONGEST:  # before it is taken apart
        raise PathError(f"a path has at most {_LONGEST} characters")
    for alias, root in _ALIASES:
        if path.startswith(alias):
            path = root + path[len(alias) :]
    if folder:
        path = path.rstrip("/")
        if path in ("/data", "/rom"):
            return path
    parts = path.split("/")
    if len(parts) < 3 or parts[0] or parts[1] not in ("data", "rom"):
        raise PathError("a path begins with /data/ or /rom/")
    for part in parts[1:]:
        if part in ("", ".", "..") or not _is_plain(part):
            raise PathError("a path has no empty part, '.', '..', backslash or control character")
    if writing and parts[1] == "rom":
        raise PathError("/rom/ is read-only")
    if writing and path.endswith(_TEMPORARY):
        raise PathError(f"names ending in {_TEMPORARY} are kept for unfinished files")
    return path


def _is_plain(part):
    for char in part:
        if ord(char) < 32 or char in "\\\x7f":
            return False
    return True
