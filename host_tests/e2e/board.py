"""The simulated board as a test drives it: launcher, serial line, flash and pin log."""

import json
import os
import queue
import subprocess
import threading
import time
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
LAUNCHER = REPO / "boards" / "unix" / "pinpilot"
DEADLINE_S = 30


class Board:
    """One simulated board on pipes; a context manager.

    root: folder of its flash; settings, secrets: written there before the first start
    options: further words for the launcher, such as "--heap", "192K"
    """

    def __init__(self, root, settings=None, secrets=None, options=()):
        self.root = Path(root)
        self.root.mkdir(parents=True, exist_ok=True)
        if settings is not None:
            (self.root / "config.json").write_text(json.dumps(settings))
        if secrets is not None:
            (self.root / "secrets.json").write_text(json.dumps(secrets))
        self.pins = self.root.parent / (self.root.name + ".pins")
        self.log = self.root.parent / (self.root.name + ".log")
        self.options = ["--root", self.root, "--pins", self.pins, *options]
        self.process = None

    def __enter__(self):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("LLM_")}
        self.process = subprocess.Popen(
            [str(word) for word in (LAUNCHER, *self.options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log.open("ab"),
            env=environment,
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._pump, daemon=True).start()
        self.greeting = self.until("Pinpilot ")
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.stdin.close()
            try:
                self.process.wait(DEADLINE_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise

    def _pump(self):
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\r\n"))
        self.lines.put(None)

    def send(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def line(self, deadline_s=DEADLINE_S):
        """The next line of the board's output; EOFError when it has ended."""
        try:
            line = self.lines.get(timeout=deadline_s)
        except queue.Empty:
            raise AssertionError(
                f"no output within {deadline_s} s; log: {self.log_text()[-2000:]}"
            ) from None
        if line is None:
            raise EOFError(self.log_text()[-2000:])
        return line

    def until(self, start, deadline_s=DEADLINE_S):
        """Reads lines up to the first that begins with `start` and returns all of them."""
        lines = []
        end = time.monotonic() + deadline_s
        while not lines or not lines[-1].startswith(start):
            lines.append(self.line(max(0.1, end - time.monotonic())))
        return lines

    def at(self, command, deadline_s=DEADLINE_S):
        """Sends an AT command; returns its payload texts and None after OK, ERROR's sentence."""
        self.send(command)
        payloads = []
        while True:
            line = self.line(deadline_s)
            if line == "OK":
                return payloads, None
            if line.startswith("ERROR:"):
                return payloads, line[6:]
            if line.startswith("+CLAW:"):
                payloads.append(line[6:])
            else:
                assert line.startswith("+CLAW-EVENT:"), line

    def ask(self, text, deadline_s=DEADLINE_S):
        """One turn; returns (answer or None, error sentence or None).

        An answer that started over after a broken connection comes in a payload of its own.
        """
        payloads, error = self.at("AT+CLAW=ask," + json.dumps(text), deadline_s)
        return (json.loads(payloads[-1]) if payloads else None), error

    def tool(self, name, **arguments):
        """Runs a tool without the model and returns its result text."""
        payloads, error = self.at(f"AT+CLAW=cap,{name},{json.dumps(arguments)}")
        assert error is None, error
        return json.loads(payloads[0])

    def events(self):
        """The pin log so far."""
        return (
            [json.loads(line) for line in self.pins.read_text().splitlines()]
            if self.pins.exists()
            else []
        )

    def log_text(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def history(self, session="serial.0"):
        """The messages of a session file, without the seals."""
        path = self.root / "state" / "sessions" / (session + ".jsonl")
        records = (
            [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        )
        return [record for record in records if "role" in record]
