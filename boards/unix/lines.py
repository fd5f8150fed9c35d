"""The serial line of a simulated board: standard input and output, or a terminal of some kind.

A line names the interpreter's descriptors (`stdin`, `stdout`, `stderr`, and `log` for the host's
log or None), says whether the REPL follows main.py (`has_repl`) and whether main.py runs at the
next start (`runs_main`), and moves bytes when the supervisor lets it.
"""

import os
import re
import sys
import termios
import time
import tty
from pathlib import Path

CTRL_A, CTRL_B, CTRL_C, CTRL_RIGHT_BRACKET = b"\x01", b"\x02", b"\x03", b"\x1d"
BANNER, PROMPT = b"MicroPython ", b">>> "
PATIENCE_S = 0.5
INTERRUPT_S = 2  # in which an interrupt brings the prompt, on a busy machine too
LFLAG = 3


class LineError(Exception):
    """A line that cannot be served; the text says why."""


class Flow:
    """Bytes from one descriptor to another; new ones are read when the last are out.

    With `patience_s`, what nobody takes for so long is dropped, as a UART drops it, and so is all
    that follows until somebody takes some again.
    """

    def __init__(self, source, sink, patience_s=None):
        self.source = source
        self.sink = sink
        self.patience_s = patience_s
        self.pending = b""
        self.moved_at = 0
        self.is_heard = True
        self.is_open = True

    def wanted(self):
        """Returns the descriptors to wait for: to read from, to write to."""
        if self.pending and self.patience_s:
            if not self.is_heard or time.monotonic() > self.moved_at + self.patience_s:
                self.pending, self.is_heard = b"", False
        if self.pending:
            return [], [self.sink]
        return [self.source] * self.is_open, []

    def serve(self, ready, free):
        """Returns what has come; the owner passes it to `send`, changed or not."""
        if self.pending and self.sink in free:
            self.send(b"")
        if self.pending or self.source not in ready:
            return b""
        try:
            data = os.read(self.source, 4096)
        except BlockingIOError:
            return b""
        except OSError:  # a terminal that was hung up
            data = b""
        self.is_open = bool(data)
        return data

    def send(self, data):
        """Writes what the sink takes and keeps the rest."""
        if not self.pending:
            self.moved_at = time.monotonic()
        self.pending += data
        try:
            written = os.write(self.sink, self.pending)
        except BlockingIOError:
            return
        except BrokenPipeError:
            written = len(self.pending)
        if written:
            self.moved_at, self.is_heard = time.monotonic(), True
        self.pending = self.pending[written:]


class Pipe:
    """Standard input and output, handed to the interpreter itself, so that a reset loses no input.

    With `stay`, input comes through a pipe of ours that never ends.
    """

    stdout, stderr, log = 1, 2, 2
    has_repl, runs_main = False, True

    def __init__(self, stay):
        self.stdin = 0
        self.flow = None
        if stay:
            self.stdin, feed = os.pipe()
            os.set_blocking(feed, False)
            self.flow = Flow(0, feed)

    def wanted(self):
        return self.flow.wanted() if self.flow else ([], [])

    def serve(self, board, ready, free):
        if self.flow:
            self.flow.send(self.flow.serve(ready, free))

    def started(self):
        pass

    def restarts(self, is_soft):
        pass

    def close(self):
        pass


class Terminal:
    """A terminal at `outer_in` and `outer_out`; the interpreter has one of its own.

    Between the two are the manners of a chip's console. Ctrl-C interrupts code that runs and is
    an ordinary byte at the prompt. After a soft reset the raw REPL comes back as the raw REPL,
    and main.py does not run, as on every port.
    """

    has_repl = True
    log = None

    def __init__(self, outer_in, outer_out):
        self.inner, child = os.openpty()
        tty.setraw(child)
        self.start_mode = termios.tcgetattr(child)
        self.start_mode[LFLAG] |= termios.ISIG  # the port clears it at its prompt: see runs_code()
        termios.tcsetattr(child, termios.TCSANOW, self.start_mode)
        os.set_blocking(self.inner, False)
        self.stdin = self.stdout = self.stderr = child
        self.to_board = Flow(outer_in, self.inner)
        self.from_board = Flow(self.inner, outer_out, PATIENCE_S)
        self.typed = b""
        self.interrupting_until = 0
        self.is_raw_repl = False
        self.skips_main = False
        self.banner = None
        self.ends_in_return = False

    @property
    def runs_main(self):
        return not (self.is_raw_repl or self.skips_main)

    def skip_main(self):
        """Gives the prompt at the next start, as if main.py had been interrupted."""
        self.skips_main = True

    def runs_code(self):
        """True unless the interpreter waits at its prompt."""
        return bool(termios.tcgetattr(self.stdin)[LFLAG] & termios.ISIG)

    def wanted(self):
        return [sum(pair, []) for pair in zip(self.to_board.wanted(), self.from_board.wanted())]

    def serve(self, board, ready, free):
        self.receive(board, self.to_board.serve(ready, free))
        self.transmit(self.from_board.serve(ready, free))

    def receive(self, board, data):
        """Passes input on; acts on the bytes that mean something to a console.

        The port throws away what waits when it takes up its prompt, so what follows an interrupt
        is kept here until it has; so is what comes before the board is up.
        """
        self.typed += data
        if not board.is_up():
            return
        while self.typed and not (self.runs_code() and time.monotonic() < self.interrupting_until):
            part = re.match(b"[\x01\x02\x03]|[^\x01\x02\x03]+", self.typed)[0]
            self.typed = self.typed[len(part) :]
            if part == CTRL_C and self.runs_code():
                board.interrupt()
                self.interrupting_until = time.monotonic() + INTERRUPT_S
                continue
            if part in (CTRL_A, CTRL_B) and not self.runs_code():
                self.is_raw_repl = part == CTRL_A
            self.to_board.send(part)

    def transmit(self, data):
        """Passes output on with the carriage returns that a chip's console adds."""
        if self.banner is not None:
            self.banner += data
            if not self.banner.endswith(PROMPT):
                return
            data, self.banner = self.banner[: self.banner.rindex(BANNER)], None
            self.to_board.send(CTRL_A)
        if data:
            plain = data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
            if self.ends_in_return and data.startswith(b"\n"):
                plain = plain[1:]
            self.ends_in_return = data.endswith(b"\r")
            self.from_board.send(plain)

    def started(self):
        self.skips_main = False
        self.banner = b"" if self.is_raw_repl else None

    def restarts(self, is_soft):
        """Passes on all that the board still had to say; then says that it starts again."""
        self.banner = None
        while left := self.from_board.serve([self.inner], []):
            self.transmit(left)
        termios.tcsetattr(self.stdin, termios.TCSANOW, self.start_mode)
        if is_soft:
            self.transmit(b"MPY: soft reboot\r\n")
        else:
            self.is_raw_repl = False


class PseudoTerminal(Terminal):
    """A pseudo-terminal linked at `path`, for mpremote, pyserial and terminal programs."""

    def __init__(self, path):
        self.path = Path(path)
        if self.path.exists() and not self.path.is_symlink():
            raise LineError(f"--pty: {path} is in the way; it is no link that a board has left")
        if not self.path.parent.is_dir():
            raise LineError(f"--pty: there is no folder {self.path.parent}")
        outer, self.device = os.openpty()
        tty.setraw(self.device)
        os.set_blocking(outer, False)
        super().__init__(outer, outer)
        self.log = os.dup(2)  # the interpreter's 2 is its terminal

    def started(self):
        super().started()
        if not self.is_linked():
            self.path.unlink(missing_ok=True)
            self.path.symlink_to(os.ttyname(self.device))
            print(f"The board's serial port is {self.path}", file=sys.stderr, flush=True)

    def is_linked(self):
        return self.path.is_symlink() and os.readlink(self.path) == os.ttyname(self.device)

    def close(self):
        if self.is_linked():
            self.path.unlink()


class OwnTerminal(Terminal):
    """The user's terminal, raw while the board runs; Ctrl-] leaves.

    The log is kept off it, unless standard error goes elsewhere.
    """

    def __init__(self):
        super().__init__(0, 1)
        self.log = None if os.isatty(2) else os.dup(2)
        self.user_mode = termios.tcgetattr(0)
        print("Ctrl-] leaves the board.", flush=True)
        tty.setraw(0)

    def receive(self, board, data):
        if CTRL_RIGHT_BRACKET in data or not self.to_board.is_open:
            board.end(0)
        else:
            super().receive(board, data)

    def close(self):
        termios.tcsetattr(0, termios.TCSADRAIN, self.user_mode)
        print(flush=True)
