"""What the chip is wired to: the host's `--inputs` file, the `--pins` log, and the power switch.

Under pytest there is no launcher: then `inputs` may be set to a dict, and `log` to a function that
takes each event as (op, pin, mode, value).
"""

import json
import os
import time
import vfs

options = json.loads(os.getenv("PINPILOT_BOARD") or "{}")
host = vfs.VfsPosix()
inputs = {}
log = None

_RECENT_S = 2
_booted_ms = time.ticks_ms()
_inputs_stat = None
_inputs_text = None
_pins_file = None


def record(op, pin=None, mode=None, value=None):
    """Appends one event to the pin log: a line of JSON, with the host when this returns."""
    global _pins_file
    if log:
        log(op, pin, mode, value)
    if options.get("pins"):
        if _pins_file is None:
            _pins_file = host.open(options["pins"], "a")
        words = (
            time.ticks_diff(time.ticks_ms(), _booted_ms),
            json.dumps(pin),
            op,
            json.dumps(mode),
            json.dumps(value),
        )
        _pins_file.write('{"ms":%d,"pin":%s,"op":"%s","mode":%s,"value":%s}\n' % words)


def refresh():
    """Reads the inputs again when their file has changed; half a file leaves the last values.

    The host tells whole seconds: a file that has just changed may change again unnoticed, so it
    is read for a while whatever its time says.
    """
    global inputs, _inputs_stat, _inputs_text
    path = options.get("inputs")
    if not path:
        return
    try:
        found = host.stat(path)
        if found[6:] == _inputs_stat and time.time() - found[8] > _RECENT_S:
            return
        _inputs_stat = found[6:]
        with host.open(path, "r") as file:
            text = file.read()
        if text != _inputs_text:
            inputs = json.loads(text)
            _inputs_text = text
    except (OSError, ValueError):
        pass


def read(name, default=None):
    """The value at an input such as "4", "adc34" or "dht4"."""
    refresh()
    return inputs.get(name, default)


def kept(name):
    """The path of a host file that outlives a reset but not the board's power, or None."""
    return options["chip"] + "/" + name if "chip" in options else None


def power(signal):
    """Ends the interpreter by USR1 (hard reset) or USR2 (soft); the launcher starts it again."""
    if "chip" not in options:
        raise SystemExit
    os.system("kill -%s $PPID" % signal)
    while True:
        time.sleep_ms(1)
