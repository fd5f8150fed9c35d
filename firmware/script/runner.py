"""One script from its source to its outcome: compiled, run, `run(args)` called, belongings freed.

What the engine needs is imported with this module, before the first script is measured.
"""

import asyncio
import gc

from micropython import const

from oserror import reason
from script import share
from script.output import Outcome
from script.program import Program
from script.run import called
from script.values import Cancel

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
        return share.load("script.results").fault(run, error)
    finally:
        run.close()
        share.leave()


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
        result = await run.finish(
            called(function, (share.load("script.convert").to_lua(arguments),))
        )
    if lingers:
        await run.linger()
    elif run.live:
        run.write(_NOT_KEPT)
    return share.load("script.results").as_json(result)


def _paced(run, file):
    """Reads for the compiler; between the pieces the loop goes on."""

    def read(buf):
        run.tick()
        return file.readinto(buf)

    return read
