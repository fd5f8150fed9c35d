"""agent/loop.py with a scripted model and scripted tools."""

import asyncio
import json

from agent.bus import Bus, Message, QueueFull
from agent.loop import Agent
from agent.session import Sessions
from llm.errors import LlmError
from llm.gather import Gather

SETTINGS = {"agent.max_rounds": 3, "agent.max_calls": 2, "agent.history_kb": 32}


class Answer:
    """What llm.client returns, as far as the loop looks at it."""

    def __init__(self, text="", calls=()):
        self.said = Gather(8192)
        self.said.add(text)
        self.text = text
        self.calls = list(calls)
        self.cut_calls = ()
        self.finish = "stop"
        self.sent = 10
        self.received = 20

    def message(self):
        message = {"role": "assistant", "content": self.text}
        if self.calls:
            message["tool_calls"] = [
                {
                    "id": call[0],
                    "type": "function",
                    "function": {"name": call[1], "arguments": call[2]},
                }
                for call in self.calls
            ]
        return json.dumps(message).encode()


class Client:
    """Gives the scripted answers in turn; raises exceptions, awaits functions."""

    def __init__(self, script):
        self.script = list(script)
        self.asked = []

    async def ask(self, messages, tools, sink):
        self.asked.append((read(messages), len(tools)))
        step = self.script.pop(0)
        if callable(step):
            step = await step(sink)
        if isinstance(step, BaseException):
            raise step
        if step.text:
            await sink.text(step.text)
        return step


class Registry:
    """Answers `OK: n` for the n-th call, or always `OK: same` for the tool `same`."""

    def __init__(self):
        self.ran = []

    def visible(self):
        return [b"{}"]

    async def run(self, name, arguments):
        self.ran.append((name, arguments))
        if name == "hang":
            await asyncio.sleep(3600)
        return "OK: same" if name == "same" else "OK: {}".format(len(self.ran))


class Tools:
    """The context of tool calls."""


class Context:
    def system(self, session):
        return b'{"role":"system","content":"S"}'


class Reply:
    def __init__(self):
        self.said = ""
        self.ends = []
        self.ended = asyncio.Event()

    async def text(self, piece):
        self.said += piece

    async def notice(self, sentence):
        self.said += "[" + sentence + "]"

    async def end(self, sentence):
        self.ends.append((not sentence, sentence))
        self.ended.set()


def read(segments):
    """The messages as a strict server would read them."""
    text = b""
    for segment in segments:
        data = (
            segment
            if isinstance(segment, bytes)
            else b"".join(bytes(chunk) for chunk in segment.chunks())
        )
        if data:
            text += (b"," if text else b"") + data
    return json.loads(b"[" + text + b"]")


def check_history(messages):
    """Every call is answered by exactly one tool message, in order, right behind it."""
    owed = []
    for message in messages:
        if message["role"] == "tool":
            assert owed and owed.pop(0) == message["tool_call_id"], messages
        else:
            assert not owed, messages
            owed = [call["id"] for call in message.get("tool_calls", [])]
    assert not owed, messages


def rig(*script):
    client = Client(script)
    registry = Registry()
    sessions = Sessions(history_bytes=32768)
    services = {
        "config": SETTINGS,
        "registry": registry,
        "sessions": sessions,
        "context": Context(),
    }
    return Agent(services, client, Tools()), client, registry, sessions


async def turn(agent, text="hi"):
    reply = Reply()
    await agent.turn(Message("serial:0", text, reply))
    assert len(reply.ends) == 1, reply.ends
    return reply


def stored(sessions):
    messages = read(sessions.open("serial:0").segments())
    check_history(messages)
    return messages


async def test_an_answer_without_calls():
    agent, client, _, sessions = rig(Answer("Hello."))
    reply = await turn(agent)
    assert (reply.said, reply.ends) == ("Hello.", [(True, "")])
    assert [message["role"] for message in client.asked[0][0]] == ["system", "user"]
    assert [message["content"] for message in stored(sessions)] == ["hi", "Hello."]


async def test_calls_are_run_and_answered():
    calls = [("a1", "x", "{}"), ("a2", "y", '{"pin": 5}')]
    agent, client, registry, sessions = rig(Answer("On it.", calls), Answer("Done."))
    reply = await turn(agent)
    assert reply.said == "On it.\nDone.", reply.said
    assert registry.ran == [("x", "{}"), ("y", '{"pin": 5}')]
    roles = [message["role"] for message in client.asked[1][0]]
    assert roles == ["system", "user", "assistant", "tool", "tool"], roles
    assert [m["content"] for m in stored(sessions) if m["role"] == "tool"] == ["OK: 1", "OK: 2"]


async def test_the_next_turn_sees_the_last_one():
    agent, client, _, _ = rig(Answer("One."), Answer("Two."))
    await turn(agent, "first")
    await turn(agent, "second")
    assert [m["content"] for m in client.asked[1][0]] == ["S", "first", "One.", "second"]


async def test_calls_over_the_cap_are_answered_not_run():
    calls = [("c{}".format(i), "x", "{}") for i in range(4)]
    agent, _, registry, sessions = rig(Answer("", calls), Answer("Done."))
    await turn(agent)
    assert len(registry.ran) == 2
    results = [m["content"] for m in stored(sessions) if m["role"] == "tool"]
    assert len(results) == 4 and "not run" in results[2] and "not run" in results[3], results


async def test_at_the_round_cap_one_request_without_tools():
    script = [Answer("", [("c", "x", "{}")]) for _ in range(3)] + [Answer("That is all.")]
    agent, client, _, sessions = rig(*script)
    reply = await turn(agent)
    assert [tools for _, tools in client.asked] == [1, 1, 1, 0]
    assert reply.said == "That is all." and reply.ends == [(True, "")]
    assert stored(sessions)[-1]["content"] == "That is all."


async def test_calls_in_the_last_request_are_not_run():
    script = [Answer("", [("c", "x", "{}")]) for _ in range(4)]
    agent, _, registry, sessions = rig(*script)
    reply = await turn(agent)
    assert len(registry.ran) == 3
    assert reply.ends[0][0] is False and "agent.max_rounds" in reply.ends[0][1], reply.ends
    assert stored(sessions)[-1]["role"] == "assistant"


async def test_the_same_call_and_result_three_times_stops_the_loop():
    SETTINGS["agent.max_rounds"] = 10
    try:
        script = [Answer("", [("c", "same", "{}")]) for _ in range(3)] + [Answer("I give up.")]
        agent, client, registry, sessions = rig(*script)
        reply = await turn(agent)
        assert len(registry.ran) == 3 and client.asked[-1][1] == 0
        assert reply.said == "I give up."
        # Alternating calls are a blinking lamp, not a loop.
        script = [Answer("", [("c", ("same", "other")[i % 2], "{}")]) for i in range(8)] + [
            Answer("Blinked.")
        ]
        agent, _, registry, _ = rig(*script)
        await turn(agent)
        assert len(registry.ran) == 8
    finally:
        SETTINGS["agent.max_rounds"] = 3


async def test_a_failure_before_any_tool_leaves_no_trace():
    agent, _, _, sessions = rig(LlmError("The server is gone; check llm.url."), Answer("Hi."))
    reply = await turn(agent, "first")
    assert reply.ends == [(False, "The server is gone; check llm.url.")]
    assert stored(sessions) == []
    await turn(agent, "again")
    assert [m["content"] for m in stored(sessions)] == ["again", "Hi."]


async def test_a_failure_after_a_tool_is_remembered():
    agent, _, _, sessions = rig(Answer("", [("c", "x", "{}")]), LlmError("Gone."))
    reply = await turn(agent)
    assert reply.ends == [(False, "Gone.")]
    assert [m["role"] for m in stored(sessions)] == ["user", "assistant", "tool", "assistant"]
    assert stored(sessions)[-1]["content"] == "(Gone.)"


async def test_an_empty_answer_says_what_to_do():
    agent, _, _, sessions = rig(Answer(""))
    reply = await turn(agent)
    assert reply.ends[0][0] is False and "llm.model" in reply.ends[0][1]
    assert stored(sessions) == []


async def test_memory_and_flash_errors_end_in_a_sentence():
    for fault, word in ((MemoryError(), "memory"), (OSError(28), "file")):
        agent, _, _, _ = rig(fault)
        reply = await turn(agent)
        assert reply.ends[0][0] is False and word in reply.ends[0][1], reply.ends


async def test_stop_in_the_middle_of_a_request_and_of_a_tool():
    async def hang(sink):
        await sink.text("Let me")
        await asyncio.sleep(3600)

    for first in (hang, Answer("", [("c1", "x", "{}"), ("c2", "hang", "{}")])):
        agent, _, registry, sessions = rig(first, Answer("Fine."))
        sessions.clear_all()
        bus = Bus(agent)
        task = asyncio.create_task(bus.run())
        one, two = Reply(), Reply()
        assert bus.post(Message("serial:0", "one", one)) == 0
        await asyncio.sleep_ms(5)
        assert bus.post(Message("serial:0", "two", two)) == 1
        assert bus.stop() and bus.stop()
        await two.ended.wait()
        await bus.idle()
        assert one.ends == [(False, "Stopped.")], one.ends
        assert two.ends == [(True, "")] and two.said == "Fine."
        assert not bus.stop()
        kept = [m["content"] for m in stored(sessions)]
        if first is hang:
            assert kept == ["two", "Fine."], kept
        else:
            assert (
                kept[0] == "one" and kept[-3] == "(Stopped.)" and kept[-2:] == ["two", "Fine."]
            ), kept
        task.cancel()


async def test_a_reply_that_fails_does_not_end_the_bus():
    class Gone(Reply):
        async def text(self, piece):
            raise ValueError("the terminal is gone")

        async def end(self, sentence):
            raise ValueError("the terminal is gone")

    agent, _, _, sessions = rig(Answer("", [("c", "x", "{}")]), Answer("One."), Answer("Two."))
    bus = Bus(agent)
    task = asyncio.create_task(bus.run())
    reply = Reply()
    bus.post(Message("serial:0", "first", Gone()))
    bus.post(Message("serial:0", "second", reply))
    await reply.ended.wait()
    assert reply.ends == [(True, "")], reply.ends
    kept = [m["content"] for m in stored(sessions)]
    assert kept[:3] == ["first", "", "OK: 1"] and kept[-2:] == ["second", "Two."], kept
    task.cancel()


async def test_the_queue_is_bounded_and_a_bug_does_not_end_the_bus():
    async def bug(sink):
        return KeyError("oops")

    agent, _, _, _ = rig(bug, *[Answer("{}".format(i)) for i in range(8)])
    bus = Bus(agent)
    replies = [Reply() for _ in range(9)]
    for reply in replies[:8]:
        bus.post(Message("serial:0", "x", reply))
    try:
        bus.post(Message("serial:0", "x", replies[8]))
        assert False, "the ninth message was taken"
    except QueueFull:
        pass
    task = asyncio.create_task(bus.run())
    await bus.idle()
    assert [len(reply.ends) for reply in replies] == [1] * 8 + [0]
    assert replies[0].ends[0][0] is False and "KeyError" in replies[0].ends[0][1]
    task.cancel()


async def test_a_conversation_that_cannot_be_opened_is_told():
    agent, client, _, sessions = rig(Answer("Hi."))

    def broken(key):
        raise OSError(5)

    sessions.open = broken
    reply = await turn(agent)
    assert reply.ends[0][0] is False and "read" in reply.ends[0][1], reply.ends
    assert client.asked == []


async def test_an_answer_that_was_cut_says_so():
    answer = Answer("Half of")
    answer.finish = "length"
    agent, _, _, sessions = rig(answer)
    reply = await turn(agent)
    assert reply.ends == [(True, "")] and "llm.max_tokens" in reply.said, reply.said
    assert stored(sessions)[-1]["content"] == "Half of"
    nothing = Answer("")
    nothing.finish = "content_filter"
    agent, _, _, _ = rig(nothing)
    assert "withheld" in (await turn(agent)).ends[0][1]


async def test_a_stopped_tool_is_not_called_unrun():
    agent, _, _, sessions = rig(Answer("", [("c1", "hang", "{}"), ("c2", "x", "{}")]))
    bus = Bus(agent)
    task = asyncio.create_task(bus.run())
    reply = Reply()
    bus.post(Message("serial:0", "go", reply))
    await asyncio.sleep_ms(5)
    assert bus.stop()
    await reply.ended.wait()
    await bus.idle()
    results = [m["content"] for m in stored(sessions) if m["role"] == "tool"]
    assert "not known" in results[0] and "not run" in results[1], results
    task.cancel()


async def test_a_long_message_is_cut_with_a_note():
    agent, _, _, sessions = rig(Answer("Long."))
    await turn(agent, "\u00fc" * 6000)
    content = stored(sessions)[0]["content"]
    assert len(content.encode()) <= 8192 and content.endswith("of 12000 bytes]"), content[-40:]
