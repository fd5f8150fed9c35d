"""`require` of scripts: the board modules by name, and Lua libraries of /data/lua and /rom/lua."""

import os

from micropython import const

from oserror import reason
from script.board import text
from script.calls import pending
from script.values import LuaError, Y, arg_str
from system.paths import PathError, resolve

MODULES = ("adc", "cap", "cjson", "event", "file", "gpio", "i2c", "json", "pwm", "sys", "timer")
_FOLDERS = ("/data/lua/", "/rom/lua/")
_LONGEST = const(65536)  # bytes of a library
_SHOWN = const(60)  # characters of a name in an error
_FOLDER = const(0x4000)
_LOADING = object()


def make(run):
    """The function `require` of a run; what it has loaded is loaded once."""
    loaded = {}
    run.events = None  # see events.py

    def require(name=None, *_):
        name = text(arg_str(name, 1, "require"))
        if name not in loaded:
            if name in MODULES:
                loaded[name] = _board_module(name, run, loaded)
            else:
                return (Y, _load(run, name, loaded))
        if loaded[name] is _LOADING:
            raise LuaError(f"loop or previous error loading module '{name}'".encode(), 1)
        return loaded[name]

    return require


def _board_module(name, run, loaded):
    if name == "json":
        name = "cjson"
        if name in loaded:
            return loaded[name]
    place = __import__("script.modules." + name)
    module = loaded[name] = getattr(place.modules, name).make(run)
    return module


def _load(run, name, loaded):
    """Runs a library, and keeps what it returns, or true."""
    loaded[name] = _LOADING
    try:
        result = (Y, _compiled(run, name, _find(name)))
        while pending(result):
            result = yield from result[1]
    finally:
        if loaded[name] is _LOADING:
            del loaded[name]
    if isinstance(result, tuple):
        result = result[0] if result else None
    loaded[name] = True if result is None else result
    return loaded[name]


def _compiled(run, name, path):
    """The generator of a library's main chunk."""
    try:
        with open(path, "rb") as file:
            return run.program.load(file.readinto, path.rpartition("/")[2])
    except OSError as error:
        trouble = reason(error)
    except LuaError as error:
        trouble = text(error.value)
    raise LuaError(f"error loading module '{name}' from file '{path}':\n\t{trouble}".encode(), 1)


def _find(name):
    """The path of a library: of "lib/name", of "name", of "folder.name"."""
    short = name[4:] if name.startswith(("lib/", "lib.")) else name
    if short.endswith(".lua"):
        short = short[:-4]
    short = short.replace(".", "/")
    looked = [f"no board module '{name[:_SHOWN]}' (there are {', '.join(MODULES)})"]
    for folder in _FOLDERS:
        try:
            path = resolve(folder + short + ".lua")
            stat = os.stat(path)
            if not stat[0] & _FOLDER:
                if stat[6] > _LONGEST:
                    raise PathError(f"a library has at most {_LONGEST} bytes")
                return path
            looked.append(f"no file '{path}'")
        except OSError:
            looked.append(f"no file '{path}'")
        except PathError as error:
            looked.append(error.args[0])
            break
    where = "\n\t".join(looked)
    raise LuaError(f"module '{name[:_SHOWN]}' not found:\n\t{where}".encode(), 1)
