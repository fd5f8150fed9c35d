"""Turns the unix port into a board and runs the scripts of its flash, as an ESP32 does.

The launcher (see `pinpilot` beside this file) starts `micropython -c '__import__("board")'` with
this folder and the doubles in MICROPYPATH, and with these options as JSON in PINPILOT_BOARD:

  root          host folder that becomes the flash, mounted at /
  image         host folder with the images that boards/image.py makes
  heap          bytes of Python heap that the firmware gets
  board, cause  name of the board; what machine.reset_cause() is to say
  chip          host folder for what outlives a reset
  epoch         1970 or 2000
  pins, inputs  host files or null
  log           file descriptor of the host's log or null
  main          false after a soft reset from the raw REPL: boot.py runs, main.py does not
  repl          true when the REPL follows main.py: then sys.exit() in it is a soft reset

The doubles are imported before the flash is there, so that they look like what they stand for:
built in. What they and the image take of the heap is not the firmware's, and `gc` hides it.
"""

import gc
import os
import sys
import vfs

from simulated import clock, wiring

OPTIONS = wiring.options
# By the number that stands in sys.implementation._mpy; others run bytecode alone.
_IMAGES = {1: "/rom-x86.img", 2: "/rom-x64.img"}
_DOUBLES = ("machine", "network", "esp32", "neopixel", "dht", "onewire", "ds18x20", "ntptime")
_BLOCK_BYTES = 4096
_FLASH_BLOCKS = 512
_FOLDER = 0x4000
_BALLAST_BYTES = 256
_1970_TO_2000_S = 946684800


class Flash:
    """A host folder that looks like the 2 MB LittleFS of a 4 MB board.

    The port's own rename joins both names in one buffer, so both are spelled out here.
    """

    def __init__(self, root, epoch_s):
        self._files = vfs.VfsPosix(root)
        self._root = root
        self._epoch_s = epoch_s

    def __getattr__(self, name):
        return getattr(self._files, name)

    def rename(self, old, new):
        wiring.host.rename(self._full(old), self._full(new))

    def stat(self, path):
        try:
            found = self._files.stat(path)
            return found[:7] + tuple(seconds - self._epoch_s for seconds in found[7:])
        except KeyboardInterrupt:
            # An import takes it for "no such file", so the console has to interrupt once more.
            os.system("(sleep 0.01; kill -INT $PPID) &")
            raise

    def statvfs(self, path):
        free = max(0, _FLASH_BLOCKS - _used_blocks(self._root))
        return (_BLOCK_BYTES, _BLOCK_BYTES, _FLASH_BLOCKS, free, free, 0, 0, 0, 0, 255)

    def _full(self, path):
        return self._root + path if path.startswith("/") else path


def _used_blocks(folder):
    blocks = 2  # LittleFS keeps a pair of blocks for every folder
    for entry in wiring.host.ilistdir(folder):
        path = folder + "/" + entry[0]
        if entry[1] == _FOLDER:
            blocks += _used_blocks(path)
        else:
            blocks += (wiring.host.stat(path)[6] + _BLOCK_BYTES - 1) // _BLOCK_BYTES
    return blocks


class Collector:
    """`gc` as the firmware sees it: what the board itself holds is left out."""

    def __init__(self, own_bytes):
        self._own_bytes = own_bytes
        for name in dir(gc):
            if name != "mem_alloc" and not name.startswith("__"):
                setattr(self, name, getattr(gc, name))

    def mem_alloc(self):
        return gc.mem_alloc() - self._own_bytes


def become_a_board():
    """Puts doubles, flash and image in their places; returns what must stay in the heap."""
    for name in _DOUBLES:
        __import__(name)
    epoch_s = _1970_TO_2000_S if OPTIONS["epoch"] == 2000 else 0
    clock.start(epoch_s)
    sys.modules["time"] = sys.modules["utime"] = clock
    is_frozen = has_frozen_firmware()
    image = None
    if not holds_rom(OPTIONS["root"]):
        arch = sys.implementation._mpy >> 10 & 15
        name = "/data.img" if is_frozen else _IMAGES.get(arch, "/rom.img")
        image = read_image(OPTIONS["image"] + name)
    vfs.umount("/")
    vfs.mount(Flash(OPTIONS["root"], epoch_s), "/")
    if image:
        vfs.mount(vfs.VfsRom(image), "/rom")
    os.chdir("/")
    # Ports look at the flash first, but run a frozen main.py without looking there.
    sys.path[:] = [".frozen", "", "/lib"] if is_frozen else ["", ".frozen", "/lib"]
    return limit_heap()


def has_frozen_firmware():
    sys.path[:] = [".frozen"]
    try:
        __import__("tool_catalog")
    except ImportError:
        return False
    del sys.modules["tool_catalog"]
    return True


def holds_rom(root):
    """True for a flash with /rom as a folder, like that of a board without a ROM partition."""
    try:
        return bool(wiring.host.stat(root + "/rom")[0] & _FOLDER)
    except OSError:
        return False


def read_image(path):
    image = bytearray(os.stat(path)[6])
    with open(path, "rb") as file:
        file.readinto(image)
    return memoryview(image)


def limit_heap():
    """Fills the heap from the bottom until `heap` bytes are left; returns the filling."""
    gc.collect()
    ballast = None
    while gc.mem_free() - OPTIONS["heap"] >= _BALLAST_BYTES:
        ballast = (ballast, bytearray(_BALLAST_BYTES - 64))
    sys.modules["gc"] = Collector(gc.mem_alloc())
    return ballast


def send_log_to_host():
    """Adds the host's log to the firmware's root logger; a flash without our firmware has none."""
    if OPTIONS["log"] is None:
        return
    try:
        import logging
    except ImportError:
        return
    logging.getLogger().addHandler(logging.StreamHandler(open(OPTIONS["log"], "w")))


def run(path):
    """Runs a script of the flash in the name space of the REPL."""
    try:
        os.stat(path)
    except OSError:
        return
    try:
        execfile(path, __import__("__main__").__dict__)
    except KeyboardInterrupt:
        if OPTIONS["repl"]:
            raise
        sys.exit(130)
    except SystemExit:
        if OPTIONS["repl"] or "soft_reset" in OPTIONS:
            wiring.power("USR2")
        raise


_ballast = become_a_board()
wiring.host.open(wiring.kept("up"), "w").close()  # from here on the console may interrupt
run("/boot.py")
send_log_to_host()
if OPTIONS["main"]:
    run("/main.py")
