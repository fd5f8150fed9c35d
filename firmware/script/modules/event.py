"""`require("event")`: waiting for pins and timers, and words for whoever started the script."""

from time import ticks_add, ticks_ms

from clip import SHORT, clip
from micropython import const

from script import events
from script.board import table, text, within
from script.arguments import arg_int, arg_str
from script.values import MISSING, Wait, Y

_LONGEST_MS = const(500000000)  # ticks of the ESP32 port tell less than 2 ** 29 ms apart
_TEXT_BYTES = const(1024)


def make(run):
    def wait(timeout_ms=None, *_):
        if timeout_ms is not None:
            timeout_ms = arg_int(timeout_ms, 1, "wait")
            timeout_ms = ticks_add(ticks_ms(), within(timeout_ms, 1, "wait", 0, _LONGEST_MS))
        return (Y, _wait(events.of(run), timeout_ms))

    def notify(message=MISSING, *_):
        trouble = run.notify(clip(text(arg_str(message, 1, "notify")), _TEXT_BYTES, SHORT))
        return True if trouble is None else (None, trouble.encode())

    return table({b"wait": wait, b"notify": notify})


def _wait(happened, deadline):
    """true when something has happened since the last wait ended, nil at the deadline."""
    if not happened.is_new():
        yield Wait(happened.is_new, deadline)
    return True if happened.take() else None
