"""What the pads of the simulated board are wired to: the host's `--inputs` file and the `--pins` log.

Outside the launcher, in a test, both are absent; `inputs` may then be set to a dict, and `record` replaced.
"""

import json
import os
import time
import vfs

options = json.loads(os.getenv("PINPILOT_BOARD") or "{}")
host = vfs.VfsPosix()
inputs = {}
_seen = None


def record(op, pin=None, mode=None, value=None):
    """Appends one event to the pin log: a line of JSON, complete when this returns."""
    if options.get("pins"):
        line = '{"ms":%d,"pin":%s,"op":"%s","mode":%s,"value":%s}\n'
        words = (time.ticks_ms(), json.dumps(pin), op, json.dumps(mode), json.dumps(value))
        with host.open(options["pins"], "a") as file:
            file.write(line % words)


def refresh():
    """Reads the inputs again when their file has changed; half a file (it is being written) keeps the last values."""
    global inputs, _seen
    path = options.get("inputs")
    if not path:
        return
    try:
        found = host.stat(path)
        if found == _seen:
            return
        with host.open(path, "r") as file:
            inputs = json.load(file)
        _seen = found
    except (OSError, ValueError):
        pass


def get(name, default=None):
    """The value wired to `name`, such as "4", "adc34" or "dht4"."""
    refresh()
    return inputs.get(name, default)
