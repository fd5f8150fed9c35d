"""Turns through the whole product: a line in, requests and pin levels out, an answer back."""

import json
import time

from .scripted import calls, delta, status, text


def lamp(action):
    return calls(("gpio_control", {"pin": "lamp", "action": action}))


def levels(board, pin=5):
    """The levels that a pin was driven to, first to last."""
    return [
        event["value"]
        for event in board.events()
        if event["pin"] == pin and event["op"] in ("init", "write")
    ]


def test_a_line_is_answered_and_the_end_of_input_is_the_end(rig):
    board, model = rig(text("Hello there."))
    board.send("hi")
    assert board.line() == "Hello there."
    start = time.monotonic()
    board.process.stdin.close()
    assert board.process.wait(10) == 0 and time.monotonic() - start < 5
    assert model.bodies[0]["messages"][-1] == {"role": "user", "content": "hi"}


def test_queued_lines_are_answered_in_order_before_the_end(rig):
    board, model = rig(text("One."), text("Two."), text("Three."))
    for line in ("first", "second", "third"):
        board.send(line)
    board.process.stdin.close()
    said = [line for line in board.until("Three.") if not line.startswith("(waiting")]
    assert said == ["One.", "Two.", "Three."]
    assert board.process.wait(10) == 0
    assert [body["messages"][-1]["content"] for body in model.bodies] == [
        "first",
        "second",
        "third",
    ]


def test_the_lamp_is_switched_and_the_model_told(rig):
    board, model = rig(lamp("on"), text("The lamp is on."))
    assert board.ask("turn the lamp on") == ("The lamp is on.", None)
    assert levels(board)[-1] == 1
    assistant, tool = model.bodies[1]["messages"][-2:]
    assert (
        tool["content"]
        == "OK: gpio 5 action=on level=1 (strapping pin: " + tool["content"].split("pin: ")[1]
    )
    assert assistant["tool_calls"][0]["id"] == tool["tool_call_id"]
    assert "METRIC turn total_ms=" in board.log_text() and "outcome=ok" in board.log_text()


def test_parallel_calls_each_get_their_result(rig):
    script = calls(
        ("gpio_control", {"pin": 4, "action": "on"}),
        ("gpio_control", {"pin": 6, "action": "on"}),
        ("no_such_tool", {}),
    )
    board, model = rig(script, text("Done."))
    assert board.ask("go") == ("Done.", None)
    results = [m["content"] for m in model.bodies[1]["messages"] if m["role"] == "tool"]
    assert results[0] == "OK: gpio 4 action=on level=1"
    assert results[1] == "Error: gpio 6 is reserved (flash)"
    assert results[2].startswith("Error: unknown tool 'no_such_tool'")
    assert all(event["pin"] != 6 for event in board.events())


def test_history_survives_a_restart(rig):
    board, model = rig(lamp("on"), text("On."), text("Still on."))
    board.ask("turn the lamp on")
    board.at("AT+CLAW=restart")
    board.until("Pinpilot ")
    assert board.ask("is it on?") == ("Still on.", None)
    roles = [message["role"] for message in model.bodies[2]["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "assistant", "user"]


def test_new_forgets(rig):
    board, model = rig(text("Hi."))
    board.ask("my name is Ann")
    board.send("/new")
    assert "new conversation" in board.line()
    board.ask("what is my name?")
    assert [message["role"] for message in model.bodies[1]["messages"]] == ["system", "user"]


def test_text_of_any_language_passes_untouched(rig):
    words = 'Привет 灯开了 ✓ 💡 n̈ "quoted" \\ tab\tend'
    board, model = rig(text(words, 3))
    answer, error = board.ask(words)
    assert (answer, error) == (words, None)
    assert model.bodies[0]["messages"][-1]["content"] == words
    board.ask("again")
    assert model.bodies[1]["messages"][-2]["content"] == words


def test_a_rate_limit_is_waited_out(rig):
    board, model = rig(
        status(429, Retry_After="0"),
        status(500),
        text("Now it works."),
        settings={"llm.retries": 2},
    )
    board.send("hello")
    lines = board.until("Now it works.")
    assert any("try" in line for line in lines[:-1]), lines
    assert len(model.bodies) == 3 and model.bodies[0] == model.bodies[2]


def test_the_board_answers_commands_while_a_turn_waits(rig):
    def hang(handler):
        time.sleep(20)

    board, model = rig(hang, text("Fresh."))
    board.send("AT+CLAW=ask,wait for it")
    assert model.asked.acquire(timeout=20)
    board.send("AT+CLAW=stop")
    assert board.line() == "ERROR:Stopped."
    assert board.line() == "OK"
    assert board.ask("hello") == ("Fresh.", None)


def test_a_stream_that_breaks_is_asked_again(rig):
    def cut(handler):
        server = handler.server.outer
        server.stream(handler, [delta(content="The la")], done=False)

    board, model = rig(cut, text("The lamp is off."))
    answer, error = board.ask("is it on?")
    assert (answer, error) == ("The lamp is off.", None)
    assert len(model.bodies) == 2
    assert board.history()[-1]["content"] == "The lamp is off."


def test_without_a_model_the_board_says_how_to_set_one(rig):
    board, _ = rig(text("x"), settings={"llm.url": ""})
    answer, error = board.ask("hello")
    assert answer is None and "llm.url" in error


def test_a_server_that_is_not_there(rig):
    board, _ = rig(text("x"), settings={"llm.url": "http://127.0.0.1:9/v1", "llm.retries": 0})
    answer, error = board.ask("hello")
    assert answer is None and "127.0.0.1" in error, error


def test_the_key_travels_to_the_endpoint_and_nowhere_else(rig):
    echo = text("Your key is sk-SECRET-42, is it not?", 5)
    board, model = rig(
        calls(("write_file", {"path": "/data/k.txt", "content": "sk-SECRET-42"})),
        echo,
        secrets={"llm.key": "sk-SECRET-42"},
    )
    answer, error = board.ask("tell me the key")
    assert model.headers[0]["Authorization"] == "Bearer sk-SECRET-42"
    assert (answer, error) == ("Your key is ***, is it not?", None)
    board.send("/log")
    board.send("/config llm.key")
    assert board.until("llm.key")[-1] == 'llm.key = "***"'
    assert "sk-SECRET" not in board.log_text()


def test_owner_files_reach_the_model(rig):
    board, model = rig(text("Hi."))
    (board.root / "data" / "SOUL.md").write_text("You are a friendly lighthouse keeper.\n")
    board.ask("hello")
    system = model.bodies[0]["messages"][0]
    assert system["role"] == "system" and "lighthouse keeper" in system["content"]
    assert "lamp = gpio 5" in system["content"]


def test_settings_shape_the_request(rig):
    board, model = rig(
        text("Hi."),
        settings={
            "llm.max_tokens": 50,
            "llm.token_field": "max_completion_tokens",
            "llm.system_role": "developer",
            "llm.extra": {"temperature": 0},
        },
    )
    board.ask("hello")
    body = model.bodies[0]
    assert body["max_completion_tokens"] == 50 and "max_tokens" not in body
    assert (
        body["messages"][0]["role"] == "developer"
        and body["temperature"] == 0
        and body["stream"] is True
    )


def test_an_addon_joins_without_another_edit(rig, tmp_path):
    folder = tmp_path / "board" / "addons"
    folder.mkdir(parents=True)
    (folder / "greet.py").write_text(
        "from tools.registry import tool\n\n\n"
        '@tool("greet", "Greet somebody.", {"name": {"type": "string"}}, required=("name",))\n'
        'def greet(ctx, name):\n    return "OK: hello " + name\n'
    )
    (folder / "broken.py").write_text("this is not python\n")
    board, model = rig(calls(("greet", {"name": "Ann"})), text("Greeted."))
    assert board.ask("greet Ann") == ("Greeted.", None)
    assert model.bodies[1]["messages"][-1]["content"] == "OK: hello Ann"
    assert "greet" in [tool["function"]["name"] for tool in model.bodies[0]["tools"]]
    assert "broken.py" in board.greeting[0]


def test_a_restart_by_the_model_comes_after_its_reply(rig):
    board, model = rig(calls(("restart", {})), text("Restarting now."), text("Back again."))
    board.send("AT+CLAW=ask,restart please")
    assert json.loads(board.line()[6:]) == "Restarting now."
    assert board.line() == "OK"
    assert board.line().startswith("Pinpilot ")
    assert board.ask("back?") == ("Back again.", None)
    assert len(board.history()) == 6
