"""The serial line: a chat for people, `AT` commands for machines, one line after the other.

One task reads bytes and makes lines, another answers them in order; only a stop acts at once.
"""

import asyncio
import gc
import logging
import select
import sys

import jsontext
from agent.bus import Message, QueueFull
from channels.console import SESSION, Console, printable
from channels.line import LIMIT_BYTES, LineReader
from forget import forget
from micropython import const
from system.log import warn_to
from system.redact import redact
from system.version import VERSION

# What is read and waits; beyond that a stop is not heard either, so the bound is a wide one.
_LINES_AHEAD = const(32)
_BYTES_AHEAD = const(8192)
_BYTES_AT_ONCE = const(256)
_STOPS = ("/stop", "AT+CLAW=stop")
_RESTARTS = ("/reset", "AT+CLAW=restart")

log = logging.getLogger("serial")


class _Line:
    """One line as it was read, and whether a stop came while it waited."""

    def __init__(self, data, too_long):
        self.text = jsontext.decode(data).strip()
        self.too_long = too_long
        self.for_machines = self.text == "AT" or self.text.startswith("AT+")
        self.stopped = False


class ChatReply:
    """The way back of one chat line: the answer is printed as it arrives."""

    def __init__(self, console):
        self._console = console
        self.ended = asyncio.Event()

    async def text(self, piece):
        self._console.write(printable(piece))

    async def notice(self, sentence):
        self._console.fresh_line()
        self._console.write(f"[{sentence}]\n")

    async def end(self, sentence):
        if sentence:
            self._console.fresh_line()
            self._console.write(sentence)
        self._console.fresh_line()
        self.ended.set()


class Serial:
    """The channel: `await run()` returns when the line has ended and every line is answered.

    services: dict handed down by main, see agent/commands.py
    """

    def __init__(self, services):
        self._services = services
        self._bus = services["bus"]
        self._console = Console()
        self._reader = LineReader()
        self._reader.echo = self._console.echo_of(self._reader.rest)
        self._lines = []
        self._changed = asyncio.Event()  # of the lines, or of the three below
        self._answering = False
        self._closing = False  # a restart is coming: what is not read yet stays for the next start
        self._at_end = False
        self.say = self._console.say
        self._bus.routes["serial"] = self._notify

    def open(self, warnings):
        """Prints what is wrong with the settings, then the ready line, and how to begin.

        From now on warnings of the log are printed, too.
        """
        warn_to(self.say)
        for warning in warnings:
            self._console.write(f"Warning: {warning}\n")
        self._console.write(f"Pinpilot {VERSION} ready\n")
        if self._console.is_terminal:
            self._console.write("Write a message, or /help. Ctrl-C gives MicroPython's prompt.\n")
        self._console.prompt()

    async def run(self):
        """Serves the line; ends with it."""
        worker = asyncio.create_task(self._work())
        try:
            await self._read()
            await worker
        finally:
            worker.cancel()

    async def quiet(self):
        """Takes no more input, and returns when every line that was read is answered."""
        self._closing = True
        while self._answering or self._lines:
            await self._change()

    async def _change(self):
        self._changed.clear()
        await self._changed.wait()

    def _notify(self, session, text):
        self.say(printable(redact(text)))

    # Reading

    async def _read(self):
        stdin = sys.stdin.buffer
        stream = asyncio.StreamReader(stdin)
        poller = select.poll()
        poller.register(stdin, select.POLLIN)
        while not self._at_end:
            while self._is_full():
                await self._change()
            try:
                self._take(await stream.read(1))
                # One by one: what follows a restart must still be there for the next start.
                for _ in range(_BYTES_AT_ONCE):
                    if self._at_end or self._is_full() or not poller.poll(0):
                        break
                    self._take(stdin.read(1))
            except OSError:  # the terminal hung up
                self._take(b"")

    def _is_full(self):
        lines = self._lines
        waiting_bytes = sum(len(line.text) for line in lines)
        return self._closing or len(lines) >= _LINES_AHEAD or waiting_bytes >= _BYTES_AHEAD

    def _take(self, byte):
        """Takes the next byte, b"" at the end of the line."""
        if not byte:
            self._at_end = True
            self._changed.set()
        if byte or self._reader.rest():  # the last line may lack its end
            data = self._reader.feed(byte[0] if byte else 0x0A)
            if data is not None:
                self._add(_Line(data, self._reader.too_long))

    def _add(self, line):
        if line.text in _STOPS:
            line.stopped = self._stop()
        elif self._answering and line.text and not line.for_machines:
            self._console.note(f"(waiting: {len(self._lines) + 1} ahead; /stop ends the answer)")
        self._lines.append(line)
        self._closing = self._closing or line.text in _RESTARTS
        self._changed.set()

    def _stop(self):
        """Ends the turn or script that runs and the lines that wait; False without any."""
        stopped = self._services["jobs"].stop_runs()
        stopped = self._bus.stop() or stopped
        for line in self._lines:
            line.stopped = stopped = True
        return stopped

    # Answering

    async def _work(self):
        while True:
            while not self._lines:
                if self._at_end:
                    return
                await self._change()
            line = self._lines.pop(0)
            self._answering = True
            self._console.begin(line.for_machines)
            try:
                await self._answer(line)
            except Exception as error:  # the border of a channel: the line goes on
                gc.collect()  # it may have been for lack of memory
                log.exception("line failed", exc_info=error)
                self._refuse(line, f"{type(error).__name__}: {redact(str(error))}; see /log")
            self._answering = False
            self._changed.set()
            self._console.end()

    async def _answer(self, line):
        if line.too_long:
            self._refuse(line, f"a line has at most {LIMIT_BYTES} bytes")
        elif line.for_machines:
            from channels import at

            try:
                await at.run(line, self._console, self._services)
            finally:
                forget("channels.at")
        elif line.text in _STOPS:
            self._console.write("" if line.stopped else "Nothing is running.\n")
        elif line.text.startswith("/"):
            from agent import commands

            text = commands.run(self._services, SESSION, line.text, True)
            self._console.write(redact(text) + "\n")
        elif line.stopped:
            self._console.write("Stopped.\n")
        elif line.text:
            await self._chat(line.text)

    async def _chat(self, text):
        reply = ChatReply(self._console)
        try:
            ahead = self._bus.post(Message(SESSION, text, reply))
        except QueueFull as error:
            self._console.write(f"Error: {error}\n")
            return
        if ahead:
            self._console.note(f"(waiting: {ahead} ahead)")
        await reply.ended.wait()

    def _refuse(self, line, sentence):
        self._console.fresh_line()
        self._console.write(("ERROR:" if line.for_machines else "Error: ") + sentence + "\n")
