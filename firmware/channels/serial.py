"""The serial line: a chat for people, `AT` commands for machines, one line after the other.

One task reads bytes and makes lines, another answers them in order; only a stop acts at once.
While a reply is being printed nothing else is: what comes meanwhile waits for its end. A chip's
console is a terminal, with echo and a prompt; on the unix port it may also be a pipe, which ends.
"""

import asyncio
import logging
import select
import sys

import jsontext
from agent.bus import Message, QueueFull
from channels.line import LIMIT_BYTES, LineReader, TooLong
from micropython import const
from system.version import VERSION

SESSION = "serial:0"

_LINES_AHEAD = const(8)
_BYTES_AT_ONCE = const(256)
_HELD_LIMIT = const(16)
_STOPS = ("/stop", "AT+CLAW=stop")
_RESTARTS = ("/reset", "AT+CLAW=restart")

log = logging.getLogger("serial")


def _is_terminal():
    try:
        import termios
    except ImportError:
        return True
    try:
        termios.tcgetattr(0)
        return True
    except OSError:
        return False


class _Line:
    """One line as it was read, and whether a stop came after it."""

    def __init__(self, line):
        self.too_long = isinstance(line, TooLong)
        self.text = jsontext.decode(line.args[0] if self.too_long else line).strip()
        self.for_machines = self.text == "AT" or self.text.startswith("AT+")
        self.stopped = False


class ChatReply:
    """The way back of one chat line: the answer is printed as it arrives."""

    def __init__(self, serial):
        self._serial = serial
        self.ended = asyncio.Event()

    async def text(self, piece):
        self._serial.write(_printable(piece))

    async def notice(self, sentence):
        self._serial.fresh_line()
        self._serial.write("[{}]\n".format(sentence))

    async def end(self, ok, sentence):
        if sentence:
            self._serial.fresh_line()
            self._serial.write(sentence)
        self._serial.fresh_line()
        self.ended.set()


class Serial:
    """The channel: `await run()` returns when the line has ended and every line on it was
    answered.

    services: dict handed down by main, see agent/commands.py
    """

    def __init__(self, services):
        self._services = services
        self._bus = services["bus"]
        self._out = sys.stdout.buffer
        self._terminal = _is_terminal()
        self._newline = b"\r\n" if self._terminal else b"\n"
        self._reader = LineReader(self._out.write if self._terminal else None)
        self._lines = []
        self._changed = asyncio.Event()
        self._at_end = False
        self._closing = False
        self._working = False
        self._machine = False
        self._mid_line = False
        self._replying = False
        self._held = []

    # What is printed

    def open(self, warnings):
        """Prints what is wrong with the settings, then the ready line, and how to begin."""
        for warning in warnings:
            self.write("Warning: {}\n".format(warning))
        self.write("Pinpilot {} ready\n".format(VERSION))
        if self._terminal:
            self.write("Write a message, or /help. Ctrl-C gives the MicroPython prompt.\n")

    def write(self, text):
        """Prints text, a part of the reply that is under way."""
        data = text.encode()
        if self._terminal:
            data = data.replace(b"\n", b"\r\n")
        self._out.write(data)
        if data:
            self._mid_line = data[-1] != 0x0A
            self._replying = True

    def fresh_line(self):
        """Ends the line on the terminal if something stands on it."""
        if self._mid_line:
            self._out.write(self._newline)
            self._mid_line = False

    def say(self, text):
        """Prints a sentence that belongs to no reply: at once, or after the one under way."""
        if self._working and (self._machine or self._replying):
            self._held.append(text)
            del self._held[:-_HELD_LIMIT]
        elif self._machine:
            self.write("+CLAW-EVENT:{}\n".format(str(jsontext.quote(text), "utf-8")))
        else:
            if self._terminal and not self._working:
                self._out.write(b"\r\x1b[K")  # the prompt gives way (ECMA-48, CR and EL)
            self.write(text + "\n")
            self._replying = False
            self._prompt()

    def _prompt(self):
        if self._terminal and not self._working:
            self._out.write(b"> " + self._reader.rest())

    # What is read

    async def run(self):
        """Serves the line; ends with it."""
        worker = asyncio.create_task(self._work())
        try:
            self._prompt()
            await self._read()
            await worker
        finally:
            worker.cancel()

    async def quiet(self):
        """Takes no more input, and returns when every line that was read is answered."""
        self._closing = True
        while self._working or self._lines:
            await self._wait()

    async def _wait(self):
        self._changed.clear()
        await self._changed.wait()

    async def _read(self):
        stdin = sys.stdin.buffer
        stream = asyncio.StreamReader(stdin)
        poller = select.poll()
        poller.register(stdin, select.POLLIN)
        while True:
            while self._closing or len(self._lines) >= _LINES_AHEAD:
                await self._wait()
            try:
                byte = await stream.read(1)
                # One by one: what follows a restart must still be there for the next start.
                for _ in range(_BYTES_AT_ONCE):
                    if not byte or not self._take(byte[0]) or not poller.poll(0):
                        break
                    byte = stdin.read(1)
            except OSError:  # the terminal hung up
                byte = b""
            if not byte:
                self._at_end = True
                self._changed.set()
                return

    def _take(self, byte):
        """Feeds one byte; returns False when no more should be read for now."""
        try:
            line = self._reader.feed(byte)
        except TooLong as error:
            line = error
        if line is None:
            return True
        entry = _Line(line)
        if entry.text in _STOPS:
            entry.stopped = self._stop()
        elif self._working and not self._machine and not entry.for_machines:
            self.say(
                "(waiting: {} ahead; /stop ends the answer under way)".format(len(self._lines) + 1)
            )
        self._lines.append(entry)
        self._changed.set()
        self._closing = self._closing or entry.text in _RESTARTS
        return len(self._lines) < _LINES_AHEAD and not self._closing

    def _stop(self):
        """Ends the running turn and those that wait on this line; False when there were none."""
        stopped = self._bus.stop()
        for entry in self._lines:
            entry.stopped = stopped = True
        return stopped

    # What is answered

    async def _work(self):
        while True:
            while not self._lines:
                if self._at_end:
                    return
                await self._wait()
            self._working = True
            self._replying = False
            try:
                await self._answer(self._lines.pop(0))
            except Exception as error:  # the channel border
                log.exception("line failed", exc_info=error)
                self.fresh_line()
                self.write(
                    "Error: {}: {}; /log has the details\n".format(type(error).__name__, error)
                )
            self._working = False
            self._changed.set()
            held, self._held = self._held, []
            for text in held:
                self.say(text)
            self._prompt()

    async def _answer(self, entry):
        self._machine = entry.for_machines
        if entry.too_long:
            sentence = "a line has at most {} bytes; send a file in parts".format(LIMIT_BYTES)
            self.write("{}{}\n".format("ERROR:" if self._machine else "Error: ", sentence))
        elif self._machine:
            from channels import at

            await at.run(entry, self, self._services)
        elif entry.text in _STOPS:
            self.write("" if entry.stopped else "Nothing is running.\n")
        elif entry.text.startswith("/"):
            from agent import commands

            self.write(commands.run(self._services, SESSION, entry.text, True) + "\n")
        elif entry.stopped:
            self.write("Stopped.\n")
        elif entry.text:
            await self._chat(entry.text)

    async def _chat(self, text):
        reply = ChatReply(self)
        try:
            ahead = self._bus.post(Message(SESSION, text, reply))
        except QueueFull as error:
            self.write("Error: {}\n".format(error))
            return
        if ahead:
            self.say("(waiting: {} ahead)".format(ahead))
        await reply.ended.wait()


def _printable(text):
    """Takes out the control characters, with which a model could drive the terminal."""
    for char in text:
        if char < " " and char not in "\n\t":
            return "".join(char for char in text if char >= " " or char in "\n\t")
    return text
