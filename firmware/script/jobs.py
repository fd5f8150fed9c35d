"""The scripts of this board: those that someone waits for, and jobs, which go on by themselves.

At most two scripts run at a time; four jobs are kept, a finished one until its slot is needed. No
job outlives a restart. The engine is there while a script runs.
"""

import asyncio
import gc
import logging
import sys
from time import ticks_diff, ticks_ms

from micropython import const

from forget import empty
from script import source
from script.output import Head, Outcome, Ring
from system import uptime

_KEPT = ("script.door", "script.jobs", "script.output", "script.source")
_NO_ROOM = (
    "the heap has no room for the engine of scripts, {} KB are free; this board needs it frozen"
)
_SLOTS = const(4)
_MOST_RUNNING = const(2)
_LONGEST_MS = const(86400000)
_POLL_MS = const(10)
_PATIENCE_MS = const(2000)  # for a script that was told to stop
_NOTE_MS = const(1000)  # from one text of a script for its owner to the next, and a few ahead
_NOTES_AHEAD = const(5)

log = logging.getLogger("script")


class JobError(ValueError):
    """What was asked cannot be done; args[0] is a sentence that says what to do."""


class Job:
    """A script that runs by itself, or one that someone waits for (then it has no name).

    state: QUEUED, RUNNING, DONE, FAILED, TIMEOUT or STOPPED; outcome: None until it has ended
    """

    def __init__(self, number, name, session):
        self.number = number
        self.name = name
        self.session = session
        self.state = "QUEUED"
        self.log = Ring() if name else Head()
        self.outcome = None
        self.run = None
        self._start = uptime.seconds()
        self._end = None

    def is_live(self):
        """Whether it has not ended."""
        return self.outcome is None

    def seconds(self):
        """How long it has lived."""
        return (uptime.seconds() if self._end is None else self._end) - self._start

    def end(self, outcome):
        """Keeps how it ended; what it ran on is let go."""
        self.outcome = outcome
        self.state = outcome.state
        self.run = None
        self._end = uptime.seconds()

    def title(self):
        """What messages call it."""
        return f"job {self.number} ({self.name})" if self.name else f"script {self.number}"


class Jobs:
    """services: see rooms.py; config and bus are asked for, modules of scripts ask for more."""

    def __init__(self, services):
        self._services = services
        self._jobs = []  # the oldest first
        self._waited_for = []  # scripts that someone waits for
        self._running = 0
        self._turn_waits = 0  # of them, those that the turn under way waits for
        self._count = 0

    # Scripts that someone waits for

    def source(self, path=None, code=None):
        """The Source of a file or of a text. Raises JobError and PathError."""
        if (path is None) == (code is None):
            raise JobError("give either 'path' or 'code'")
        return source.of_path(path) if code is None else source.of_code(code)

    async def run(self, script, session, arguments=None, timeout_ms=None):
        """Runs a Source to its end; returns (Outcome, what it printed). Raises JobError."""
        if timeout_ms is None:
            timeout_ms = self._services["config"]["script.timeout_s"] * 1000
        _check_timeout(timeout_ms)
        if self._running >= _MOST_RUNNING:
            raise JobError(
                f"{_MOST_RUNNING} scripts run already ({self._titles('RUNNING')}); end one with "
                "lua_job_stop, or give this one to lua_run_async, which waits for its turn"
            )
        is_in_turn = self._services["bus"].is_turn()
        self._count += 1
        job = Job(self._count, None, session)
        self._waited_for.append(job)
        self._turn_waits += is_in_turn
        try:
            # In a task of its own, at the bottom of the C stack, which the compiler needs.
            await asyncio.create_task(self._execute(job, script, arguments, timeout_ms))
        finally:
            self._turn_waits -= is_in_turn
            self._waited_for.remove(job)
        return job.outcome, job.log.text()

    def stop_runs(self):
        """Stops the scripts that someone waits for; returns whether there were any."""
        for job in self._waited_for:
            self._tell(job)
        return bool(self._waited_for)

    # Jobs

    async def start(
        self, script, session, arguments=None, timeout_ms=None, name=None, replace=False
    ):
        """Starts a Source as a job and returns the Job. Raises JobError."""
        if timeout_ms is not None:
            _check_timeout(timeout_ms)
        name = name or script.name[: -len(".lua")]
        for job in self._live():
            if job.name == name:
                if not replace:
                    raise JobError(
                        f"{job.title()} is {job.state} already; replace=true stops it first"
                    )
                await self._ended(job)
        if len(self._live()) >= _SLOTS:
            raise JobError(
                f"all {_SLOTS} job slots are taken ({self._titles()}); end one with lua_job_stop"
            )
        if len(self._jobs) >= _SLOTS:
            self._jobs.remove([job for job in self._jobs if not job.is_live()][0])
        self._count += 1
        job = Job(self._count, name, session)
        self._jobs.append(job)
        asyncio.create_task(self._work(job, script, arguments, timeout_ms))
        return job

    def find(self, number):
        """The Job of a number; raises JobError."""
        for job in self._jobs:
            if job.number == number:
                return job
        known = ", ".join([job.title() for job in self._jobs]) or "none"
        raise JobError(f"there is no job {number}; there are: {known}")

    def list(self):
        """The jobs that are kept, the oldest first."""
        return self._jobs

    def summary(self):
        """One line about the jobs that are kept."""
        return ", ".join([f"{job.title()} {job.state}" for job in self._jobs]) or "none"

    async def stop(self, number):
        """Stops a job and returns it when it has ended. Raises JobError."""
        job = self.find(number)
        await self._ended(job)
        return job

    async def close(self):
        """Stops everything and returns when it has ended: the board is about to rest."""
        self.stop_runs()
        for job in self._live():
            self._tell(job)
        start = ticks_ms()
        while self._running and ticks_diff(ticks_ms(), start) < _PATIENCE_MS:
            await asyncio.sleep_ms(_POLL_MS)

    def abandon(self):
        """Gives up what scripts hold when their loop has gone: Ctrl-C ended it, for one."""
        for job in self._waited_for + self._live():
            if job.run:
                from script import share

                job.run.close()
                share.leave()
            job.end(Outcome("STOPPED", error="stopped"))
        self._waited_for = []
        self._running = self._turn_waits = 0

    # How it is done

    def _live(self):
        return [job for job in self._jobs if job.is_live()]

    def _titles(self, state=None):
        live = [job.title() for job in self._live() if state in (None, job.state)]
        return ", ".join(live + ([job.title() for job in self._waited_for] if state else []))

    def _tell(self, job):
        """Stops a job as soon as can be; one that waits for its turn ends at once."""
        if job.run:
            job.run.stop()
        elif job.is_live():
            job.end(Outcome("STOPPED", error="stopped"))

    async def _ended(self, job):
        self._tell(job)
        start = ticks_ms()
        while job.is_live():
            if ticks_diff(ticks_ms(), start) >= _PATIENCE_MS:
                raise JobError(f"{job.title()} does not stop; try again in a moment")
            await asyncio.sleep_ms(_POLL_MS)

    async def _work(self, job, script, arguments, timeout_ms):
        while self._running >= _MOST_RUNNING or self._first_queued() is not job:
            if not job.is_live():
                return
            await asyncio.sleep_ms(_POLL_MS)
        await self._execute(job, script, arguments, timeout_ms)
        log.info("%s %s %s", job.title(), job.state, job.outcome.error)

    def _first_queued(self):
        for job in self._jobs:
            if job.state == "QUEUED":
                return job

    async def _execute(self, job, script, arguments, timeout_ms):
        """Runs a script in one of the places, to its outcome."""
        self._running += 1
        job.state = "RUNNING"
        try:
            job.end(await self._outcome(job, script, arguments or {}, timeout_ms))
        except MemoryError:  # where the engine was to be loaded
            gc.collect()
            job.end(Outcome("FAILED", error=_NO_ROOM.format(gc.mem_free() // 1024)))
        except Exception as error:  # the border between the engine and the firmware
            log.exception("script failed", exc_info=error)
            job.end(Outcome("FAILED", error=f"{type(error).__name__}: {error}; see /log"))
        finally:
            self._running -= 1
            if not self._running and not self._first_queued():
                _forget_engine()

    async def _outcome(self, job, script, arguments, timeout_ms):
        from script.run import Run
        from script.runner import execute

        notes = _Notes(self._services["bus"], job.session)
        is_job = bool(job.name)
        job.run = Run(job.title(), self._services, job.log.write, notes.send, timeout_ms, is_job)
        heap_bytes = self._services["config"]["script.heap_kb"] * 1024
        return await execute(job.run, script, arguments, heap_bytes, self._turn_moves, is_job)

    def _turn_moves(self):
        return self._services["bus"].current is not None and not self._turn_waits


class _Notes:
    """Texts of one script for whoever started it, no faster than a person reads."""

    def __init__(self, bus, session):
        self._bus = bus
        self._session = session
        self._next = ticks_ms()

    def send(self, text):
        """Sends a text (str); returns None, or a sentence that says why not."""
        now = ticks_ms()
        early = ticks_diff(self._next, now)
        if early > _NOTE_MS * _NOTES_AHEAD:
            return "too many texts at once; send one a second"
        self._next = (self._next if early > 0 else now) + _NOTE_MS
        if not self._bus.notify(self._session, text):
            return "nobody can be told: the channel is closed"


def _forget_engine():
    """Lets the engine go: on a board that has it in a ROM file system it takes 40 KB of heap."""
    gc.collect()  # it may be why there is no room for the next lines
    engine = [name for name in sys.modules if name.startswith("script.") and name not in _KEPT]
    empty(*sorted(engine, reverse=True))  # what is in a folder before the folder
    gc.collect()


def _check_timeout(timeout_ms):
    if not 1 <= timeout_ms <= _LONGEST_MS:
        raise JobError(f"timeout_ms must be 1 to {_LONGEST_MS} (a day)")
