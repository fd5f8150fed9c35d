"""A flash whose power fails: littlefs on memory that takes no more after any number of writes."""

import os

import vfs

_BLOCK_BYTES = 512
_BLOCKS = 160
FOLDER = "/cut"


class Flash:
    """Block device over a bytearray; takes `budget` writes and erases, then fails for ever."""

    def __init__(self, image=None):
        self.image = bytearray(image or _BLOCKS * _BLOCK_BYTES)
        self.budget = -1  # no limit

    def readblocks(self, block, buf, offset=0):
        start = block * _BLOCK_BYTES + offset
        buf[:] = memoryview(self.image)[start : start + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        start = block * _BLOCK_BYTES + offset
        alive = self.budget != 0
        if not alive:
            raise OSError(5)
        self.budget -= 1
        if self.budget == 0:  # the power fails in the middle of this one
            buf = memoryview(buf)[: len(buf) // 2]
        self.image[start : start + len(buf)] = buf
        if self.budget == 0:
            raise OSError(5)

    def ioctl(self, operation, argument):
        if operation == 4:
            return _BLOCKS
        if operation == 5:
            return _BLOCK_BYTES
        if operation == 6:
            if self.budget == 0:
                raise OSError(5)
            self.budget -= 1
            start = argument * _BLOCK_BYTES
            for at in range(start, start + _BLOCK_BYTES):
                self.image[at] = 0xFF
            return 0
        return 0


def mount(flash):
    vfs.mount(vfs.VfsLfs2(flash), FOLDER)


def fresh():
    flash = Flash()
    vfs.VfsLfs2.mkfs(flash)
    mount(flash)
    return flash


def cut_everywhere(prepare, operate, check):
    """Runs operate() with the power failing at each write, then check(finished) on a new boot.

    prepare() fills the flash first. Returns how many writes the whole operation takes.
    """
    flash = fresh()
    try:
        prepare()
        before = bytes(flash.image)
        writes = 0
        finished = False
        while not finished:
            writes += 1
            flash = _reboot(before)
            flash.budget = writes
            try:
                operate()
                finished = flash.budget > 0
            except OSError:
                assert flash.budget == 0, "it fails without a cut"
            flash.budget = 0  # files that were left open cannot write any more
            _reboot(flash.image)
            check(finished)
    finally:
        vfs.umount(FOLDER)
    return writes - 1


def _reboot(image):
    vfs.umount(FOLDER)
    flash = Flash(image)
    mount(flash)
    return flash


def content(path):
    """The bytes of a file, None when there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def names(folder):
    return sorted(entry[0] for entry in os.ilistdir(folder))
