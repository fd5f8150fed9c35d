"""Keeps a simulated board powered: starts its interpreter, restarts it at every reset, ends it.

The interpreter tells a reset by the signal that it ends itself with (the `machine` double sends
it): SIGUSR1 hard, SIGUSR2 soft. What outlives a reset lies in the chip folder: memory of the
real-time clock, non-volatile storage, the time of a deep sleep, the file that the watchdog double
writes whenever it is fed, and the one that says that the board is up.
"""

import fcntl
import json
import os
import select
import signal
import subprocess
import termios
import time
from pathlib import Path

# Causes as machine.reset_cause() of the ESP32 numbers them.
POWER_ON, HARD_RESET, WATCHDOG, DEEP_SLEEP, SOFT_RESET = 1, 2, 3, 4, 5
LOOK_EVERY_S = 0.1
GRACE_S = 5


class Tied:
    """A process that does not outlive this one, however this one ends.

    Its controlling terminal is a pseudo-terminal that only we hold: when we are gone, the kernel
    hangs up on it.
    """

    def __init__(self, command, pass_fds=(), **options):
        self._hold, terminal = os.openpty()
        self.process = subprocess.Popen(
            [str(word) for word in command],
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(terminal, termios.TIOCSCTTY, 0),
            pass_fds=(*pass_fds, terminal),
            **options,
        )
        os.close(terminal)

    def signal(self, number):
        """Sends a signal to the process and to what it has started."""
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass

    def end(self):
        """Ends it by force; returns its status, negative for a signal."""
        self.signal(signal.SIGKILL)
        self.process.wait()
        os.close(self._hold)
        return self.process.returncode


class Supervisor:
    """Runs a board on a serial line (see lines.py) until it ends for good or is told to end."""

    def __init__(self, command, options, line):
        self.command = command
        self.options = options
        self.line = line
        self.chip = Path(options["chip"])
        self.child = None
        self.exit_code = None
        self.kill_at = None
        self.interrupted_at = -GRACE_S
        self.woken, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, lambda number, _frame: self.end(128 + number, number))

    def run(self):
        """Runs the board; returns the exit code."""
        cause = POWER_ON
        while self.exit_code is None:
            status = self.run_once(cause)
            if self.exit_code is None:
                cause = self.cause_of_restart(status)
            if self.exit_code is None:
                self.line.restarts(is_soft=cause == SOFT_RESET)
        return self.exit_code

    def end(self, code, number=signal.SIGTERM):
        """Ends the board by a signal, soon after by force; `code` becomes the exit code."""
        if self.exit_code is None:
            self.exit_code = code
            self.kill_at = time.monotonic() + GRACE_S
            if self.child:
                self.child.signal(number)

    def is_up(self):
        """True when the flash's scripts run, or the REPL: an interrupt before would be the end."""
        return (self.chip / "up").exists()

    def interrupt(self):
        """Does what Ctrl-C does while code runs."""
        self.interrupted_at = time.monotonic()
        self.child.signal(signal.SIGINT)

    def run_once(self, cause):
        """Starts the interpreter, serves its line until it ends; returns its status."""
        for name in ("watchdog", "up"):
            (self.chip / name).unlink(missing_ok=True)
        line = self.line
        options = {"cause": cause, "main": line.runs_main, "repl": line.has_repl, "log": line.log}
        self.child = Tied(
            self.command + ["-i"] * line.has_repl + ["-c", '__import__("board")'],
            pass_fds=[] if line.log is None else [line.log],
            env={
                **os.environ,
                "TZ": "UTC",
                "PINPILOT_BOARD": json.dumps({**self.options, **options}),
            },
            stdin=line.stdin,
            stdout=line.stdout,
            stderr=line.stderr,
        )
        try:
            line.started()
            while self.child.process.poll() is None:
                if self.is_overdue():
                    self.child.signal(signal.SIGKILL)
                self.serve()
        finally:
            status = self.child.end()
        return status

    def serve(self):
        """Waits for bytes on the line, a signal, or the time to look again."""
        reads, writes = self.line.wanted()
        ready, free, _ = select.select([self.woken, *reads], writes, [], LOOK_EVERY_S)
        if self.woken in ready:
            os.read(self.woken, 4096)
        self.line.serve(self, ready, free)

    def is_overdue(self):
        """True when the watchdog was not fed in time, or the end asked for does not come."""
        if self.kill_at and time.monotonic() > self.kill_at:
            return True
        try:
            fed_at = (self.chip / "watchdog").stat().st_mtime
            timeout_s = int((self.chip / "watchdog").read_text()) / 1000
        except (OSError, ValueError):
            return False
        return time.time() > fed_at + timeout_s

    def cause_of_restart(self, status):
        """Returns why the board starts again, or sets the exit code."""
        if status == -signal.SIGKILL and (self.chip / "watchdog").exists():
            return WATCHDOG
        if status == -signal.SIGUSR1:
            return self.sleep() if (self.chip / "sleep").exists() else HARD_RESET
        if status == -signal.SIGUSR2 or (self.line.has_repl and status == 0):
            return SOFT_RESET
        if self.line.has_repl and time.monotonic() < self.interrupted_at + 1:
            self.line.skip_main()  # the port does not survive every interrupt of its start
            return SOFT_RESET
        self.exit_code = status if status >= 0 else 128 - status
        return None

    def sleep(self):
        """Lets the board sleep for the time that it has written; 0 is for ever."""
        milliseconds = int((self.chip / "sleep").read_text())
        (self.chip / "sleep").unlink()
        wake_at = time.monotonic() + milliseconds / 1000
        while self.exit_code is None and not (milliseconds and time.monotonic() >= wake_at):
            time.sleep(LOOK_EVERY_S)
        return DEEP_SLEEP
