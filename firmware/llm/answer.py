"""What the model answered to one request."""

import os

import jsontext
from micropython import const

_ID_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_ID_LENGTH = const(9)  # Mistral takes exactly nine letters and digits; others take them too
_RAW_LIMIT = const(1000)  # of arguments that are no JSON, enough for the model to see what it did


class Answer:
    """One answer, whole.

    said       what the model said to the user (Gather), at most 8 KB and a note when it was longer
    calls      list of (id, name, arguments): arguments are the text of a JSON object, or what the
               model sent instead of one
    bad_calls  ids of calls whose arguments are no JSON object
    cut_calls  those of them that are incomplete because the answer ran into a limit
    finish     why it ended: "stop", "tool_calls", "length", "content_filter", …
    reasoning  what it thought aloud, when llm.reasoning asks to echo it; else ""
    usage      {"prompt_tokens": …, "completion_tokens": …, "total_tokens": …} or None
    sent, received   bytes on the wire, over all tries that got a reply
    """

    def __init__(self, said, calls, bad_calls, cut_calls, finish, reasoning="", usage=None):
        self.said = said
        self.calls = calls
        self.bad_calls = bad_calls
        self.cut_calls = cut_calls
        self.finish = finish
        self.reasoning = reasoning
        self.usage = usage
        self.sent = 0
        self.received = 0

    @property
    def text(self):
        """What the model said, as one str."""
        return self.said.text()

    def message(self):
        """Yields the assistant message as one line of JSON, to be stored and sent again: bytes.

        Arguments that are no JSON object are wrapped in one: providers refuse a history with bad
        ones.
        """
        yield b'{"role":"assistant","content":'
        if self.calls and not self.said.total_bytes:
            yield b"null"  # some providers refuse an empty string beside calls
        else:
            yield from self.said.quoted()
        if self.reasoning:
            yield b',"reasoning_content":'
            yield jsontext.quote(self.reasoning)
        start = b',"tool_calls":['
        for call_id, name, arguments in self.calls:
            if call_id in self.bad_calls:
                arguments = jsontext.dumps({"invalid_json": arguments[:_RAW_LIMIT]})
            yield start + b'{"id":' + jsontext.quote(call_id) + b',"type":"function","function":'
            yield b'{"name":' + jsontext.quote(name) + b',"arguments":'
            yield from jsontext.quoted(arguments)
            yield b"}}"
            start = b","
        yield b"]}" if self.calls else b"}"


def new_id():
    """Returns a fresh call id."""
    return "".join(_ID_CHARS[byte % len(_ID_CHARS)] for byte in os.urandom(_ID_LENGTH))
