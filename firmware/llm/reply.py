"""Reads the body of a good reply: an event stream, or JSON from a server that does not stream.

    reader = Reader(folder)
    for shown in reader.feed(view): ...     # for each piece of the body, until reader.done
    for shown in reader.end(): ...

Whatever the server calls it, the first character tells which of the two a body is.
"""

import json

import jsontext
from llm.errors import ProtocolError, Refused
from llm.fold import first
from micropython import const
from net.sse import Events

_WHOLE_LIMIT = const(32 * 1024)  # a reply that does not stream is parsed in one piece
_BLANK = b"\xef\xbb\xbf \t\r\n"
_LONG_BYTES = const(2048)  # of a piece in which long strings are looked for
_SAID_LIMIT = const(100)
_FIELDS = (b"", b"data", b"event", b"id", b"retry")  # what a line of an event stream begins with
_CHECK = "check llm.url, or ask whoever runs the server"


class Reader:
    """Passes the chunks of one reply to a folder (llm.fold.Folder); bytes in, text out.

    may_be_cut: whether the body ends where the connection does; is_stream: whether it is called an
    event stream. done: whether the stream's end mark has come
    """

    def __init__(self, folder, may_be_cut=False, is_stream=False):
        self.done = False
        self._may_be_cut = may_be_cut
        self._is_stream = is_stream
        self._folder = folder
        self._events = None
        self._whole = None
        self._begun = b""  # what an event stream began with
        self._has_chunks = False
        self._size = 0  # bytes of the last chunk
        self._said = b""  # what an event said that is no JSON

    def feed(self, data):
        """Yields the text that a piece of the body (bytes-like) adds for the user.

        Raises Refused for an error inside the stream and for what is no reply of Chat Completions.
        """
        if self._events is None and self._whole is None:
            data = bytes(data).lstrip(_BLANK)
            if not data:
                return
            self._begin(data)
        if self._whole is not None:
            if len(self._whole) + len(data) > _WHOLE_LIMIT:
                raise Refused("the reply is longer than 32 KB", "set llm.stream to true")
            try:
                self._whole.extend(data)
            except MemoryError:
                raise _too_large(len(self._whole))
            return
        if len(self._begun) < _SAID_LIMIT:
            self._begun += bytes(data[: _SAID_LIMIT - len(self._begun)])
        try:
            for _ in self._events.feed(data):
                chunk = self._chunk()
                if self.done:
                    return
                yield from self._folder.add(chunk)
                chunk = None
        except MemoryError:
            raise _too_large(self._events.size() or self._size)
        except ValueError as error:
            raise Refused(str(error), "ask for less at once")

    def end(self):
        """Yields the last text for the user.

        Raises like feed(), and ProtocolError when the reply broke off.
        """
        if self._whole is not None:
            yield from self._folder.add(self._whole_reply())
        elif self._events is None:
            if self._may_be_cut or self._is_stream:
                raise ProtocolError("the reply broke off")
            raise Refused("the server's reply is empty", "check llm.url")
        elif not self.done:
            self._events.end()
            yield from self._folder.add(self._chunk(True))
            if not self.done and not self._folder.complete:
                self._broke_off()
        shown = self._folder.end()
        if shown:
            yield shown

    def _begin(self, data):
        """Tells by its first character what the body is: content types are not to be relied on."""
        if data.startswith(b"<"):
            from llm import refusal

            raise refusal.of_page(data)
        if data[:1] in (b"{", b"["):
            self._whole = bytearray()
        else:
            self._events = Events()

    def _chunk(self, is_last=False):
        """Returns the chunk that an event holds, an empty one for what is none.

        is_last: whether no blank line came behind it, so that it may be cut
        """
        event = self._events.take()
        if len(event) < _SAID_LIMIT and bytes(event).strip() == b"[DONE]":
            self.done = True
            return {}
        if bytes(event[:_SAID_LIMIT]).lstrip()[:1] != b"{":
            self._said = self._said or bytes(event[:_SAID_LIMIT])
            return {}
        self._has_chunks = True
        self._size = len(event)
        try:
            chunk = _loads(event)
        except Refused:
            if is_last or self._folder.complete:  # what is cut or damaged then does not matter
                return {}
            raise
        _check(chunk, event)
        return chunk

    def _whole_reply(self):
        data, self._whole = self._whole, bytearray()
        try:
            reply = _loads(data)
        except Refused:
            if self._may_be_cut:
                raise ProtocolError("the reply broke off")
            raise
        if isinstance(reply, list) and reply:  # one provider puts its errors into a list
            reply = reply[0]
        if isinstance(reply, dict):
            _check(reply, data)
            if isinstance(reply.get("choices"), list):
                return reply
        raise Refused("the server's reply is not one of Chat Completions", "check llm.url")

    def _broke_off(self):
        """Raises what a stream without an end comes to."""
        from llm import refusal

        said = refusal.tidy(jsontext.decode(self._said))
        name = self._begun.partition(b"\n")[0].partition(b":")[0].strip()
        if (
            not self._has_chunks
            and not said
            and not any(field.startswith(name) for field in _FIELDS)
        ):
            text = refusal.tidy(jsontext.decode(self._begun))
            raise Refused(f"the server answered with plain text ({text})", "check llm.url")
        raise ProtocolError("the reply broke off" + (": " + said if said else ""))


def _loads(data):
    try:
        try:
            if len(data) < _LONG_BYTES:
                return json.loads(data)
            from llm import long

            return long.loads(data)
        except UnicodeError:
            return json.loads(jsontext.decode(data))
    except ValueError:
        raise Refused("a part of the server's reply is no JSON", _CHECK)
    except (MemoryError, RuntimeError):
        raise _too_large(len(data))


def _too_large(size):
    return Refused(
        f"a part of the reply, of {size} bytes or more, is too large for the board's memory",
        "ask for less at once",
    )


def _check(chunk, text):
    """Raises Refused when a chunk is an error."""
    choice = first(chunk)
    is_error = chunk.get("error") or choice.get("error")
    if is_error or "choices" not in chunk or choice.get("finish_reason") == "error":
        from llm import refusal

        refused = refusal.of_chunk(chunk, choice, text)
        if refused:
            raise refused
