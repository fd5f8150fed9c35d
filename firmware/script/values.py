"""What a Lua value is: nil None, booleans, int (64 bits), float, string bytes, Table, callables.

A call returns one value as it is, or a tuple: a list of results, or `(Y, generator)`, which says
that the callee goes on in a generator (see calls.py).
"""

import sys

from micropython import const

MAX_STRING = const(65536)  # bytes of one string
_WORD = 8 if sys.maxsize >> 32 else 4  # bytes of a machine word
_INT_BITS = const(63)

EMPTY = [None]  # the array part of tables without one; never written to
EMPTYD = {}  # their hash part


class _Mark:
    """A value that only the engine knows."""


Y = _Mark()  # first of the tuple of a call that is pending
CO = _Mark()  # first of the tuple that coroutine.yield yields
MISSING = _Mark()  # an argument that was not given
TRUE_KEY = _Mark()  # true and false as keys of a dict, where True is 1
FALSE_KEY = _Mark()


class State:
    """The run that is on, and what its scripts may still take from the heap."""

    def __init__(self):
        self.run = None
        self.room = 1 << 29
        self.grow = None


state = State()


def charge(n_bytes):
    """Counts growth of tables and strings; `state.grow` decides when the room is used up."""
    state.room -= n_bytes
    if state.room < 0 and state.grow:
        state.grow()


class LuaError(Exception):
    """An error that a script can catch; `value` is what it catches.

    level: 1 puts the line before a text that the engine worded, 2 that of the caller, 0 nothing.
    what: how the place of the error is named, see sites.py; () if it is not.
    """

    def __init__(self, value, level=0, what=()):
        super().__init__(value)
        self.value = value
        self.level = level
        self.what = what
        self.traceback = None


class Cancel(BaseException):
    """The end of a run that no script can catch. kind: "stop", "time", "ticks" or "heap"."""

    def __init__(self, kind, sentence):
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence


class Wait:
    """What a generator yields to wait: until `ready()`, or until `deadline` in ticks_ms()."""

    def __init__(self, ready, deadline=None):
        self.ready = ready
        self.deadline = deadline


class Coroutine:
    """A Lua coroutine; coroutines.py has what is done with it."""

    def __init__(self, function):
        self.function = function
        self.generator = None
        self.status = "suspended"
        self.fault = None  # (value,) of the error that ended it


class Table:
    """A Lua table: `a` holds 1..n from index 1 on, `h` the other keys, `m` is the metatable."""

    def __init__(self, a=EMPTY, h=EMPTYD):
        self.a = a
        self.h = h
        self.m = None

    @staticmethod
    def of(values):
        """A table of a list's values."""
        table = Table([None] + values if values else EMPTY)
        table.trim()
        return table

    @staticmethod
    def record(fields):
        """A table of a dict from bytes to values; the dict is the table's from now on."""
        return Table(EMPTY, fields)

    def get(self, key):
        """The value at a key, without metamethods."""
        kind = key.__class__
        if kind is float:
            key = int_key(key)
            kind = key.__class__
        if kind is int and 0 < key < len(self.a):
            return self.a[key]
        if kind is bool:
            key = TRUE_KEY if key else FALSE_KEY
        return self.h.get(key)

    def put(self, key, value):
        """Sets the value at a key, without metamethods; raises LuaError for nil and NaN."""
        kind = key.__class__
        if kind is float:
            if key != key:
                raise LuaError(b"table index is NaN", 1)
            key = int_key(key)
            kind = key.__class__
        elif key is None:
            raise LuaError(b"table index is nil", 1)
        if kind is int:
            size = len(self.a)
            if 0 < key <= size:
                self._put_int(key, value, size)
                return
        elif kind is bool:
            key = TRUE_KEY if key else FALSE_KEY
        h = self.h
        if value is None:
            h.pop(key, None)
            return
        if h is EMPTYD:
            self.h = h = {}
        size = len(h)
        h[key] = value
        if len(h) > size and not size & 15:
            charge(128 * _WORD)

    def _put_int(self, key, value, size):
        a = self.a
        if key < size:
            a[key] = value
            if value is None and key == size - 1:
                self.trim()
        elif value is not None:
            if a is EMPTY:
                self.a = [None, value]
            else:
                a.append(value)
                if not size & 63:
                    charge(64 * (_WORD + 16))
                    if a[1] is None and a[size >> 1] is None:
                        self._scatter()
                        return
            if self.h:
                self.migrate(key)

    def migrate(self, key):
        """Takes the keys that follow the array part out of the hash part; `key` is the new one."""
        h = self.h
        h.pop(key, None)
        key += 1
        while key in h:
            self.a.append(h.pop(key))
            key += 1

    def _scatter(self):
        """Keeps a queue, whose first values are gone, in the hash part: it would only grow."""
        a = self.a
        if a.count(None) <= len(a) // 2:
            return
        h = self.h = dict(self.h)
        for i in range(1, len(a)):
            if a[i] is not None:
                h[i] = a[i]
        self.a = EMPTY

    def trim(self):
        """Drops the nils at the end of the array part."""
        a = self.a
        while len(a) > 1 and a[-1] is None:
            a.pop()

    def size(self):
        """The border: the length without metamethods."""
        return len(self.a) - 1

    def items(self):
        """Yields (key, value) pairs; values may be set and dropped meanwhile, keys not added."""
        i = 1
        while i < len(self.a):
            if self.a[i] is not None:
                yield i, self.a[i]
            i += 1
        for key in self.h:
            value = self.h.get(key)
            if value is not None:
                yield lua_key(key), value

    def __call__(self, *arguments):
        function = None if self.m is None else self.m.get(b"__call")
        if function is None:
            name = self.m and self.m.get(b"__name")
            kind = name if name.__class__ is bytes else b"table"
            raise LuaError(b"attempt to call a %s value" % kind, 1, ("call",))
        return function(self, *arguments)


def lua_key(key):
    """The Lua value of a key of `Table.h`."""
    if key is TRUE_KEY:
        return True
    return False if key is FALSE_KEY else key


def int_key(key):
    """A float as a table's key: an int if it is whole and has 64 bits at most."""
    if key - key == 0 and key == key // 1:  # finite and whole
        whole = int(key)
        if -1 <= whole >> _INT_BITS <= 0:
            return whole
    return key


def type_name(value):
    """The Lua type of a value as bytes."""
    if value is None:
        return b"nil"
    kind = value.__class__
    if kind is bool:
        return b"boolean"
    if kind is int or kind is float:
        return b"number"
    if kind is bytes:
        return b"string"
    if kind is Table:
        return b"table"
    if kind is Coroutine:
        return b"thread"
    if value is MISSING:
        return b"no value"
    return b"function" if callable(value) else b"userdata"


def bad_arg(n, name, text):
    """The LuaError for an argument that a function cannot take."""
    return LuaError(f"bad argument #{n} to '{name}' ({text})".encode(), 1, ("argument", n, name))
