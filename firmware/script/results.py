"""What a script leaves: its results as JSON, or the error that it did not catch as text.

Loaded when a script has ended, so that it has the room until then.
"""

from micropython import const

import jsontext
from clip import clip
from script import share
from script.convert import to_python
from script.numbers import tostring
from script.output import Outcome
from script.values import Cancel, state

_RESULT_BYTES = const(2048)  # of a result, as JSON


def fault(run, error):
    """The Outcome for what a script raised and did not catch."""
    errors = share.load("script.errors")
    state.run = run  # whose lines the places are in
    try:
        text = errors.text_of(error)
        return Outcome("FAILED", "", _text(text), _text(errors.traceback_of(error)))
    except Cancel as cancel:  # the heap is full
        return Outcome("FAILED", error=cancel.sentence)
    except Exception:  # of the script's own __tostring
        return Outcome("FAILED", error="the script failed with an error that has no text")
    finally:
        state.run = None


def _text(data):
    return clip(jsontext.decode(data), _RESULT_BYTES)


def as_json(result):
    """What a script returned, as JSON text: several values are a list."""
    values = list(result) if isinstance(result, tuple) else [result]
    values = [_plain(value) for value in values]
    value = values if len(values) > 1 else values[0] if values else None
    text = "" if value is None else jsontext.dumps(value)
    return text if len(text) <= _RESULT_BYTES else jsontext.dumps(clip(text, _RESULT_BYTES))


def _plain(value):
    """A value for JSON; what JSON cannot hold, such as a function, as Lua's text for it."""
    try:
        plain = to_python(value)
        jsontext.dumps(plain)
        return plain
    except ValueError:
        return jsontext.decode(tostring(value))
