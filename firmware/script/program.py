"""A compiled script: its slots, its pieces, and how they are run one after the other."""

from forget import empty
from script import share
from script.sites import ANY, CALL, INDEX, key_of

_COMPILER = (  # what only compiling needs
    "compiler", "constructors", "emit", "expressions", "integers", "lexer", "literals", "loops",
    "phrases", "scope", "statements",
)  # fmt: skip


_compiling = 0  # chunks: while one is read, another may be


def _generator():
    yield


_GENERATOR = _generator().__class__


class Program:
    """The environment of one run: everything that its chunks share.

    names: dict from the name of a global (bytes) to its slot
    pieces: list of (source name, Lua line of each Python line, Sites)
    """

    def __init__(self, run):
        self.run = run
        run.program = self
        self.env = run.env
        self.env["c"] = 0
        self.env["V"] = ()  # the arguments of the main chunk
        self.env["tick"] = run.tick
        self.names = {}
        self.library = {}  # what library.py has made
        self.globals = None  # the table _G, once it was named
        self.pieces = []
        self.constants = []
        self._slots = {}
        self._mains = 0
        self._named = None  # globals that were named by what is being compiled

    # What the compiler asks for

    def global_slot(self, name):
        """The slot of a global, which then has the library's value for it."""
        slot = self.names.get(name)
        if slot is None:
            slot = self.names[name] = len(self.names)
            if self._named is None:
                self._seed_global(name)
            else:
                self._named.append(name)
        return slot

    def from_library(self, name):
        """What the library has for the name of a global, or None."""
        return share.load("script.library").seed(self.run, name)

    def _seed_global(self, name):
        value = self.from_library(name)
        if self.globals is not None and name in self.globals.h:
            value = self.globals.h.pop(name)  # it was set by way of _G
        self._seed("G%d" % self.names[name], value)

    def const_slot(self, value):
        """The slot of a constant: bytes, or a number that Python cannot spell."""
        key = value if value.__class__ is bytes else (value.__class__, repr(value))
        slot = self._slots.get(key)
        if slot is None:
            slot = self._slots[key] = len(self.constants)
            self.constants.append(value)
            self._seed("K%d" % slot, value)
        return slot

    def main_slot(self):
        """The slot of a new local variable of a main chunk."""
        self._mains += 1
        return self._mains - 1

    def add_piece(self, name, lines, sites):
        """Returns the number of a new piece."""
        self.pieces.append((name, lines, sites))
        return len(self.pieces) - 1

    def _seed(self, name, value):
        self.env.update(**{name: value})  # as a keyword the name is interned, as in the pieces

    def strings(self):
        """The library `string`, which strings are indexed in."""
        return self.from_library(b"string")

    # Running

    def load(self, read, name):
        """Compiles a chunk; returns the generator that runs it and ends with its results."""
        return self._main(self._compiled(read, name))

    def _compiled(self, read, name):
        """The code objects of a chunk. The compiler makes room for what the chunk will need."""
        global _compiling
        self._named = []
        _compiling += 1
        try:
            return share.load("script.compiler").compile_chunk(read, name, self)
        finally:
            _compiling -= 1
            if not _compiling:
                empty(*["script." + name for name in _COMPILER])
            share.load("script.ops").fill(self.env)
            names, self._named = self._named, None
            for name in names:
                self._seed_global(name)

    def _main(self, codes):
        env = self.env
        codes.reverse()
        while codes:
            exec(codes.pop(), env)
            result = env["P"]()
            if result.__class__ is _GENERATOR:
                result = yield from result
            if result is not None:
                return result
        return ()

    def global_value(self, name):
        """The value of a global, without metamethods."""
        slot = self.names.get(name)
        if slot is None:
            return self.from_library(name)
        return self.env["G%d" % slot]

    def set_global(self, name, value):
        """Sets a global, without metamethods."""
        self.env["G%d" % self.global_slot(name)] = value

    # What is said about errors

    def name_of(self, piece, line, what, is_nil):
        """Returns " (local 'x')" for the operand that `what` of a LuaError is about, or b"".

        is_nil: the operand was nil
        """
        sites = self.pieces[piece][2]
        op = what[0]
        if op == INDEX:
            found = sites.find(op, line, self._key(what[1]))
        else:
            found = sites.find(op, line, *what[1:])
        if len(found) > 1:
            found = [entry for entry in found if not self._serves(entry, op, is_nil)]
        if len(found) != 1 or not found[0][0]:
            return b""
        kind, slot = found[0]
        return b" (%s '%s')" % (kind.encode(), self.constants[slot])

    def _key(self, key):
        if key.__class__ is bytes:
            return self._slots.get(key, ANY)
        return key_of(key)

    def is_method(self, piece, line, name):
        """Whether a line calls a name as a method."""
        for kind, slot in self.pieces[piece][2].find(CALL, line):
            if kind == "method" and self.constants[slot] == name:
                return True
        return False

    def _serves(self, entry, op, is_nil):
        """Whether a global has a value that cannot be what an error is about."""
        if entry[0] != "global":
            return False
        value = self.global_value(self.constants[entry[1]])
        if op == CALL:
            return callable(value) and not hasattr(value, "h")  # a table may be no function
        return is_nil and value is not None
