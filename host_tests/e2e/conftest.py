"""Fixtures of the end-to-end tests: a scripted model and a board that talks to it."""

import contextlib

import pytest

from .board import Board
from .scripted import Scripted


@pytest.fixture
def rig(tmp_path):
    """rig(*script, settings=…, secrets=…, options=…) → (board, model), closed at the end."""
    with contextlib.ExitStack() as stack:

        def start(*script, settings=None, secrets=None, options=()):
            model = stack.enter_context(Scripted(*script))
            values = {
                "llm.url": model.url,
                "llm.model": "m",
                "gpio.names": {"lamp": 5},
                **(settings or {}),
            }
            return stack.enter_context(Board(tmp_path / "board", values, secrets, options)), model

        yield start
