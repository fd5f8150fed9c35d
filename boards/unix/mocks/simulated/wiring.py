"""What the chip is wired to: the host's `--inputs` file, the `--pins` log, and the power switch.

An input that is not what its reader can use is as good as absent, and is named on the host's
standard error. Under pytest there is no launcher: then `inputs` may be set to a dict, and `log` to
a function that takes each event as (op, pin, mode, value).
"""

import json
import os
import sys
import time
import vfs

options = json.loads(os.getenv("PINPILOT_BOARD") or "{}")
host = vfs.VfsPosix()
inputs = {}
log = None

_RECENT_S = 2
_FIELDS = ("pin", "op", "mode", "value")
_MOST = 1000000
_booted_ms = time.ticks_ms()
_inputs_stat = None
_inputs_text = None
_pins_file = None
_stderr_file = None
_complaints = []  # about the inputs as they are


def record(op, pin=None, mode=None, value=None):
    """Appends one event to the pin log: a line of JSON, with the host when this returns."""
    global _pins_file
    if log:
        log(op, pin, mode, value)
    if options.get("pins"):
        if _pins_file is None:
            _pins_file = host.open(options["pins"], "a")
        event = {"pin": pin, "op": op, "mode": mode, "value": value}
        fields = "".join(f',"{name}":{json.dumps(event[name])}' for name in _FIELDS)
        _pins_file.write(f'{{"ms":{time.ticks_diff(time.ticks_ms(), _booted_ms)}{fields}}}\n')


def refresh():
    """Reads the inputs again when their file has changed; without it there are none.

    Half a file leaves the last values. The host tells whole seconds: a file that has just changed
    may change again unnoticed, so it is read for a while whatever its time says.
    """
    global inputs, _inputs_stat, _inputs_text
    path = options.get("inputs")
    if not path:
        return
    try:
        found = host.stat(path)
        is_old = time.time() - found[8] > _RECENT_S
        if found[6:] == _inputs_stat and is_old:
            return
        with host.open(path, "r") as file:
            text = file.read()
        if text != _inputs_text:
            inputs = json.loads(text)
            _inputs_text = text
            _complaints.clear()
        _inputs_stat = found[6:]
    except ValueError:
        if is_old:  # nobody is writing it any more
            _inputs_stat = found[6:]
            _complain("is no JSON; the inputs stay as they were")
    except OSError:
        inputs, _inputs_stat, _inputs_text = {}, None, None


def read(name, kind, default=None):
    """The value at an input such as "4", "adc34" or "dht4", or the default.

    kind: one of those below
    """
    refresh()
    if not isinstance(inputs, dict):
        _complain("is no JSON object")
        return default
    value = inputs.get(name)
    if value is None:
        return default
    phrase, is_kind = kind
    if is_kind(value):
        return value
    _complain(f"{name} is not {phrase}")
    return default


def has(name, value):
    """Whether an input is there and has this value, null for one."""
    refresh()
    return isinstance(inputs, dict) and name in inputs and inputs[name] == value


def _complain(what):
    if what not in _complaints:
        _complaints.append(what)
        _stderr().write(f"pinpilot: --inputs: {what}\n")


def _stderr():
    """The host's standard error; the interpreter's own may be the serial line."""
    global _stderr_file
    if options.get("log") is None:
        return sys.stderr
    if _stderr_file is None:
        _stderr_file = open(options["log"], "w")
    return _stderr_file


def _is_number(value):
    return isinstance(value, (int, float)) and -_MOST <= value <= _MOST


def _is_hex(value):
    try:
        return isinstance(value, str) and len(bytes.fromhex(value)) <= 256
    except ValueError:
        return False


def _is_table(value, is_key, is_value):
    return isinstance(value, dict) and all(is_key(key) and is_value(value[key]) for key in value)


def _is_text(value):
    return isinstance(value, str)


def _is_address(key):
    try:
        return 0 <= int(key, 16) <= 0x7F
    except ValueError:
        return False


def _is_climate(value):
    if not isinstance(value, dict):
        return False
    celsius, percent = value.get("temperature"), value.get("humidity")
    return (
        _is_number(celsius)
        and -100 <= celsius <= 200
        and _is_number(percent)
        and 0 <= percent <= 100
    )


def _is_thermometers(value):
    return _is_table(
        value,
        lambda key: len(key) == 16 and _is_hex(key),
        lambda celsius: _is_number(celsius) and -200 <= celsius <= 200,
    )


# (what it must be, the test of it)
LEVEL = ("0 or 1", lambda value: value in (0, 1))
NUMBER = ("a number", _is_number)
SECONDS = (
    "a whole number of seconds",
    lambda value: isinstance(value, int) and 0 <= value < 1 << 33,
)
TEXT = ("a text", _is_text)
BYTES = ("up to 256 bytes in hex", _is_hex)
I2C_DEVICES = (
    "an object of 7-bit addresses with registers, all in hex",
    lambda value: _is_table(value, _is_address, _is_hex),
)
CLIMATE = ("an object with temperature and humidity", _is_climate)
THERMOMETERS = ("an object of 16 hex digits each with degrees", _is_thermometers)
NETWORKS = (
    "an object of names with passwords",
    lambda value: _is_table(value, _is_text, _is_text),
)


def kept(name):
    """The path of a host file that outlives a reset but not the board's power, or None."""
    return options["chip"] + "/" + name if "chip" in options else None


def power(signal):
    """Ends the interpreter by USR1 (hard reset) or USR2 (soft); the launcher starts it again."""
    if "chip" not in options:
        raise SystemExit
    os.system(f"kill -{signal} $PPID")
    while True:
        time.sleep_ms(1)
