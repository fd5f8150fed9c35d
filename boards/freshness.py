"""Whether a board's image is that of the sources as they are now, without the tools that build it.

An image is fresh while no source, generator or pinned tool has another name, size or time.
"""

import hashlib
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent


def fingerprint():
    """Returns a text that changes whenever an image may."""
    found = [REPO / "pyproject.toml", *(REPO / "boards").glob("*.py")]
    found += [path for path in (REPO / "firmware").rglob("*") if path.suffix != ".pyc"]
    digest = hashlib.sha256()
    for path in sorted(found):
        stat = path.stat()
        digest.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def stamp(board):
    """Returns the file that keeps the fingerprint of a board's image."""
    return REPO / "build" / board / "fingerprint"


def is_fresh(board):
    """True when the image of a board need not be built."""
    path = stamp(board)
    return path.exists() and path.read_text() == fingerprint()
