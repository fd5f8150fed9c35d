"""The client against a scripted server on the loopback, without waiting.

Long, because all of it shares that server.
"""

import asyncio
import json
import os
import time

from llm.body import Chain
from llm.client import Client
from llm.errors import LlmError
from system import redact

SETTINGS = {
    "llm.url": "",
    "llm.key": "sk-TEST",
    "llm.model": "m",
    "llm.stream": True,
    "llm.timeout_s": 5,
    "llm.retries": 3,
    "llm.max_tokens": 0,
    "llm.token_field": "max_tokens",
    "llm.reasoning": "drop",
    "llm.extra": {},
    "tls.verify": True,
}

USER = b'{"role":"user","content":"Hi"}'
TOOL = b'{"type":"function","function":{"name":"t","description":"d"}}'


class Server:
    """Gives each connection the next of `replies` (bytes), the last one again and again.

    requests: (first line, headers with names in lower case, body) of each request
    received: bytes of all of them
    """

    def __init__(self, *replies):
        self.replies = list(replies)
        self.requests = []
        self.received = 0
        self.gone = asyncio.Event()  # set when a client has closed before the reply was out

    async def __aenter__(self):
        while True:
            port = 20000 + int.from_bytes(os.urandom(2), "big") % 40000
            try:
                self._server = await asyncio.start_server(self._serve, "127.0.0.1", port)
            except OSError:
                continue
            self.config = dict(SETTINGS)
            self.config["llm.url"] = "http://127.0.0.1:{}".format(port)
            return self

    async def __aexit__(self, *exc):
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader, writer):
        head = [await reader.readline()]
        while head[-1] != b"\r\n":
            head.append(await reader.readline())
        self.received += sum(len(line) for line in head)
        line = head[0].decode().strip()
        headers = {}
        for header in head[1:-1]:
            name, _, value = header.decode().strip().partition(": ")
            headers[name.lower()] = value
        body = await reader.readexactly(int(headers["content-length"]))
        self.received += len(body)
        self.requests.append((line, headers, body))
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if reply is None:  # never answers
            await reader.read(1)
            self.gone.set()
        else:
            await writer.awrite(reply)
        await writer.wait_closed()


class Sink:
    def __init__(self):
        self.pieces = []
        self.notices = []

    async def text(self, piece):
        self.pieces.append(piece)

    async def notice(self, sentence):
        self.notices.append(sentence)


class Sleeper:
    def __init__(self):
        self.waits = []

    async def __call__(self, wait_ms):
        self.waits.append(wait_ms)


def http(status, body=b"", *headers):
    lines = ["HTTP/1.1 {} Reason".format(status)] + list(headers)
    if not any(header.startswith("Content-Length") for header in headers):
        lines.append("Content-Length: {}".format(len(body)))
    return "\r\n".join(lines + ["", ""]).encode() + body


def events(*chunks):
    out = b""
    for chunk in chunks:
        text = chunk if isinstance(chunk, bytes) else json.dumps(chunk).encode()
        out += b"data: " + text + b"\n\n"
    return out


def say(content, finish=None):
    return {"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": finish}]}


def cut(data):
    """A good reply whose connection closes too early."""
    return http(200, data, "Content-Length: {}".format(len(data) + 9))


HELLO = http(200, events(say("Hel"), say("lo", "stop"), b"[DONE]"))


def asking(server, tools=(), messages=(USER,)):
    """Returns a client and a function that asks it and gives the answer and the sink."""
    sleeper = Sleeper()
    client = Client(server.config, sleeper)

    async def ask():
        sink = Sink()
        sink.waits = sleeper.waits
        sink.error = sink.answer = None
        try:
            sink.answer = await client.ask(list(messages), list(tools), sink)
        except LlmError as error:
            sink.error = error
        return sink

    return ask


async def test_a_request_and_its_answer():
    async with Server(HELLO) as server:
        history = Chain(
            [b'{"role":"user","content":"1"}', b'{"role":"assistant","content":"2"}'], b","
        )
        ask = asking(
            server, [TOOL, b"", TOOL], [b'{"role":"system","content":"s"}', history, USER]
        )
        sink = await ask()
        assert sink.answer.text == "Hello" and sink.pieces == ["Hel", "lo"] and not sink.notices
        line, headers, body = server.requests[0]
        assert line == "POST /v1/chat/completions HTTP/1.1"
        assert headers["authorization"] == "Bearer sk-TEST"
        assert headers["content-type"] == "application/json"
        assert json.loads(body) == {
            "model": "m",
            "stream": True,
            "messages": [
                {"role": "system", "content": "s"},
                {"role": "user", "content": "1"},
                {"role": "assistant", "content": "2"},
                {"role": "user", "content": "Hi"},
            ],
            "tools": [json.loads(TOOL)] * 2,
        }
        assert sink.answer.sent == server.received and sink.answer.received == len(HELLO)


async def test_without_key_and_tools():
    async with Server(HELLO) as server:
        server.config["llm.key"] = ""
        await asking(server)()
        _, headers, body = server.requests[0]
        assert "authorization" not in headers
        assert "tools" not in json.loads(body)


async def test_extra_fields():
    async with Server(HELLO) as server:
        server.config["llm.extra"] = {
            "temperature": 0.5,
            "model": "other",
            "stream": False,
            "tool_choice": "auto",
            "parallel_tool_calls": False,
            "max_completion_tokens": 1,
        }
        ask = asking(server)
        await ask()
        server.config["llm.max_tokens"] = 100
        await ask()
        fields = [json.loads(body) for _, _, body in server.requests]
        for sent in fields:
            assert sent["temperature"] == 0.5 and sent["model"] == "m" and sent["stream"] is True
            assert sent["messages"] == [json.loads(USER)] and "tools" not in sent
            assert "tool_choice" not in sent and "parallel_tool_calls" not in sent
        assert fields[0]["max_completion_tokens"] == 1
        # B54: never both.
        assert fields[1]["max_tokens"] == 100 and "max_completion_tokens" not in fields[1]
        for tools in ([b""], [Chain([b"", b""])]):
            await asking(server, tools)()
            assert "tool" not in server.requests[-1][2].decode()
        await asking(server, [TOOL])()
        sent = json.loads(server.requests[-1][2])
        assert sent["tool_choice"] == "auto" and sent["parallel_tool_calls"] is False


async def test_what_is_not_set_is_told():
    async with Server(HELLO) as server:
        for name, value, words in (
            ("llm.url", "", "No model server is set: /config llm.url URL"),
            ("llm.model", "", "No model is set: /config llm.model NAME."),
        ):
            kept = server.config[name]
            server.config[name] = value
            sink = await asking(server)()
            assert str(sink.error).startswith(words), str(sink.error)
            server.config[name] = kept
        assert not server.requests


async def test_a_server_that_does_not_stream():
    reply = {"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}]}
    async with Server(http(200, json.dumps(reply).encode())) as server:
        for stream in (True, False):
            server.config["llm.stream"] = stream
            sink = await asking(server)()
            assert sink.answer.text == "Hi" and sink.pieces == ["Hi"]
            assert json.loads(server.requests[-1][2])["stream"] is stream


async def test_reasoning_is_echoed_on_demand():
    delta = {"reasoning_content": "hm", "tool_calls": [{"id": "1", "function": {"name": "t"}}]}
    async with Server(http(200, events({"choices": [{"delta": delta}]}, b"[DONE]"))) as server:
        for setting, expected in (("drop", ""), ("echo", "hm")):
            server.config["llm.reasoning"] = setting
            assert (await asking(server)()).answer.reasoning == expected


async def test_an_answer_that_has_ended_is_whole():
    # B21 and its kin: what happens after the end does not matter.
    done = events(say("Hi"), say("", "stop"))
    for reply in (
        cut(done),
        cut(done + b"data: {"),
        cut(done + events(b"[DONE]")),
        http(200, done),
    ):
        async with Server(reply) as server:
            sink = await asking(server)()
            assert sink.answer and sink.answer.text == "Hi", str(sink.error)
            assert len(server.requests) == 1


# Replies that are tried again, and what is said about them.
PASSING = (
    (http(408), "The server waited too long for the request (408: Reason)"),
    (http(409), "The server did not accept the request (409: Reason)"),
    (
        http(429, b'{"error":{"message":"Slow down"}}'),
        "The server is asked too often (429: Slow down)",
    ),
    (http(500, b"oops"), "The server has trouble (500: oops)"),
    (http(529, b'{"detail":"Busy"}'), "The server has trouble (529: Busy)"),
    (http(200, b"", "Content-Type: text/event-stream"), "The reply broke off"),
    (http(200, b": ping\n\n"), "The reply broke off"),
    (http(200, events(say("H"))), "The reply broke off"),
    (b'HTTP/1.1 200 OK\r\n\r\n{"choices":[{"message', "The reply broke off"),
    (
        http(
            200,
            events(
                {"choices": [{"finish_reason": "error", "error": {"code": 502, "message": "Out"}}]}
            ),
        ),
        "The server has trouble (502: Out)",
    ),
    (
        http(200, events({"error": {"code": 503, "message": "Full"}})),
        "The server has trouble (503: Full)",
    ),
    (b"", "The server 127.0.0.1"),
    (cut(events(say("H"))), "The server 127.0.0.1"),
    (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ndat", "The server 127.0.0.1"),
)


async def test_what_may_pass_is_tried_again():
    for reply, cause in PASSING:
        async with Server(reply, reply, HELLO) as server:
            sink = await asking(server)()
            assert sink.answer and sink.answer.text == "Hello", (reply, str(sink.error))
            assert len(server.requests) == 3 and len(sink.notices) == 2, reply
            assert 750 <= sink.waits[0] <= 1250 and 1500 <= sink.waits[1] <= 2500, sink.waits
            for number in (1, 2):
                notice = sink.notices[number - 1]
                assert notice.startswith(cause), notice
                assert ", then trying again ({} of 3).".format(number) in notice, notice
            # What was shown before is void, and the user knows it.
            spoke = len(sink.pieces) > 2
            assert sink.notices[0].endswith("The answer starts over.") == spoke, sink.notices
            assert "".join(sink.pieces[-2:]) == "Hello"
            assert sink.answer.received == 2 * len(reply) + len(HELLO), reply
            if reply:  # tries without a reply are not counted
                assert sink.answer.sent == server.received, reply


async def test_it_gives_up_after_the_last_try():
    for reply, cause in PASSING:
        async with Server(reply) as server:
            server.config["llm.retries"] = 2
            sink = await asking(server)()
            assert len(server.requests) == 3 and len(sink.waits) == 2, reply
            sentence = str(sink.error)
            assert sentence.startswith(cause) and ", tried 3 times; " in sentence, sentence
            assert sink.error.received == 3 * len(reply), (reply, sink.error.received)
            if reply:  # tries without a reply are not counted
                assert sink.error.sent == server.received, reply
    async with Server(PASSING[0][0]) as server:
        server.config["llm.retries"] = 0
        sink = await asking(server)()
        assert len(server.requests) == 1 and not sink.notices
        assert str(sink.error) == (
            "The server waited too long for the request (408: Reason); ask again."
        )


# Refusals that another try cannot mend: the body, and the whole sentence.
LASTING = (
    (
        http(400, b'{"error":{"message":"Bad field"}}'),
        "The server did not accept the request (400: Bad field); check llm.model and llm.extra.",
    ),
    (
        http(400, b'{"error":{"code":"context_length_exceeded","message":"Long"}}'),
        "The server did not accept the request (400: Long); /new starts a shorter conversation.",
    ),
    (
        http(400, b'{"code":"data_inspection_failed","message":"No"}'),
        "The server did not accept the request (400: No); say it another way.",
    ),
    (
        http(401, b'{"error":"Wrong key"}'),
        "The server refused the key (401: Wrong key); set the right one (/config llm.key KEY).",
    ),
    (
        http(402, b'{"message":"Pay"}'),
        "The account has no credit left (402: Pay); top the account up at the provider, or set "
        "another key (/config llm.key KEY).",
    ),
    (
        http(429, b'{"error":{"type":"insufficient_quota","message":"Pay"}}'),
        "The server is asked too often (429: Pay); top the account up at the provider, or set "
        "another key (/config llm.key KEY).",
    ),
    (
        http(403, b"<html><title>No</title><body><b>entry</b></body></html>"),
        "The server refused access (403: No entry); check what the key and llm.model allow at the "
        "provider.",
    ),
    (
        http(404, b"404 page not found\n"),
        "The server knows no such address or model (404: 404 page not found); check llm.url and "
        "llm.model.",
    ),
    (
        http(413),
        "The request was too large for the server (413: Reason); /new starts a shorter "
        "conversation.",
    ),
    (
        http(422, b'{"detail":[{"loc":["body"],"msg":"Field required"}]}'),
        "The server did not accept the request (422: Field required); check llm.model and "
        "llm.extra.",
    ),
    (
        http(200, b"<!DOCTYPE html><title>Log in</title>"),
        "The server answered with a web page (Log in); check llm.url.",
    ),
    (
        http(403, b"[" * 2000 + b"\x1b[2J"),
        "The server refused access (403: " + "[" * 297 + "…); check what the key and llm.model "
        "allow at the provider.",
    ),
    (
        http(403, b'{"error":' * 200 + b'"x"' + b"}" * 200),
        "The server refused access (403: Reason); check what the key and llm.model allow at the "
        "provider.",
    ),
    (
        http(403, b"\x1b[31mNo\x07 \xc2\x9b1mentry\x7f"),
        "The server refused access (403: [31mNo 1mentry); check what the key and llm.model allow "
        "at the provider.",
    ),
    (http(200), "The server's reply is empty; check llm.url."),
    (http(204), "The server's reply is empty; check llm.url."),
    (http(200, b"OK\n"), "The server answered with plain text (OK); check llm.url."),
    (
        http(200, b'{"choices":[{"mess'),
        "A part of the server's reply is no JSON; check llm.url, or ask whoever runs the server.",
    ),
    (
        http(200, events(b'{"choices":[}', say("", "stop"), b"[DONE]")),
        "A part of the server's reply is no JSON; check llm.url, or ask whoever runs the server.",
    ),
    (
        http(200, events(say("", "error"))),
        "The server ended the answer with an error; ask again in a while.",
    ),
    (
        http(200, b"x", "Content-Encoding: gzip"),
        "The server {} sent a body in the encoding gzip, which was not asked for; ask "
        "whoever runs the server.",
    ),
    (
        http(200, b'{"models":[]}'),
        "The server's reply is not one of Chat Completions; check llm.url.",
    ),
    (
        http(200, events({"error": {"message": "No such model", "code": 404}})),
        "The server knows no such address or model (404: No such model); check llm.url and "
        "llm.model.",
    ),
)


async def test_what_cannot_pass_is_told_at_once():
    for reply, sentence in LASTING:
        async with Server(reply) as server:
            sink = await asking(server)()
            sentence = sentence.replace("{}", server.config["llm.url"][7:])
            assert str(sink.error) == sentence, (reply, str(sink.error))
            assert len(server.requests) == 1 and not sink.waits and not sink.notices
            assert sink.error.received == len(reply)
            assert sink.error.sent == server.received


async def test_error_bodies_are_short_and_hold_no_secret():
    redact.register(["sk-TEST"])
    try:
        for body in (
            json.dumps({"error": {"message": "Bad key sk-TEST: " + "x " * 3000}}).encode(),
            b"Bad key sk-TEST: " + b"x " * 300,
            b"<p>Bad key sk-TEST:</p>\n" + b"x " * 300,
        ):
            for reply in (http(401, body), cut(body).replace(b" 200 ", b" 401 ")):
                async with Server(reply) as server:
                    sentence = str((await asking(server)()).error)
                    assert "Bad key ***: x x" in sentence, sentence
                    assert len(sentence) < 420, len(sentence)
    finally:
        redact.register([])


async def test_the_servers_wait_is_honoured():
    for headers, wait_ms, shown in (
        (["Retry-After: 7"], 7000, "waiting 7 s,"),
        (["Retry-After: 0.5"], 500, "waiting 1 s,"),
        (["Retry-After: 3600"], 60000, "waiting 60 s,"),
        (["Retry-After: 99999999999999999999"], 60000, "waiting 60 s,"),
        (["Retry-After-Ms: 99999999999999999999"], 60000, "waiting 60 s,"),
        (["Retry-After: 9", "Retry-After-Ms: 20"], 20, "waiting 1 s,"),
        (
            ["Retry-After: Mon, 30 Nov 2026 12:00:07 GMT", "Date: Mon, 30 Nov 2026 12:00:00 GMT"],
            7000,
            "waiting 7 s,",
        ),
    ):
        async with Server(http(429, b"", *headers), HELLO) as server:
            sink = await asking(server)()
            assert sink.waits == [wait_ms] and shown in sink.notices[0], (headers, sink.notices)


UNSUPPORTED = {
    "error": {
        "message": "Unsupported parameter: 'max_tokens' is not supported with this model. "
        "Use 'max_completion_tokens' instead.",
        "param": "max_tokens",
        "code": "unsupported_parameter",
    }
}


async def test_the_token_field_is_swapped():
    # B54
    refusals = (
        UNSUPPORTED,
        {"error": {"code": "unsupported_parameter", "param": "max_tokens", "message": "No"}},
        {"message": "Extra inputs are not permitted: max_tokens"},
        {"message": "Set max_completion_tokens"},
    )
    for refusal in refusals:
        refused = http(400, json.dumps(refusal).encode())
        async with Server(refused, HELLO) as server:
            server.config["llm.max_tokens"] = 50
            ask = asking(server)
            for _ in range(2):  # once is enough: the next request has the right field at once
                sink = await ask()
                assert sink.answer.text == "Hello" and not sink.waits and not sink.notices
            server.config["llm.token_field"] = "max_completion_tokens"
            await ask()
            fields = [json.loads(body) for _, _, body in server.requests]
            assert len(fields) == 4
            for sent, has in zip(fields, (True, False, False, False)):
                assert ("max_tokens" in sent) == has and ("max_completion_tokens" in sent) != has


async def test_the_token_field_is_swapped_back():
    refused = http(400, json.dumps(UNSUPPORTED).encode())
    async with Server(refused, HELLO, refused, HELLO) as server:
        server.config["llm.max_tokens"] = 50
        ask = asking(server)
        await ask()
        assert (await ask()).answer.text == "Hello"  # another model may be behind the same URL
        fields = ["max_tokens" in json.loads(body) for _, _, body in server.requests]
        assert fields == [True, False, False, True], fields


async def test_the_token_field_is_swapped_only_once():
    async with Server(http(400, json.dumps(UNSUPPORTED).encode())) as server:
        server.config["llm.max_tokens"] = 50
        sink = await asking(server)()
        assert len(server.requests) == 2 and "400: Unsupported parameter" in str(sink.error)
        server.config["llm.max_tokens"] = 0
        await asking(server)()
        assert len(server.requests) == 3


async def test_other_refusals_do_not_swap():
    too_many = http(400, b'{"error":{"message":"max_tokens is too large: at most 4096"}}')
    async with Server(too_many) as server:
        server.config["llm.max_tokens"] = 50
        assert "too large" in str((await asking(server)()).error)
        assert len(server.requests) == 1


async def test_nobody_listens():
    async with Server(HELLO) as server:
        pass
    server.config["llm.retries"] = 1
    sink = await asking(server)()
    assert "refused the connection" in sink.notices[0] and "waiting" in sink.notices[0]
    assert sink.notices[0].startswith("The server 127.0.0.1:"), sink.notices
    assert "tried 2 times; check" in str(sink.error), str(sink.error)


async def test_a_file_that_changes_is_sent_anew():
    sizes = [8, 8, 2, 2]

    class Changing:
        def size(self):
            return sizes.pop(0)

        def chunks(self):
            yield b"{}"

    async with Server(HELLO) as server:
        sink = await asking(server, messages=[Changing()])()
        assert sink.answer.text == "Hello", str(sink.error)
        assert json.loads(server.requests[-1][2])["messages"] == [{}]
        assert sink.notices[0].startswith("A file shrank while it was being sent: waiting")


class Lingering(Server):
    """Keeps the connection open after the reply and says `more` every 300 ms."""

    more = b""

    async def _serve(self, reader, writer):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += await reader.readline()
        await reader.readexactly(int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0]))
        self.requests.append(head)
        await writer.awrite(self.replies[0])
        try:
            while self.more:
                await asyncio.sleep_ms(300)
                await writer.awrite(self.more)
            await reader.read(1)
        except OSError:
            pass
        self.gone.set()
        await writer.wait_closed()


OPEN = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"


async def test_the_end_mark_is_not_waited_for_long():
    usage = {"choices": [], "usage": {"total_tokens": 7}}
    for more, most_ms in ((b"", 1500), (b": ping\n\n", 3800)):
        async with Lingering(OPEN + events(say("Hi"), say("", "stop"), usage)) as server:
            server.more = more
            start = time.ticks_ms()
            sink = await asking(server)()
            took = time.ticks_diff(time.ticks_ms(), start)
            assert sink.answer and sink.answer.text == "Hi", str(sink.error)
            assert sink.answer.usage == {"total_tokens": 7} and not sink.notices
            assert 900 < took < most_ms, (more, took)
            await server.gone.wait()


async def test_a_stop_after_the_end_takes_back_calls_but_no_words():
    call = {"tool_calls": [{"index": 0, "id": "1", "function": {"name": "t"}}]}
    for delta, kept in (({"content": "Hi"}, True), (call, False)):
        last = {"choices": [{"delta": delta, "finish_reason": "stop"}]}
        async with Lingering(OPEN + events(last)) as server:
            task = asyncio.create_task(asking(server)())
            while not server.requests:
                await asyncio.sleep_ms(1)
            await asyncio.sleep_ms(100)
            task.cancel()
            try:
                sink = await task
                assert kept and sink.answer.text == "Hi", delta
            except asyncio.CancelledError:
                assert not kept
            await server.gone.wait()


async def test_a_request_is_cancelled_at_any_time():
    async with Server(None) as server:
        task = asyncio.create_task(asking(server)())
        while not server.requests:
            await asyncio.sleep_ms(0)
        start = time.ticks_ms()
        task.cancel()
        try:
            await task
            raise AssertionError("not cancelled")
        except asyncio.CancelledError:
            pass
        await server.gone.wait()  # the connection is closed, not left behind
        assert time.ticks_diff(time.ticks_ms(), start) < 1000


async def test_a_wait_is_cancelled():
    waiting = asyncio.Event()

    async def sleep_ms(wait_ms):
        waiting.set()
        await asyncio.sleep_ms(wait_ms)

    async with Server(http(429, b"", "Retry-After: 60")) as server:
        client = Client(server.config, sleep_ms)
        task = asyncio.create_task(client.ask([USER], [], Sink()))
        await waiting.wait()
        task.cancel()
        try:
            await task
            raise AssertionError("not cancelled")
        except asyncio.CancelledError:
            pass
        assert len(server.requests) == 1
