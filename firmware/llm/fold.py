"""Folds the chunks of a Chat Completions reply, streamed or whole, into one Answer; does no I/O.

    folder = Folder()
    for shown in folder.add(chunk): # for each parsed chunk: the text that may be shown now
        ...
    shown = folder.end()            # what was held back
    answer = folder.answer()

Servers differ in more than the specification allows; the tests list what is accepted.
"""

import jsontext
from llm.answer import Answer
from llm.calls import Calls
from llm.gather import Gather
from llm.think import ThinkFilter
from micropython import const

_TEXT_LIMIT = const(8192)
_CUT_NOTE = "\n[cut: {} bytes in all]"
_USAGE_FIELDS = ("prompt_tokens", "completion_tokens", "total_tokens")


class Folder:
    """The answer as far as it has come.

    keep_reasoning: whether what a model thinks in a field of its own (`reasoning_content`) is kept
    to be echoed
    complete: whether the server said that the answer has ended
    """

    def __init__(self, keep_reasoning=False):
        self.complete = False
        self._text = Gather(_TEXT_LIMIT)
        self._think = ThinkFilter()
        self._half = ""  # a high surrogate whose other half comes with the next chunk
        self._calls = Calls()
        self._reasoning = Gather(_TEXT_LIMIT) if keep_reasoning else None
        self._finish = ""
        self._usage = None
        self._field = None  # "delta" or "message": some servers repeat all of one in the other

    def add(self, chunk):
        """Folds one chunk (a dict) and yields the text (str) that it adds for the user."""
        self._note_usage(chunk)
        choice = first(chunk)
        finish = choice.get("finish_reason")
        if finish and isinstance(finish, str):
            self._finish = finish
            self.complete = True
        for field in ("delta", "message"):
            delta = choice.get(field)
            if isinstance(delta, dict) and self._field in (None, field):
                if delta.get("content") or delta.get("tool_calls"):
                    self._field = field
                self._add_calls(delta)
                for text in _texts(delta, ("content", "refusal")):
                    shown = self._add_text(text)
                    if shown:
                        yield shown

    @property
    def has_calls(self):
        """Whether the answer calls tools, as far as it has come."""
        return len(self._calls) > 0

    def end(self):
        """Returns the text that was held back; call it once, after the last chunk."""
        text, self._half = self._half, ""
        shown = self._think.feed(jsontext.repair(text)) if text else ""
        # Thoughts that never end are shown only when the reply would be blank without them.
        if not (self._think.inside and len(self._calls)):
            shown += self._think.end()
        self._text.add(shown)
        return shown

    def answer(self):
        """Returns the Answer."""
        if self._text.cut:
            self._text.append(_CUT_NOTE.format(self._text.total_bytes))
        calls, bad, cut = self._calls.result()
        finish = self._finish or "stop"
        if finish == "length":
            cut = bad
        elif calls:
            finish = "tool_calls"
        elif finish == "tool_calls":
            finish = "stop"
        reasoning = self._reasoning.text() if calls and self._reasoning else ""
        return Answer(self._text, calls, bad, cut, finish, reasoning, self._usage)

    def _add_calls(self, delta):
        calls = delta.get("tool_calls")
        if isinstance(calls, list):
            for piece in calls:
                self._calls.add(piece)
        if self._reasoning is not None:
            field = "reasoning_content" if delta.get("reasoning_content") else "reasoning"
            for text in _texts(delta, (field,)):
                self._reasoning.add(text)

    def _add_text(self, text):
        text = self._half + text
        self._half = ""
        if text and 0xD800 <= ord(text[-1]) < 0xDC00:
            text, self._half = text[:-1], text[-1]
        shown = self._think.feed(jsontext.repair(text)) if text else ""
        self._text.add(shown)
        return shown

    def _note_usage(self, chunk):
        usage = chunk.get("usage")
        if not usage and isinstance(chunk.get("x_groq"), dict):
            usage = chunk["x_groq"].get("usage")
        if usage and isinstance(usage, dict):
            counts = {name: usage.get(name) for name in _USAGE_FIELDS}
            self._usage = {name: counts[name] for name in counts if isinstance(counts[name], int)}


def first(chunk):
    """The first choice of a chunk, a dict, empty if there is none: others are other answers."""
    choices = chunk.get("choices")
    if isinstance(choices, list):
        for choice in choices:
            if isinstance(choice, dict) and not choice.get("index"):
                return choice
    return {}


def _texts(delta, fields):
    """Yields the texts of fields, each a string, a LongText or a list of parts; others are left
    out.
    """
    for field in fields:
        content = delta.get(field)
        for part in content if isinstance(content, list) else (content,):
            if isinstance(part, dict) and part.get("type") != "thinking":
                part = part.get("text")
            pieces = getattr(part, "pieces", None)
            if pieces:
                yield from pieces()
            elif part and isinstance(part, str):
                yield part
