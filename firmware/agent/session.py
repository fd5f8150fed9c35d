"""Conversations on flash: one JSONL file each, the messages as they are sent, a turn a record.

A turn is stored whole or not at all (system/store.py). A request copies the stored lines out of
the file, so that a long history costs flash and time, and of memory only eight bytes a turn.
"""

import logging
import os
from array import array

from llm.body import Lines
from micropython import const
from percent import percent
from system import store

_MAX_FILES = const(32)
_MAX_OPEN = const(4)  # sessions whose index stays in memory
_MAX_TURNS = const(256)  # a session; its index is then 2 KB
_MAX_KEY_BYTES = const(64)  # three characters a byte at worst: littlefs takes names of 255
_TURN_RAM_BYTES = const(4096)
_ENDING = ".jsonl"

log = logging.getLogger("session")


class Sessions:
    """All conversations.

    folder: where their files are; history_bytes: how large each may grow
    """

    def __init__(self, folder="/state/sessions", history_bytes=32768):
        self._folder = folder
        self._open = []  # the one that was used last is the last
        self.history_bytes = history_bytes
        self.turn_path = folder.rpartition("/")[0] + "/turn" + store.TEMPORARY

    def open(self, key):
        """Returns the Session of a key such as "serial:0". Raises ValueError for a long one."""
        session = self._opened(key)
        if session:
            self._open.remove(session)
        if not session or session.was_changed():
            session = Session(self, key, self._path(key))
        self._open.append(session)
        if len(self._open) > _MAX_OPEN:
            self._open.pop(0)
        return session

    def list(self):
        """Returns the keys of all stored conversations, sorted."""
        return sorted(self._keys())

    def clear(self, key):
        """Forgets a conversation. Raises OSError when the flash does not let it go."""
        if store.size(self._path(key)) >= 0:
            os.remove(self._path(key))
        session = self._opened(key)
        if session:
            session.forget()

    def clear_all(self):
        """Forgets all conversations. Raises OSError."""
        for key in self.list():
            self.clear(key)

    def make_room(self):
        """Forgets the conversations that were written longest ago, so that one more fits."""
        keys = self._keys()
        too_many = len(keys) - _MAX_FILES + 1
        if too_many <= 0:
            return
        # A clock that was never set makes new files look old: those in use stay in any case.
        keys = [key for key in keys if not self._opened(key)]
        keys.sort(key=lambda key: os.stat(self._path(key))[8])
        for key in keys[:too_many]:
            log.info("%s is dropped: there are too many conversations", key)
            self.clear(key)

    def _opened(self, key):
        for session in self._open:
            if session.key == key:
                return session
        return None

    def _keys(self):
        try:
            keys = [_key(entry[0]) for entry in os.ilistdir(self._folder)]
        except OSError:
            return []
        return [key for key in keys if key]

    def _path(self, key):
        return self._folder + "/" + _file_name(key)


class Session:
    """One conversation; get it from Sessions.open() for each turn anew."""

    def __init__(self, sessions, key, path):
        self.key = key
        self._sessions = sessions
        self._log = store.Log(path)
        self._index = array("I")  # start and end of each turn in the file
        try:
            self._log.recover(_repair)
        except (OSError, MemoryError) as error:
            log.warning("%s has damaged turns that are left out now (%s)", key, error)
        self._load()
        self._trim()
        self._size = store.size(path)

    @property
    def turns(self):
        """How many turns are stored."""
        return len(self._index) // 2

    def segments(self):
        """Returns the stored messages as a list of segments for the client (llm/body.py)."""
        return [Lines(self._log.path, self._index)] if self._index else []

    def begin(self):
        """Returns a new Turn. There is one at a time on the board."""
        return Turn(self, self._sessions.turn_path)

    def forget(self):
        """Starts anew after the file was removed; a turn that is under way becomes the first."""
        self._log = store.Log(self._log.path)
        self._index = array("I")
        self._size = -1

    def was_changed(self):
        """Whether somebody else has written or removed the file since."""
        return store.size(self._log.path) != self._size

    def append(self, lines):
        """Stores a turn, an iterable of bytes-like that make up whole lines. Raises OSError."""
        if not self._index:
            self._sessions.make_room()
        start, end = self._log.append(lines)
        self._index.append(start)
        self._index.append(end)
        self._trim()
        self._size = store.size(self._log.path)

    def _load(self):
        for start, end in self._log.records():
            if len(self._index) == 2 * _MAX_TURNS:
                self._index = self._index[_MAX_TURNS:]
            self._index.append(start)
            self._index.append(end)
        if store.size(self._log.path) == 0:
            store.discard(self._log.path)

    def _trim(self):
        """Drops the oldest turns of a file that is too large, down to 3/4; never the newest."""
        first = self._first_to_keep()
        if first == len(self._index) or self._index[first] == 0:
            return
        offset = self._index[first]
        try:
            self._log.trim(offset)
            self._index = array("I", (at - offset for at in self._index[first:]))
        except (OSError, MemoryError) as error:
            log.warning("%s could not be shortened (%s)", self.key, error)

    def _first_to_keep(self):
        index = self._index
        limit_bytes = self._sessions.history_bytes
        size = store.size(self._log.path)
        first = 0
        if size > limit_bytes or len(index) > 2 * _MAX_TURNS:
            most = 2 * _MAX_TURNS * 3 // 4
            while first + 2 < len(index) and (
                size - index[first] > limit_bytes * 3 // 4 or len(index) - first > most
            ):
                first += 2
        return first


class Turn:
    """The messages of a turn that is under way: in memory up to 4 KB, beyond that in a file."""

    def __init__(self, session, path):
        self._session = session
        self._path = path
        self._in_file = 0  # bytes, like the two below
        self._pieces = []
        self._in_memory = 0
        self._whole = 0  # of whole messages: what goes beyond is a message that is being added

    def add(self, message):
        """Adds one message, one-line JSON without a newline, in bytes or pieces of bytes.

        Raises OSError.
        """
        try:
            for piece in (message,) if isinstance(message, bytes) else message:
                self._hold(piece)
            self._hold(b"\n")
            self._whole = self._in_file + self._in_memory
        finally:
            self._cut()

    def _hold(self, piece):
        self._pieces.append(piece)
        self._in_memory += len(piece)
        if self._in_memory > _TURN_RAM_BYTES:
            self._spill()

    def _cut(self):
        """Takes half a message back, which would spoil the ones after it."""
        while self._in_memory and self._in_file + self._in_memory > self._whole:
            self._in_memory -= len(self._pieces.pop())
        self._in_file = min(self._in_file, self._whole)

    def segments(self):
        """Returns the messages so far as a list of segments for the client (llm/body.py)."""
        return [self] if self._in_file + self._in_memory else []

    def size(self):
        """Returns the length in bytes as a segment: every newline is a comma, but the last."""
        return self._in_file + self._in_memory - 1

    def chunks(self):
        """Yields the messages in pieces, each valid until the next."""
        left = self.size()
        for piece in self._chunks():
            piece = bytes(piece[:left])
            left -= len(piece)
            yield piece.replace(b"\n", b",")

    def commit(self):
        """Stores the turn in its session; after that it is empty. Raises OSError."""
        try:
            if self._in_file + self._in_memory:
                self._session.append(self._chunks())
        finally:
            self.drop()

    def drop(self):
        """Forgets the turn."""
        if self._in_file:
            store.discard(self._path)
        self._in_file = self._in_memory = self._whole = 0
        self._pieces = []

    def _spill(self):
        store.ensure_dir(self._path.rpartition("/")[0])
        with open(self._path, "r+b" if self._in_file else "wb") as file:
            file.seek(self._in_file)  # over what a failed attempt may have left
            for piece in self._pieces:
                file.write(piece)
        self._in_file += self._in_memory
        self._pieces = []
        self._in_memory = 0

    def _chunks(self):
        if self._in_file:
            yield from store.pieces(self._path, 0, self._in_file)
        yield from self._pieces


def _repair(*damaged):
    """agent.repair, which is loaded when it is needed."""
    from agent.repair import repair

    return repair(*damaged)


def _file_name(key):
    """`:` becomes `.`, all but letters, digits, _ and - becomes %XX: one name for each key."""
    if not 0 < len(key.encode()) <= _MAX_KEY_BYTES:
        raise ValueError("a session key has 1 to 64 bytes")
    return percent(key, "_-").replace("%3A", ".") + _ENDING


def _key(name):
    """The key whose file has this name, or None."""
    first, *parts = name[: -len(_ENDING)].replace(".", ":").encode().split(b"%")
    key = bytearray(first)
    try:
        for part in parts:
            key.append(int(part[:2], 16))
            key.extend(part[2:])
        key = str(key, "utf-8")
        return key if _file_name(key) == name else None
    except ValueError:
        return None
