"""Reads the body of a good reply: an event stream, or JSON from a server that does not stream.

    reader = Reader(folder)
    for shown in reader.feed(view): ...     # for each piece of the body, until reader.done
    shown = reader.end()

Whatever the server calls it, the first character tells which of the two a body is.
"""

import json

import jsontext
from llm.errors import ProtocolError, Refused
from micropython import const
from net.sse import Events

_WHOLE_LIMIT = const(32 * 1024)  # a reply that does not stream is parsed in one piece
_BLANK = b"\xef\xbb\xbf \t\r\n"
_SAID_LIMIT = const(100)


class Reader:
    """Passes the chunks of one reply to a folder (llm.fold.Folder); bytes in, text out.

    done: whether the stream's end mark has come
    """

    def __init__(self, folder):
        self.done = False
        self._folder = folder
        self._events = None
        self._whole = None
        self._said = b""  # what an event said that is no JSON

    def feed(self, data):
        """Yields the text that a piece of the body (bytes-like) adds for the user.

        Raises Refused for an error inside the stream and for what is no reply of Chat Completions,
        ProtocolError for damaged parts.
        """
        if self._events is None and self._whole is None:
            data = bytes(data).lstrip(_BLANK)
            if not data:
                return
            self._begin(data)
        if self._whole is not None:
            if len(self._whole) + len(data) > _WHOLE_LIMIT:
                raise Refused("the reply is longer than 32 KB", "set llm.stream to true")
            self._whole.extend(data)
            return
        try:
            for event in self._events.feed(data):
                shown = self._chunk(event)
                if shown:
                    yield shown
                if self.done:
                    return
        except ValueError as error:
            raise Refused(str(error), "ask for less at once")

    def end(self):
        """Returns the last text for the user.

        Raises like feed(), and ProtocolError when the reply broke off.
        """
        if self._whole is not None:
            return self._add_whole() + self._folder.end()
        shown = ""
        last = self._events.end() if self._events and not self.done else None
        if last:
            try:
                shown = self._chunk(last)
            except ProtocolError:
                if not self._folder.complete:
                    raise
        if not self.done and not self._folder.complete:
            said = ": " + jsontext.decode(self._said) if self._said else ""
            raise ProtocolError("the reply broke off" + said)
        return shown + self._folder.end()

    def _begin(self, data):
        """Tells by its first character what the body is: content types are not to be relied on."""
        if data.startswith(b"<"):
            from llm import refusal

            raise refusal.of_page(data)
        if data[:1] in (b"{", b"["):
            self._whole = bytearray()
        else:
            self._events = Events()

    def _chunk(self, event):
        text = event.strip()
        if text == b"[DONE]":
            self.done = True
            return ""
        if not text.startswith(b"{"):
            self._said = self._said or text[:_SAID_LIMIT]
            return ""
        chunk = _loads(text)
        _check(chunk, text)
        return self._folder.add(chunk)

    def _add_whole(self):
        reply = _loads(self._whole)
        if isinstance(reply, list) and reply:  # one provider puts its errors into a list
            reply = reply[0]
        if isinstance(reply, dict):
            _check(reply, self._whole)
            if isinstance(reply.get("choices"), list):
                return self._folder.add(reply)
        raise Refused("the server's reply is not one of Chat Completions", "check llm.url")


def _loads(data):
    try:
        try:
            return json.loads(data)
        except UnicodeError:
            return json.loads(jsontext.decode(data))
    except ValueError:
        raise ProtocolError("a part of the reply was damaged")


def _check(chunk, text):
    """Raises Refused when a chunk is an error."""
    if chunk.get("error") or "choices" not in chunk:
        from llm import refusal

        refused = refusal.of_chunk(chunk, text)
        if refused:
            raise refused
