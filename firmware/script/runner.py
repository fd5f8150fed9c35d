"""One script from its source to its outcome: compiled, run, `run(args)` called, belongings freed.

What the engine needs is imported with this module, before the first script is measured.
"""

import asyncio
import gc

from micropython import const

import jsontext
from clip import clip
from oserror import reason
from script import share
from script.convert import to_lua, to_python
from script.numbers import tostring
from script.output import Outcome
from script.program import Program
from script.run import called
from script.values import Cancel, state

_RESULT_BYTES = const(2048)  # of a result, as JSON
_COMPILE_THRESHOLD = const(4096)  # what the compiler leaves behind would scatter what is to stay
_NOT_KEPT = b"[timers and interrupts end with the script; lua_run_async keeps them]\n"
_STATES = {"stop": "STOPPED", "time": "TIMEOUT", "ticks": "TIMEOUT", "heap": "FAILED"}


async def execute(run, source, arguments, heap_bytes, is_turn_moving, lingers=False):
    """Runs a script to its end and returns the Outcome; the run is closed then.

    arguments: dict for `run(args)`; lingers: the run goes on for timers and interrupts
    Raises asyncio.CancelledError when the task is cancelled.
    """
    share.enter(heap_bytes, is_turn_moving)
    try:
        return Outcome("DONE", await _result(run, source, arguments, lingers))
    except Cancel as cancel:
        if run.aborted:
            raise asyncio.CancelledError
        return Outcome(_STATES[cancel.kind], error=cancel.sentence)
    except MemoryError:
        return Outcome("FAILED", error=share.too_much().sentence)
    except OSError as error:
        return Outcome("FAILED", error=f"{source.name}: {reason(error)}")
    except Exception as error:  # the border between scripts and the firmware
        return _fault(run, error)
    finally:
        run.close()
        share.leave()


def _fault(run, error):
    """The Outcome for what a script raised and did not catch."""
    from script import errors

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


async def _result(run, source, arguments, lingers):
    await run.begin()
    program = Program(run)
    threshold = gc.threshold()
    gc.threshold(_COMPILE_THRESHOLD)
    try:
        with source.open() as file:
            main = share.outside(program.load, _paced(run, file), source.name)
    finally:
        gc.threshold(threshold)
    result = await run.finish(main)
    function = program.global_value(b"run")
    if function is not None:
        result = await run.finish(called(function, (to_lua(arguments),)))
    if lingers:
        await run.linger()
    elif run.live:
        run.write(_NOT_KEPT)
    return _json(result)


def _paced(run, file):
    """Reads for the compiler; between the pieces the loop goes on."""

    def read(buf):
        run.tick()
        return file.readinto(buf)

    return read


def _json(result):
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
