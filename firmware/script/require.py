"""`require` of scripts: the board modules by name, and Lua libraries of /data/lua and /rom/lua."""

from forget import forget
from micropython import const
from oserror import reason
from script.board import text
from script.calls import pending
from script.arguments import arg_str
from script.values import MISSING, LuaError, Y
from system import store
from system.paths import PathError, resolve

MODULES = ("adc", "cap", "cjson", "event", "file", "gpio", "i2c", "json", "pwm", "sys", "timer")
_FOLDERS = ("/data/lua/", "/rom/lua/")
_LONGEST = const(65536)  # bytes of a library
_SHOWN = const(60)  # characters of a name in an error
_LOADING = object()
_ROOM = "script.modules."


def make(run):
    """The function `require` of a run; what it has loaded is loaded once."""
    loaded = {}
    run.on_close(lambda: forget(*[_ROOM + name for name in loaded]))

    def require(name=MISSING, *_):
        name = text(arg_str(name, 1, "require"))
        if name in MODULES:
            return _module("cjson" if name == "json" else name, run, loaded)
        library = _library(name)
        if library not in loaded:
            return (Y, _load(run, name, library, loaded))
        if loaded[library] is _LOADING:
            raise LuaError(f"loop or previous error loading module '{name}'".encode(), 1)
        return loaded[library]

    return require


def _module(name, run, loaded):
    if name not in loaded:
        room = __import__("script.modules." + name).modules
        loaded[name] = getattr(room, name).make(run)
    return loaded[name]


def _library(name):
    """One name for "name", "lib/name", "name.lua"; no board module has it."""
    name = name[4:] if name.startswith(("lib/", "lib.")) else name
    name = name[:-4] if name.endswith(".lua") else name
    return "lib/" + name.replace(".", "/")


def _load(run, name, library, loaded):
    """Runs a library, and keeps what it returns, or true."""
    loaded[library] = _LOADING
    try:
        # The run awaits it in a task of its own: parsing needs the C stack.
        result = (Y, (yield _compiled(run, name, _find(name, library[4:]))))
        while pending(result):
            result = yield from result[1]
    finally:
        if loaded[library] is _LOADING:
            del loaded[library]
    if isinstance(result, tuple):
        result = result[0] if result else None
    loaded[library] = True if result is None else result
    return loaded[library]


async def _compiled(run, name, path):
    """The generator of a library's main chunk."""
    try:
        with open(path, "rb") as file:
            return run.program.load(file.readinto, path.rpartition("/")[2])
    except OSError as error:
        trouble = reason(error)
    except LuaError as error:
        trouble = text(error.value)
    raise LuaError(f"error loading module '{name}' from file '{path}':\n\t{trouble}".encode(), 1)


def _find(name, library):
    """The path of a library."""
    looked = [f"no board module '{name[:_SHOWN]}' (there are {', '.join(MODULES)})"]
    try:
        for folder in _FOLDERS:
            path = resolve(folder + library + ".lua")
            size = store.size(path)
            if size > _LONGEST:
                raise PathError(f"a library has at most {_LONGEST} bytes")
            if size >= 0:
                return path
            looked.append(f"no file '{path}'")
    except PathError as error:
        looked.append(error.args[0])
    where = "\n\t".join(looked)
    raise LuaError(f"module '{name[:_SHOWN]}' not found:\n\t{where}".encode(), 1)
