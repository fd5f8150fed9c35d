"""Starts boards/unix/pinpilot for a test, with a main.py of the test's own on the flash."""

import os
import subprocess
import threading
import time
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
PINPILOT = REPO / "boards" / "unix" / "pinpilot"
LIMIT_S = 20


def environment():
    """Ours without what would become settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith("LLM_")}


def lay(root, main):
    """Puts a main.py on a flash; returns the flash."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "main.py").write_text(main)
    return root


def launch(root, *options, data="", env=None):
    """Runs a board to its end; returns the finished process, with text."""
    return subprocess.run(
        [PINPILOT, "--root", root, *options],
        input=data,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        env={**environment(), **(env or {})},
        check=False,
    )


def start(root, *options, **settings):
    """Starts a board that ends after LIMIT_S at the latest; returns the process, with pipes."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    board = subprocess.Popen(
        [PINPILOT, "--root", root, *options], env=environment(), **{**pipes, **settings}
    )
    limit = threading.Timer(LIMIT_S, board.kill)
    limit.daemon = True
    limit.start()
    return board


def wait_until(condition, what):
    """Looks until the condition holds; fails with `what` otherwise."""
    give_up = time.monotonic() + LIMIT_S
    while not condition():
        assert time.monotonic() < give_up, what
        time.sleep(0.01)


def is_running(pid):
    """True for a process that is neither gone nor a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"
