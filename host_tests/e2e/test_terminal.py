"""The serial line as a terminal: echo, editing, prompt, Ctrl-C, and mpremote beside it."""

import contextlib
import subprocess
import time

import pexpect.fdpexpect
import pytest
import serial

from .board import DEADLINE_S, LAUNCHER, REPO, Board
from .scripted import Scripted, text

CTRL_C, CTRL_D = "\x03", "\x04"
MPREMOTE = REPO / ".venv" / "bin" / "mpremote"


@pytest.fixture
def port(tmp_path):
    """port(*script) → path of the board's pseudo-terminal."""
    with contextlib.ExitStack() as stack:

        def start(*script):
            model = stack.enter_context(Scripted(*script))
            settings = {"llm.url": model.url, "llm.model": "m", "gpio.names": {"lamp": 5}}
            Board(tmp_path / "board", settings)
            path = tmp_path / "tty"
            command = [LAUNCHER, "--root", tmp_path / "board", "--pty", path]
            log = stack.enter_context((tmp_path / "log").open("wb"))
            process = subprocess.Popen(
                [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
            stack.callback(process.wait, DEADLINE_S)
            stack.callback(process.terminate)
            end = time.monotonic() + DEADLINE_S
            while not path.is_symlink():
                assert process.poll() is None and time.monotonic() < end, (
                    tmp_path / "log"
                ).read_text()
                time.sleep(0.01)
            return str(path)

        yield start


@contextlib.contextmanager
def terminal(path):
    with serial.Serial(path, 115200) as line:
        yield pexpect.fdpexpect.fdspawn(line.fd, timeout=DEADLINE_S, encoding="utf-8")


def test_a_person_types_edits_and_reads(port):
    path = port(text("The lamp is on."))
    with terminal(path) as person:
        person.send("\r")
        person.expect_exact("> ")
        person.send("turn the lanp\x7f\x7fmp on\r")
        person.expect_exact("turn the lanp\b \b\b \bmp on\r\n")
        person.expect_exact("The lamp is on.\r\n> ")
        person.send("/status\r")
        person.expect_exact("1 turns kept\r\n> ")


def test_control_c_gives_the_prompt_and_start_resumes(port):
    path = port(text("Hello again."))
    with terminal(path) as person:
        person.send("\r")
        person.expect_exact("> ")
        person.send(CTRL_C)
        person.expect_exact(">>> ")
        person.send("print(6 * 7)\r")
        person.expect_exact("42\r\n>>> ")
        person.send("import pinpilot; pinpilot.start()\r")
        person.expect("Pinpilot .* ready\r\n")
        person.expect_exact("> ")
        person.send("hi\r")
        person.expect_exact("Hello again.\r\n> ")


def test_soft_reset_starts_the_agent_again(port):
    path = port(text("Hi."))
    with terminal(path) as person:
        person.send(CTRL_C)
        person.expect_exact(">>> ")
        person.send(CTRL_D)
        person.expect("MPY: soft reboot\r\n")
        person.expect("Pinpilot .* ready\r\n")


def mpremote(path, *words):
    command = [MPREMOTE, "connect", path, *words]
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_mpremote_gets_in_and_drives_the_board(port, tmp_path):
    path = port(text("The lamp is on."))
    assert mpremote(path, "exec", "print(6 * 7)").strip() == "42"
    assert "gpio 5 action=on level=1" in mpremote(
        path,
        "exec",
        "import pinpilot; print(pinpilot.tool('gpio_control', pin='lamp', action='on'))",
    )
    assert "The lamp is on." in mpremote(
        path, "exec", "import pinpilot; pinpilot.ask('turn the lamp on')"
    )
    assert "level=1" in mpremote(  # the agent was started anew, the pad goes on
        path,
        "exec",
        "import pinpilot; pinpilot.tool('gpio_control', pin=18, action='on'); import rooms; "
        "rooms.build(); pinpilot._services = None; "
        "print(pinpilot.tool('gpio_control', pin=18, action='get'))",
    )
    (tmp_path / "note.txt").write_text("Grüße\n")
    mpremote(path, "fs", "cp", tmp_path / "note.txt", ":/data/note.txt")
    assert (tmp_path / "board" / "data" / "note.txt").read_text() == "Grüße\n"
