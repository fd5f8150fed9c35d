"""One request to the model: streamed out, its reply streamed in.

A module of its own, and with it most of what it imports, is let go between requests.
"""

import asyncio

import jsontext
from llm.body import Body, Chain
from llm.endpoint import chat_url
from llm.errors import LlmError, ProtocolError
from llm.fold import Folder
from llm.reply import Reader
from micropython import const
from net.error import HttpError
from net.http import request

_READ_BYTES = const(256)
_TOTAL_FACTOR = const(5)  # a whole reply may take so many times the longest silence
_TOOL_FIELDS = ("tool_choice", "parallel_tool_calls")  # refused in a request without tools
_END_SILENCE_MS = const(1000)  # for usage and the end mark, once the answer is complete
_END_TOTAL_MS = const(3000)
_TOKEN_FIELDS = ("max_tokens", "max_completion_tokens")


class Request:
    """One request, sent as often as needed; sent and received count the bytes."""

    def __init__(self, config, messages, tools, sink):
        self.sent = 0
        self.received = 0
        self._config = config
        self._messages = messages
        self._tools = Chain(tools, b",")
        self._has_tools = self._tools.size() > 0
        self._sink = sink
        self._spoke = False
        self._url = _url(config)
        self._headers = _headers(config)

    async def send(self, token_field):
        """Tries once. Raises Refused, HttpError or ProtocolError."""
        folder = Folder(self._config["llm.reasoning"] == "echo")
        silence_ms = self._config["llm.timeout_s"] * 1000
        body = Body(self._segments(token_field))
        response = await request(
            "POST",
            self._url,
            self._headers,
            body,
            silence_ms,
            silence_ms * _TOTAL_FACTOR,
            verify=self._config["tls.verify"],
        )
        async with response:
            try:
                if not 200 <= response.status < 300:
                    from llm import refusal

                    raise await refusal.of_reply(response)
                await self._read(response, folder)
            finally:
                self.sent += response.sent
                self.received += response.received
        answer = folder.answer()
        answer.sent, answer.received = self.sent, self.received
        return answer

    async def announce(self, sentence):
        """Tells the user about a new try."""
        if self._spoke:
            sentence += " The answer starts over."
            self._spoke = False
        await self._sink.notice(sentence)

    async def _read(self, response, folder):
        kind = response.header("content-type") or ""
        is_stream = response.status != 204 and kind.lower().startswith("text/event-stream")
        reader = Reader(folder, not response.has_end, is_stream)
        view = memoryview(bytearray(_READ_BYTES))
        hurried = False
        try:
            while not reader.done:
                count = await response.readinto(view)
                if not count:
                    break
                for piece in reader.feed(view[:count]):
                    await self._say(piece)
                if folder.complete and not hurried and not reader.done:
                    hurried = True
                    response.hurry(_END_SILENCE_MS, _END_TOTAL_MS)
        except (HttpError, ProtocolError):
            if not folder.complete:  # what breaks after the end does not matter
                raise
        except asyncio.CancelledError:
            if (
                not hurried or folder.has_calls
            ):  # a stop is to hinder calls, not to take words back
                raise
        for piece in reader.end():
            await self._say(piece)

    async def _say(self, piece):
        self._spoke = True
        await self._sink.text(piece)

    def _segments(self, token_field):
        head = jsontext.dumps(self._fields(token_field))[:-1] + ',"messages":['
        segments = [head.encode(), Chain(self._messages, b",")]
        if self._has_tools:
            segments += (b'],"tools":[', self._tools)
        segments.append(b"]}")
        return segments

    def _fields(self, token_field):
        extra = self._config["llm.extra"]
        fields = {
            name: extra[name] for name in extra if self._has_tools or name not in _TOOL_FIELDS
        }
        fields["model"] = self._config["llm.model"]
        fields["stream"] = self._config["llm.stream"]
        if self._config["llm.max_tokens"]:
            for name in _TOKEN_FIELDS:  # both at once are refused by strict servers
                fields.pop(name, None)
            fields[token_field] = self._config["llm.max_tokens"]
        return fields


def _url(config):
    if not config["llm.url"]:
        raise LlmError(
            "No model server is set: /config llm.url URL, such as https://api.openai.com/v1."
        )
    if not config["llm.model"]:
        raise LlmError("No model is set: /config llm.model NAME.")
    return chat_url(config["llm.url"])


def _headers(config):
    headers = [
        ("Content-Type", "application/json"),
        ("Accept", "text/event-stream, application/json"),
    ]
    key = config["llm.key"]
    if key:
        headers.append(("Authorization", "Bearer " + key))
    return headers
