"""aimock as the model: tool turns and faults, every request body checked when its block ends."""

import contextlib

import pytest
from aimock import Aimock

from .board import Board


@pytest.fixture
def rig(tmp_path):
    """rig(*fixtures, settings=…, **aimock options) → (board, model)."""
    with contextlib.ExitStack() as stack:

        def start(*fixtures, settings=None, **options):
            model = stack.enter_context(Aimock(list(fixtures), **options))
            values = {"llm.url": model.url, "llm.model": "m", "gpio.names": {"lamp": 5}}
            board = Board(tmp_path / "board", {**values, **(settings or {})})
            return stack.enter_context(board), model

        yield start


def says(text, match=None, **more):
    return {"match": match or {}, "response": {"content": text}, **more}


def calls(*wanted, match=None, **more):
    tools = [{"name": name, "arguments": arguments} for name, arguments in wanted]
    return {"match": match or {}, "response": {"toolCalls": tools}, **more}


def fails(status, message, match=None, **more):
    error = {"message": message, "type": "error"}
    return {"match": match or {}, "response": {"error": error, "status": status, **more}}


def first(number):
    return {"sequenceIndex": number}


BEFORE, AFTER = {"hasToolResult": False}, {"hasToolResult": True}
LAMP_ON = ("gpio_control", {"pin": "lamp", "action": "on"})


def test_a_tool_turn(rig):
    board, model = rig(calls(LAMP_ON, match=BEFORE), says("The lamp is on.", match=AFTER))
    assert board.ask("turn the lamp on") == ("The lamp is on.", None)
    assert [event["value"] for event in board.events() if event["pin"] == 5][-1] == 1
    roles = [message["role"] for message in model.bodies()[1]["messages"]]
    assert roles == ["system", "user", "assistant", "tool"]


def test_parallel_calls(rig):
    wanted = [("gpio_control", {"pin": pin, "action": "on"}) for pin in (4, 13, 18)]
    board, model = rig(calls(*wanted, match=BEFORE), says("All on.", match=AFTER))
    assert board.ask("all on") == ("All on.", None)
    results = [m["content"] for m in model.bodies()[1]["messages"] if m["role"] == "tool"]
    assert results == [f"OK: gpio {pin} action=on level=1" for pin in (4, 13, 18)]


def test_many_turns_stay_valid_while_old_ones_are_dropped(rig):
    long = "The lamp is on and I have told you so before. " * 40
    board, model = rig(
        calls(LAMP_ON, match=BEFORE), says(long, match=AFTER), settings={"agent.history_kb": 8}
    )
    for _ in range(12):
        assert board.ask("turn the lamp on, please")[1] is None
    sizes = [len(str(body["messages"])) for body in model.bodies()]
    assert max(sizes) < 16384, sizes


def test_a_rate_limit_with_retry_after(rig):
    board, model = rig(fails(429, "Slow down.", match=first(0), retryAfter=1), says("Here I am."))
    assert board.ask("hello") == ("Here I am.", None)
    assert [entry["response"]["status"] for entry in model.journal()] == [429, 200]


def test_a_server_error_is_tried_again_and_then_told(rig):
    board, model = rig(fails(500, "The cat sat on the cable."), settings={"llm.retries": 1})
    answer, error = board.ask("hello")
    assert answer is None and "The cat sat on the cable." in error and "500" in error
    assert len(model.bodies()) == 2


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_refusal_is_not_tried_again(rig, status):
    board, model = rig(fails(status, "No, thank you."))
    answer, error = board.ask("hello")
    assert answer is None and str(status) in error, error
    assert len(model.bodies()) == 1
    assert board.ask("hello again")[0] is None


def test_slow_small_chunks(rig):
    board, _ = rig(says("Grüße aus dem Süden ✓ 灯"), chunk_size=1, latency_ms=5)
    assert board.ask("hello") == ("Grüße aus dem Süden ✓ 灯", None)


def test_a_truncated_stream_is_asked_again(rig):
    text = "A long story about a lamp. " * 10
    board, model = rig(says(text, match=first(0), truncateAfterChunks=4), says("The lamp is on."))
    answer, error = board.ask("tell me")
    assert (answer, error) == ("The lamp is on.", None)
    assert board.ask("again")[1] is None
    assert model.bodies()[-1]["messages"][-2]["content"] == "The lamp is on."


def test_a_disconnect_in_the_stream_is_asked_again(rig):
    board, _ = rig(
        says("x" * 2000, match=first(0), disconnectAfterMs=50, latency=10), says("Back.")
    )
    answer, error = board.ask("hello")
    assert (answer, error) == ("Back.", None)


def test_malformed_json_ends_in_a_sentence(rig):
    board, model = rig(
        says("never", chaos={"malformedRate": 1}, match={"userMessage": "broken"}),
        says("Fine."),
        settings={"llm.retries": 1},
    )
    answer, error = board.ask("broken")
    assert answer is None and error.endswith("."), error
    assert board.ask("hello") == ("Fine.", None)
    assert [m["role"] for m in model.bodies()[-1]["messages"]] == ["system", "user"]


def test_arguments_that_are_no_json_are_told_and_stay_valid(rig):
    board, model = rig(
        {"match": BEFORE, "response": {"toolCalls": [{"name": "gpio_control", "arguments": "{"}]}},
        says("Sorry.", match=AFTER),
    )
    assert board.ask("turn it on") == ("Sorry.", None)
    assert model.bodies()[1]["messages"][-1]["content"] == "Error: invalid JSON input"


def test_without_streaming(rig):
    board, model = rig(
        calls(LAMP_ON, match=BEFORE), says("Done.", match=AFTER), settings={"llm.stream": False}
    )
    assert board.ask("turn the lamp on") == ("Done.", None)
    assert [body["stream"] for body in model.bodies()] == [False, False]
