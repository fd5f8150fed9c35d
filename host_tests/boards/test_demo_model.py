"""The demo model: what it understands, what it says of results, and the protocol it speaks."""

import http.client
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from openai import BadRequestError, NotFoundError, OpenAI

UNIX = Path(__file__).resolve().parents[2] / "boards" / "unix"
sys.path.insert(0, str(UNIX))

import demo_language
import demo_model


def gpio(pin, action, **more):
    return ("gpio_control", dict(pin=pin, action=action, **more))


UNDERSTOOD = {
    "turn on the lamp": [gpio("lamp", "on")],
    "Turn on the lamp, please!": [gpio("lamp", "on")],
    "Pinpilot, could you please turn the lamp off?": [gpio("lamp", "off")],
    "turn gpio 5 on": [gpio(5, "on")],
    "turn on GPIO5": [gpio(5, "on")],
    "switch on the led on pin 2.": [gpio(2, "on")],
    "switch pin 4 off": [gpio(4, "off")],
    "set the relay to off": [gpio("relay", "off")],
    "toggle the relay": [gpio("relay", "toggle")],
    "flip pin number 18": [gpio(18, "toggle")],
    "is pin 4 high?": [gpio(4, "get")],
    "is the back door open?": [gpio("back door", "get")],
    "what's the level of pin 4": [gpio(4, "get")],
    "read gpio 4": [gpio(4, "get")],
    "set pin 5 to 1": [gpio(5, "set", level=1)],
    "set pin 5 low": [gpio(5, "set", level=0)],
    "pull the heater high": [gpio("heater", "set", level=1)],
    "read the voltage on pin 34": [("adc_read", {"pin": 34})],
    "What is the voltage of pin 34?": [("adc_read", {"pin": 34})],
    "what time is it?": [("get_current_time", {})],
    "What’s the time?": [("get_current_time", {})],
    "write hello to notes.txt": [("write_file", {"path": "/data/notes.txt", "content": "hello"})],
    'save "Hello and good bye" in notes/a.md': [
        ("write_file", {"path": "/data/notes/a.md", "content": "Hello and good bye"})
    ],
    "read notes.txt": [("read_file", {"path": "/data/notes.txt"})],
    "show me the file notes.txt": [("read_file", {"path": "/data/notes.txt"})],
    "what is in /rom/docs/gpio.md?": [("read_file", {"path": "/rom/docs/gpio.md"})],
    "list my files": [("list_dir", {"path": "/data/"})],
    "delete notes.txt": [("delete_file", {"path": "/data/notes.txt"})],
    "restart": [("restart", {})],
    "which board is this?": [("board_info", {})],
    "how much memory is free?": [("get_system_info", {})],
    "turn on pin 4 and turn off pin 5": [gpio(4, "on"), gpio(5, "off")],
    "turn on the lamp, the fan and pin 5": [gpio("lamp", "on"), gpio("fan", "on"), gpio(5, "on")],
    "turn on pin 4, then read notes.txt": [
        gpio(4, "on"),
        ("read_file", {"path": "/data/notes.txt"}),
    ],
    "turn on pin 4 and toggle it": [gpio(4, "on"), gpio(4, "toggle")],
    "turn it off again": [gpio("lamp", "off")],
    "write a to a.txt and write b to b.txt": [
        ("write_file", {"path": "/data/a.txt", "content": "a"}),
        ("write_file", {"path": "/data/b.txt", "content": "b"}),
    ],
}
NOT_UNDERSTOOD = ("", "hello", "why is the sky blue?", "turn on pin 4 and sing", "lamp", "thanks")


@pytest.mark.parametrize("text", UNDERSTOOD)
def test_sentence(text):
    assert demo_language.understand(text, last_pin="lamp") == UNDERSTOOD[text]


@pytest.mark.parametrize("text", NOT_UNDERSTOOD)
def test_no_sentence(text):
    assert demo_language.understand(text) == []


def test_every_example_works():
    for example, _, tool, _ in demo_language.SENTENCES:
        if example:
            assert [call[0] for call in demo_language.understand(example)] == [tool], example


@pytest.mark.parametrize(
    "tool, arguments, result, sentence",
    (
        ("gpio_control", {"pin": 18}, "OK: gpio 18 action=on level=1",
         "GPIO 18 is now on, level 1."),
        ("gpio_control", {"pin": "relay"}, "OK: gpio 4 action=on level=0",
         "The relay (GPIO 4) is now on, level 0."),
        ("gpio_control", {"pin": 4}, "OK: gpio 4 action=get level=0", "GPIO 4 is low, level 0."),
        ("gpio_control", {"pin": 5}, "OK: gpio 5 action=toggle level=1 (strapping pin: boot)",
         "GPIO 5 is now high, level 1. Mind: strapping pin: boot."),
        ("gpio_control", {"pin": 6}, "Error: gpio 6 is reserved (flash)",
         "That did not work: gpio 6 is reserved (flash)."),
        ("get_current_time", {}, "2026-11-30 20:43:08 UTC (Monday), epoch=1796071388",
         "It is 2026-11-30 20:43:08 UTC (Monday)."),
        ("read_file", {"path": "/data/a"}, "two\nlines", "/data/a:\ntwo\nlines"),
        ("write_file", {"path": "/data/a"}, "OK: wrote 5 bytes", "Wrote 5 bytes"),
    ),
)  # fmt: skip
def test_result(tool, arguments, result, sentence):
    assert demo_language.worded(tool, arguments, result) == sentence


def test_unknown_name_gets_a_hint():
    told = demo_language.worded(
        "gpio_control", {"pin": "lamp"}, "Error: missing or invalid 'pin' field"
    )
    assert "gpio.names" in told


# The protocol, spoken by the client that everybody uses.


@pytest.fixture(scope="module")
def server():
    demo_model.WORD_PAUSE_S = 0
    with demo_model.Server() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def client(server):
    return OpenAI(base_url=server.url, api_key="none", max_retries=0)


def offer(*names):
    return [{"type": "function", "function": {"name": name}} for name in names]


def user(text):
    return {"role": "user", "content": text}


ALL = offer("gpio_control", "read_file", "get_current_time")


def ask(client, messages, stream, tools=ALL):
    """Returns (text, [(id, name, arguments)], finish reason) of one request, streamed or not."""
    done = client.chat.completions.create(
        model="demo", messages=messages, stream=stream, **({"tools": tools} if tools else {})
    )
    if not stream:
        message = done.choices[0].message
        calls = [(c.id, c.function.name, c.function.arguments) for c in message.tool_calls or ()]
        return message.content, calls, done.choices[0].finish_reason
    text, calls, finish = "", [], None
    for chunk in done:
        finish = chunk.choices[0].finish_reason or finish
        text += chunk.choices[0].delta.content or ""
        for call in chunk.choices[0].delta.tool_calls or ():
            if call.id:
                calls.append([call.id, call.function.name, ""])
            calls[call.index][2] += call.function.arguments
    return text or None, [tuple(call) for call in calls], finish


@pytest.mark.parametrize("stream", (False, True))
def test_a_turn_with_two_calls(client, stream):
    messages = [user("turn on the lamp and read größe.txt")]
    text, calls, finish = ask(client, messages, stream)
    assert (text, finish) == (None, "tool_calls")
    assert [(name, json.loads(arguments)) for _, name, arguments in calls] == [
        gpio("lamp", "on"),
        ("read_file", {"path": "/data/größe.txt"}),
    ]
    assert len({key for key, _, _ in calls}) == 2
    messages.append(
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": key, "type": "function", "function": {"name": name, "arguments": arguments}}
                for key, name, arguments in calls
            ],
        }
    )
    results = ("OK: gpio 5 action=on level=1", "Error: no such file")
    for (key, _, _), result in zip(calls, results):
        messages.append({"role": "tool", "tool_call_id": key, "content": result})
    text, calls, finish = ask(client, messages, stream)
    assert calls == [] and finish == "stop"
    assert text.startswith(demo_model.INTRODUCTION)
    assert "The lamp (GPIO 5) is now on, level 1.\nThat did not work: no such file." in text
    messages += [{"role": "assistant", "content": text}, user("is it on?")]
    assert [json.loads(call[2]) for call in ask(client, messages, stream)[1]] == [
        {"pin": "lamp", "action": "get"}
    ]


@pytest.mark.parametrize("stream", (False, True))
def test_only_offered_tools_are_called(client, stream):
    for tools in (None, offer("get_current_time")):
        text, calls, finish = ask(client, [user("turn on gpio 5")], stream, tools)
        assert calls == [] and finish == "stop" and "gpio_control" in text


def test_a_hidden_tool_is_named_with_its_group(client):
    text, _, _ = ask(client, [user("read the voltage on pin 34")], False)
    assert "adc_read" in text and '/config tools.groups ["analog"]' in text


def test_examples_are_those_of_the_offered_tools(client):
    text, _, _ = ask(client, [user("what can you do?")], True)
    assert "turn on gpio 5" in text and "- read notes.txt" in text and "voltage" not in text
    later = [user("hi"), {"role": "assistant", "content": "Hello!"}, user("sing a song")]
    text, _, _ = ask(client, later, True)
    assert text.startswith(demo_language.PUZZLED) and demo_model.INTRODUCTION not in text


def test_usage_comes_when_asked_for(client):
    chunks = client.chat.completions.create(
        model="demo", messages=[user("hi")], stream=True, stream_options={"include_usage": True}
    )
    assert [chunk.usage.total_tokens > 0 for chunk in chunks if chunk.usage] == [True]


def test_models(client):
    assert [model.id for model in client.models.list()] == ["demo"]


def test_faults_are_answered(client, server):
    with pytest.raises(BadRequestError, match="not a Chat Completions request"):
        client.chat.completions.create(model="demo", messages="text")
    with pytest.raises(NotFoundError):
        client.embeddings.create(model="demo", input="x")
    for headers, status in (({}, 400), ({"Content-Length": str(10**9)}, 413)):
        line = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
        line.request("POST", "/v1/chat/completions", body=b"{", headers=headers)
        assert line.getresponse().status == status
        line.close()


def test_command_line():
    command = [sys.executable, str(UNIX / "demo_model.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            url = process.stdout.readline().strip()
            client = OpenAI(base_url=url, api_key="none", max_retries=0)
            assert [model.id for model in client.models.list()] == ["demo"]
        finally:
            process.kill()
