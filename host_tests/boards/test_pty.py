"""The simulated board on a terminal: real mpremote, pyserial and a person's own terminal."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest
import serial

from launching import LIMIT_S, PINPILOT, environment, is_running, launch, lay, start, wait_until

MPREMOTE = Path(sys.executable).with_name("mpremote")
PORT = Path("port")
FOREVER = "import time\nprint('main runs')\nwhile True:\n    time.sleep_ms(5)\n"


class Board:
    """A board on a pseudo-terminal, with mpremote at hand."""

    def __init__(self, folder, main=FOREVER):
        self.port = folder / "port"
        self.root = lay(folder / "flash", main)
        self.process = start(self.root, "--pty", self.port)
        wait_until(self.port.is_symlink, "no port appeared")

    def mpremote(self, *words):
        """Runs one mpremote command without `resume`; returns what it prints."""
        done = subprocess.run(
            [MPREMOTE, "connect", self.port, *words],
            capture_output=True,
            timeout=LIMIT_S,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.decode().replace("\r\n", "\n")

    def open(self):
        return serial.Serial(str(self.port), timeout=LIMIT_S)

    def end(self):
        self.process.terminate()
        self.process.communicate()
        return self.process.returncode


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    board = Board(tmp_path_factory.mktemp("shared"))
    yield board
    board.end()


@pytest.fixture
def board(tmp_path):
    board = Board(tmp_path)
    yield board
    board.end()


def test_exec_eval_and_run_interrupt_a_running_main(shared, tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import machine\nprint('script', machine.Pin(5).value())\n")
    assert shared.mpremote("exec", "print(6 * 7)") == "42\n"
    assert shared.mpremote("eval", "1 + 2") == "3\n"
    assert shared.mpremote("run", str(script)) == "script 0\n"
    assert shared.mpremote("exec", "print(1)", "+", "exec", "print(2)") == "1\n2\n"


def test_errors_come_back(shared):
    done = subprocess.run(
        [MPREMOTE, "connect", shared.port, "exec", "1 / 0"], capture_output=True, check=False
    )
    assert done.returncode == 1 and b"ZeroDivisionError" in done.stderr + done.stdout


def test_files_go_both_ways(shared, tmp_path):
    content = os.urandom(20000)
    there, back = tmp_path / "there", tmp_path / "back"
    there.write_bytes(content)
    shared.mpremote("cp", str(there), ":data/blob")
    assert (shared.root / "data" / "blob").read_bytes() == content
    shared.mpremote("cp", ":data/blob", str(back))
    assert back.read_bytes() == content
    assert "blob" in shared.mpremote("ls", ":data")
    shared.mpremote("rm", ":data/blob")
    assert not (shared.root / "data" / "blob").exists()


def test_the_image_is_read_but_not_written(shared):
    assert "tool_catalog.mpy" in shared.mpremote("ls", ":rom/lib")
    assert "boot.py" in shared.mpremote("ls", ":")


def test_mount(shared, tmp_path):
    (tmp_path / "remote_module.py").write_text("print('from the host')\n")
    assert "from the host" in shared.mpremote(
        "mount", str(tmp_path), "exec", "import remote_module"
    )


def test_soft_reset_comes_back_raw_without_main(shared):
    shared.mpremote("exec", "kept = 1")
    assert shared.mpremote("exec", "print('kept' in globals())") == "False\n"
    shared.mpremote("soft-reset")
    assert (
        shared.mpremote("resume", "exec", "import machine; print(machine.reset_cause())") == "5\n"
    )


def test_reset_runs_main_again(board):
    board.mpremote("exec", "open('/data/mark', 'w').close()")
    with board.open() as port:
        board_reset = subprocess.run([MPREMOTE, "connect", board.port, "reset"], check=False)
        assert board_reset.returncode == 0
        assert port.read_until(b"main runs\r\n").endswith(b"main runs\r\n")


def test_friendly_repl_of_a_person(board):
    with board.open() as port:
        port.read_until(b"main runs\r\n")
        port.write(b"\x03")
        assert b"KeyboardInterrupt" in port.read_until(b">>> ")
        port.write(b"1 + 1\r")
        assert b"\r\n2\r\n" in port.read_until(b">>> ")
        port.write(b"half\x03")
        port.read_until(b">>> ")
        port.write(b"while True: pass\r\r")
        time.sleep(0.2)  # a person's; what comes before the loop runs is the editor's
        port.write(b"\x03")
        assert b"KeyboardInterrupt" in port.read_until(b">>> ")
        port.write(b"\x04")
        out = port.read_until(b"main runs\r\n")
        assert b"MPY: soft reboot\r\n" in out and out.endswith(b"main runs\r\n")


def test_leaving_main_is_a_soft_reset(tmp_path):
    code = (
        "import machine, sys\nprint('cause', machine.reset_cause())\nsys.stdin.read(1)\nsys.exit()"
    )
    board = Board(tmp_path, code)
    with board.open() as port:
        port.read_until(b"cause 1\r\n")
        port.write(b"x")
        assert port.read_until(b"cause 5\r\n").endswith(b"MPY: soft reboot\r\ncause 5\r\n")
    board.end()


def test_lines_end_as_on_a_chip(tmp_path):
    code = "import sys\nprint('a')\nsys.stdout.write('b\\r\\nc\\r')\n"
    code += "sys.stdout.write('\\nd\\n')\nprint(1 / 0)"
    board = Board(tmp_path, code)
    with board.open() as port:
        assert port.read_until(b"d\r\n") == b"a\r\nb\r\nc\r\nd\r\n"
        assert b"ZeroDivisionError: divide by zero\r\n" in port.read_until(b">>> ")
    board.end()


def test_output_without_a_listener_is_dropped(tmp_path):
    code = (
        "for n in range(3000):\n    print('line', n, 'x' * 50)\nopen('/data/done', 'w').close()\n"
    )
    board = Board(tmp_path, code)
    wait_until((board.root / "data" / "done").exists, "the board waits for a listener")
    board.end()


def test_port_is_there_while_the_board_runs(tmp_path):
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        board = Board(tmp_path)
        board.process.send_signal(number)
        _, log = board.process.communicate()
        assert board.process.returncode == 128 + number
        assert log.decode() == f"The board's serial port is {board.port}\n"
        assert not board.port.is_symlink()


def test_stale_port_is_replaced_and_files_are_not(tmp_path):
    (tmp_path / "port").symlink_to("/nowhere")
    board = Board(tmp_path)
    wait_until(lambda: os.path.exists(board.port), "the link still leads nowhere")
    board.end()
    (tmp_path / "port").write_text("precious")
    done = launch(tmp_path / "flash", "--pty", tmp_path / "port")
    assert done.returncode == 2 and "is in the way" in done.stderr
    done = launch(tmp_path / "flash", "--pty", tmp_path / "no" / "port")
    assert done.returncode == 2 and "no folder" in done.stderr


@pytest.fixture
def person(tmp_path):
    """A person who has started the launcher in a terminal."""
    root = lay(
        tmp_path / "flash", "print('main runs')\nname = input('name? ')\nprint('hello', name)"
    )
    terminal = pexpect.spawn(
        str(PINPILOT), ["--root", str(root)], timeout=LIMIT_S, env=environment()
    )
    yield terminal
    terminal.close(force=True)


def test_own_terminal(person):
    person.expect_exact("Ctrl-] leaves the board.\r\n")
    person.expect_exact("main runs\r\nname? ")
    person.send("Ada\r")
    person.expect_exact("hello Ada\r\n")
    person.expect_exact(">>> ")
    person.send("6 * 7\r")
    person.expect_exact("42\r\n>>> ")
    person.send("\x03")
    person.expect_exact(">>> ")
    person.send("\x04")
    person.expect_exact("MPY: soft reboot\r\nmain runs\r\n")
    person.send("\x1d")
    person.expect(pexpect.EOF)
    assert person.wait() == 0


def test_own_terminal_is_left_as_it_was(tmp_path):
    root = lay(tmp_path, "print('main runs')")
    shell = pexpect.spawn("/bin/sh", timeout=LIMIT_S, env={**environment(), "PS1": "$ "})
    shell.expect_exact("$ ")
    shell.sendline(
        f"stty -a > {tmp_path}/before; {PINPILOT} --root {root}; stty -a > {tmp_path}/after"
    )
    shell.expect_exact(">>> ")
    shell.send("\x1d")
    shell.expect_exact("$ ")
    assert (tmp_path / "before").read_text() == (tmp_path / "after").read_text()
    shell.close(force=True)


@pytest.mark.skipif(not shutil.which("pgrep"), reason="finds the child by pgrep")
def test_closed_terminal_ends_the_board(person):
    person.expect_exact("name? ")
    found = subprocess.run(
        ["pgrep", "-P", str(person.pid)], capture_output=True, text=True, check=False
    )
    children = [int(word) for word in found.stdout.split()]
    assert children
    person.close(force=True)
    wait_until(lambda: not any(map(is_running, children)), "the interpreter outlived its terminal")
