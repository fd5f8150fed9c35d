"""What a script finds among its globals: made when it is first named, anew for each run."""

from script import base, share

_TABLES = {  # name → module that makes it
    b"string": "strings",
    b"table": "tables",
    b"math": "maths",
    b"utf8": "utf8lib",
    b"coroutine": "coroutines",
    b"os": "oslib",
}


def seed(run, name):
    """The value that a global (bytes) has before a script sets it; None for most names."""
    made = run.program.library
    if name not in made:
        made[name] = _make(run, name)
    return made[name]


def _make(run, name):
    module = _TABLES.get(name)
    if module:
        table = share.load("script." + module).make(run)
        if name == b"string":
            run.strings = table
        return table
    if name == b"require":
        return _require(run)
    if name == b"_G":
        return share.load("script.globals").globals_table(run, names())
    if name == b"_VERSION":
        return b"Lua 5.4"
    if name == b"pcall" or name == b"xpcall":
        share.load("script.errors")
        base.catch()
    return base.FUNCTIONS.get(name)


def _require(run):
    """`require`, whose module is loaded when it is first called."""

    def first(*arguments):
        made = run.program.library
        if made[b"require"] is first:
            made[b"require"] = share.load("script.require").make(run)
        return made[b"require"](*arguments)

    return first


def names():
    """The names of all that the library holds."""
    return list(_TABLES) + list(base.FUNCTIONS) + [b"require", b"_G", b"_VERSION"]
