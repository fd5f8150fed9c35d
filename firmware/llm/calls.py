"""Tool calls put together from the pieces in which servers send them.

A piece belongs to a call by its index, by its id, or because it cannot begin another one. What is
seen in the wild: index or id missing or repeated, whole calls in one piece, two calls under one
index, a new id with every piece, the name sent again (alone or grown), split or after the
arguments, arguments as an object, empty, null, encoded twice, or "{}" before the real ones come.
"""

import jsontext
from llm.answer import new_id
from llm.gather import Gather
from micropython import const

_CALLS_LIMIT = const(32)  # what comes after them is passed over
_ARGUMENTS_LIMIT = const(16 * 1024)  # of all calls together
_IDS_LIMIT = const(4096)  # of all calls: gateways pack signatures into ids, which are kept
_NAME_LIMIT = const(64)  # the OpenAI API's, whose alphabet is letters, digits, "_" and "-"


class Calls:
    """The calls of one answer, in the order in which they began."""

    def __init__(self):
        self._calls = []
        self._full = False
        self._room = _ARGUMENTS_LIMIT
        self._id_room = _IDS_LIMIT

    def __len__(self):
        return len(self._calls)

    def add(self, piece):
        """Folds one item of a `tool_calls` list; anything but a dict is passed over."""
        if not isinstance(piece, dict) or self._full:
            return
        function = piece.get("function")
        if not isinstance(function, dict):
            function = piece
        index = piece.get("index")
        call_id = _text(piece.get("id"))
        if len(call_id) > self._id_room:
            call_id = ""
        name = _text(function.get("name"))
        arguments = function.get("arguments")
        more = arguments.pieces() if hasattr(arguments, "pieces") else ()
        arguments = next(more) if more else _arguments(arguments)
        call = self._find(index, call_id, name)
        if call and name and call.repeats(call_id, name, arguments, bool(more)):
            return
        if call is None or (name and call.is_other(call_id, name, arguments)):
            self._full = len(self._calls) >= _CALLS_LIMIT
            if self._full:
                return
            doubtful = call is not None and call.name == name and not call_id
            call = _Call(index, doubtful)
            self._calls.append(call)
        if call_id and not call.id:
            call.id = call_id
            self._id_room -= len(call_id)
        self._room = call.add(name, arguments, self._room)
        for arguments in more:
            self._room = call.add("", arguments, self._room)

    def _find(self, index, call_id, name):
        """The call that a piece continues or repeats; None when the piece begins a call."""
        for call in reversed(self._calls):
            if index is not None and call.index == index:
                return call
            if index is None and call_id and call.id == call_id:
                return call
        last = self._calls[-1] if self._calls else None
        if last and (not name or (index is None and last.may_go_on(call_id, name))):
            return last
        return None

    def result(self):
        """Returns three lists: (id, name, arguments) of each call, the ids of those whose
        arguments are no JSON object, and of those that were cut at the limit.

        Ids that are missing or were given before are made anew: every call needs one of its own.
        """
        calls, bad, cut = [], [], []
        used = set()
        for call in self._calls:
            if not call.arguments.total_bytes and (call.doubtful or not call.name):
                continue
            call_id = call.id
            if not call_id or call_id in used:
                call_id = new_id()
            used.add(call_id)
            arguments = _object_text(call.arguments.text())
            if call.arguments.cut:
                cut.append(call_id)
            if arguments is None or call.arguments.cut:
                arguments = call.arguments.text()
                bad.append(call_id)
            calls.append((call_id, _clean_name(call.name), arguments))
        return calls, bad, cut


class _Call:
    """doubtful: whether it began with nothing but the name of a complete one: without arguments
    that was the name once more.
    """

    def __init__(self, index, doubtful):
        self.index = index
        self.doubtful = doubtful
        self.id = ""
        self.name = ""
        self.arguments = Gather(0)

    def repeats(self, call_id, name, arguments, is_long):
        """Whether a piece is the whole call once more, as some servers send at the end; of long
        arguments, only the beginning is given and compared.
        """
        if not call_id or call_id != self.id or name != self.name:
            return False
        known = self.arguments.text()
        same = known.startswith(arguments) if is_long else known == arguments
        return same and (not arguments or self._complete())

    def may_go_on(self, call_id, name):
        """Whether a piece with a name and without an index may belong to this call, the last."""
        if self.name not in ("", name):
            return False
        return not call_id or (self.arguments.total_bytes > 0 and not self._complete())

    def is_other(self, call_id, name, arguments):
        """Whether a piece with a name, found under the same index or id, begins another call."""
        if not self.name:  # it comes after the arguments
            return bool(arguments) and self._complete()
        is_new_id = bool(call_id and self.id and call_id != self.id)
        if is_new_id and name != self.name:
            return True
        if not self._complete():
            return False
        if self._is_placeholder() and name == self.name and not is_new_id:
            return not arguments and not call_id
        return is_new_id or name != self.name or bool(arguments) or not call_id

    def _complete(self):
        return self.arguments.endswith(b"}") and _object_text(self.arguments.text()) is not None

    def _is_placeholder(self):
        return self.arguments.total_bytes < 8 and self.arguments.text().strip() == "{}"

    def add(self, name, arguments, room):
        """Adds a piece and returns what is left of the room (bytes)."""
        if name and (not self.name or not self.arguments.total_bytes):
            if name.startswith(self.name):  # the first, the same once more, or grown
                self.name = name[:_NAME_LIMIT]
            else:
                self.name = (self.name + name)[:_NAME_LIMIT]
        if arguments.strip() and self._is_placeholder():
            self.arguments = Gather(0)
        self.arguments.room = room
        self.arguments.add(arguments)
        return self.arguments.room


def _text(value):
    return value.strip() if isinstance(value, str) else ""


def _arguments(value):
    """The text that a piece adds to the arguments."""
    if isinstance(value, str):
        return value
    if not value:  # null, {} and [] add nothing
        return ""
    try:
        return jsontext.dumps(value)
    except ValueError as error:  # nested too deeply, or a number out of range
        return f"({error})"


def _object_text(text):
    """The JSON text of an object that arguments stand for, or None."""
    try:
        start = text.strip()[:1]
        if start == '"':  # encoded twice
            text = jsontext.parse(text)
            start = text.strip()[:1]
        if start == "{":
            jsontext.check(text)  # what it holds is not needed, and may be large
            return text
        value = jsontext.parse(text) if start else None
    except ValueError:
        return None
    return "{}" if value is None or value == "" or value == [] else None


def _clean_name(name):
    """A name that providers take back in the history, whether there is such a tool or not."""
    return "".join(char if _is_name_char(char) else "_" for char in name) or "unnamed"


def _is_name_char(char):
    return char.isalpha() or char.isdigit() or char in "_-"
