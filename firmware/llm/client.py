"""Asks the model, and asks again where that helps."""

import asyncio

from forget import forget
from llm.errors import LlmError, ProtocolError, Refused
from net.error import HttpError

# What only a request needs: about 50 KB of heap where the code lies in files, 20 in a ROMFS.
_OF_A_REQUEST = (
    "llm.request",
    "llm.retry",
    "llm.refusal",
    "llm.reply",
    "llm.fold",
    "llm.calls",
    "llm.think",
    "llm.long",
    "llm.endpoint",
    "net.sse",
    "net.http",
    "net.response",
    "net.connection",
    "net.causes",
    "net.tls",
)


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
        from llm.request import Request

        asking = Request(self._config, messages, tools, sink)
        try:
            return await self._ask(asking)
        except LlmError as error:
            error.sent, error.received = asking.sent, asking.received
            raise
        finally:
            forget(*_OF_A_REQUEST)

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


def _other(field):
    return "max_completion_tokens" if field == "max_tokens" else "max_tokens"


def _sentence(failure, tries):
    tried = f", tried {tries} times" if tries > 1 else ""
    advice = "; " + failure.advice if failure.advice else ""
    return _capital(failure.cause) + tried + advice + "."


def _capital(text):
    return text[:1].upper() + text[1:]
