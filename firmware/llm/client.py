"""Asks the model: a request streamed out, a reply streamed in, tried again where that helps."""

import asyncio

import jsontext
from llm.body import Body, Chain
from llm.errors import LlmError, ProtocolError, Refused
from llm.fold import Folder
from llm.reply import Reader
from micropython import const
from net.http import HttpError, request

_READ_BYTES = const(256)
_TOTAL_FACTOR = const(5)  # a whole reply may take so many times the longest silence
_TOOL_FIELDS = ("tool_choice", "parallel_tool_calls")  # refused in a request without tools
_END_SILENCE_MS = const(1000)  # for usage and the end mark, once the answer is complete
_END_TOTAL_MS = const(3000)
_TOKEN_FIELDS = ("max_tokens", "max_completion_tokens")


class Client:
    """Asks the model that the settings name, which are read anew for each request.

    sleep_ms: async function that waits between tries
    """

    def __init__(self, config, sleep_ms=asyncio.sleep_ms):
        self._config = config
        self._sleep_ms = sleep_ms
        self._swapped = None  # the llm.token_field that the server refused

    async def ask(self, messages, tools, sink):
        """Sends the conversation and returns the model's Answer.

        messages, tools: lists of segments (llm.body), each of one or more JSON objects
        sink: object with `async text(piece)`, which gets what the model says as it arrives, and
        `async notice(sentence)`, which is told before a new try; the answer then starts over

        Raises LlmError with a sentence for the user.
        """
        asking = _Request(self._config, messages, tools, sink)
        try:
            return await self._ask(asking)
        except LlmError as error:
            error.sent, error.received = asking.sent, asking.received
            raise

    async def _ask(self, asking):
        retries = self._config["llm.retries"]
        tries = 0
        may_swap = True
        while True:
            field = self._token_field()
            try:
                return await asking.send(field)
            except Refused as error:
                failure = error
                if may_swap and self._swaps(error, field):
                    may_swap = False
                    continue
            except HttpError as error:
                failure = Refused(error.cause, error.advice, error.retry)
            except ProtocolError as error:
                failure = Refused(str(error), "ask again", True)
            tries += 1
            if not failure.retry or tries > retries:
                raise LlmError(_sentence(failure, tries))
            await self._wait(failure, tries, retries, asking)

    async def _wait(self, failure, tries, retries, asking):
        from llm import retry

        wait_ms = retry.wait_ms(tries, failure.wait_ms)
        cause = _capital(failure.cause)
        wait_s = (wait_ms + 999) // 1000
        again = f"{cause}: waiting {wait_s} s, then trying again ({tries} of {retries})."
        await asking.announce(again)
        await self._sleep_ms(wait_ms)

    def _token_field(self):
        field = self._config["llm.token_field"]
        return _other(field) if field == self._swapped else field

    def _swaps(self, refused, field):
        """Takes the other token field from now on if a refusal asks for it; returns whether."""
        if refused.status != 400 or not self._config["llm.max_tokens"]:
            return False
        from llm import refusal

        if not refusal.asks_for(refused, _other(field), field):
            return False
        setting = self._config["llm.token_field"]
        self._swapped = None if setting == self._swapped else setting
        return True


class _Request:
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
    from llm.endpoint import chat_url

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


def _other(field):
    return _TOKEN_FIELDS[1] if field == _TOKEN_FIELDS[0] else _TOKEN_FIELDS[0]


def _sentence(failure, tries):
    tried = f", tried {tries} times" if tries > 1 else ""
    advice = "; " + failure.advice if failure.advice else ""
    return _capital(failure.cause) + tried + advice + "."


def _capital(text):
    return text[:1].upper() + text[1:]
