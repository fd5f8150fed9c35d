"""Runs one MicroPython test file under the unix port: a line of JSON for each `test_*` function.

It reads its arguments from HARNESS in the environment (the port takes no long ones), as JSON:
  file   the test module, an absolute host path
  root   an empty folder that becomes the device's `/`; host files stay reachable under /host
  paths  host folders for sys.path

Each test starts on an empty flash. The last line of the output is `done`, so a crash is not
mistaken for success.
"""

import json
import os
import sys
import vfs


class Flash:
    """VfsPosix with a root, and a rename that works: the port's own uses one buffer for two."""

    def __init__(self, root):
        self._posix = vfs.VfsPosix(root)
        self._root = root

    def __getattr__(self, name):
        return getattr(self._posix, name)

    def rename(self, old, new):
        os.rename("/host" + self._root + old, "/host" + self._root + new)


def wipe(path):
    for name, kind, *_ in os.ilistdir(path):
        full = path + "/" + name
        if kind == 0x4000:
            wipe(full)
            os.rmdir(full)
        else:
            os.remove(full)


def run(name, function):
    import io

    try:
        result = function()
        if hasattr(result, "send"):
            import asyncio

            asyncio.new_event_loop()
            asyncio.run(result)
        error = None
    except BaseException as exc:
        text = io.StringIO()
        sys.print_exception(exc, text)
        error = text.getvalue()
    print(json.dumps({"test": name, "error": error}))


def main(file, root, paths):
    vfs.umount("/")
    vfs.mount(Flash(root), "/")
    vfs.mount(vfs.VfsPosix(), "/host")
    os.chdir("/")
    sys.path[:] = ["/host" + path for path in paths] + [".frozen"]
    module = __import__(file.rsplit("/", 1)[1].rsplit(".", 1)[0])
    for name in sorted(dir(module)):
        if name.startswith("test_"):
            for entry, kind, *_ in os.ilistdir("/"):
                if entry == "host":
                    continue
                if kind == 0x4000:
                    wipe("/" + entry)
                    os.rmdir("/" + entry)
                else:
                    os.remove("/" + entry)
            run(name, getattr(module, name))
    print("done")


main(**json.loads(os.getenv("HARNESS")))
