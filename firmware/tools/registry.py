"""What the model may call: finds a tool, checks its arguments, runs it, keeps its answer short.

A tool is a handler and a literal beside it, in any file of this folder:

    @tool("blink", "Blink a lamp.", {"times": {"type": "integer"}}, ("times",))
    async def blink(ctx, times):
        return "OK: blinked"

boards/generate.py reads the literals into `tool_catalog`; a module is imported when one of its
tools is first called. An answer is a str, or an iterator of strs (of an async handler, too; a
handler may be a generator): a long one is then cut without ever being held. A handler raises
ToolError, PinError or PathError with a sentence for the model.
"""

import gc
import json

from micropython import const

import jsontext
from clip import SHORT, clip
from forget import forget
from hardware.pins import PinError
from nearest import nearest
from system import redact
from system.paths import PathError

_RESULT_BYTES = const(4096)  # of an answer that go to the model
_SPARE_CHARS = const(2048)  # kept beyond that until secrets are out: one may lie across the cut
_CUT_NOTE = "\n[cut to {} bytes; ask for less at a time]"
_NAME_BYTES = const(80)  # of a name that is quoted back
_MOST_WARNINGS = const(8)  # about add-ons
_SELDOM = ("tool_catalog", "tools.arguments")  # let go after each use
_FAULT_BYTES = const(200)  # of the text of an exception


class ToolError(ValueError):
    """A tool cannot do what was asked; args[0] is a sentence for the model without "Error: "."""


class Context:
    """What a handler may reach: settings, pins, and services by name (see rooms.py).

    `session` and `channel` are those of the running turn.
    """

    def __init__(self, config, pins, services):
        self.config = config
        self.pins = pins
        self.services = services
        self.session = None
        self.channel = None


_declared = None  # what the add-on being loaded has declared


def tool(name, description, properties, required=(), group="", raw=False):
    """Decorator: declares a handler `def` or `async def name(ctx, **arguments) -> str`.

    properties: field name → {"type", "description", "enum", "items"}; required: names among them.
    group: "" is always visible, others ("analog", "bus", …) only when asked for.
    raw: the handler takes (ctx, arguments dict or None for invalid JSON), words its own errors.
    """

    def declare(handler):
        if _declared is not None:
            _declared.append((name, description, properties, required, group, raw, handler))
        return handler

    return declare


class Registry:
    """The tools of this board: the catalogue's and the owner's."""

    def __init__(self, ctx):
        self._ctx = ctx
        self._addons = {}  # name → (name, group, handler, schema, raw)

    def names(self):
        """Sorted names of all tools that are not in tools.disabled."""
        disabled = self._ctx.config["tools.disabled"]
        names = [entry[0] for entry in _catalog()] + list(self._addons)
        return sorted([name for name in names if name not in disabled])

    def visible(self, groups=()):
        """Schemas (bytes, by name) of the tools in no group, in `groups` or in tools.groups."""
        shown = self._ctx.config["tools.groups"]
        schemas = []
        for name in self.names():
            _, group, _, schema, _ = self._find(name)
            if not group or group in groups or group in shown:
                schemas.append(schema)
        forget(*_SELDOM)
        return schemas

    async def run(self, name, arguments):
        """Calls a tool with JSON text; returns its answer (str, at most 4 KB). Never raises."""
        try:
            handler, positional, named = self.prepare(name, arguments)
            forget(*_SELDOM)  # a script, for one, needs the room
            result = handler(self._ctx, *positional, **named)
            if hasattr(result, "send"):
                result = await _finish(result)
            result = _text(result)
        except (ToolError, PinError, PathError) as error:
            result = "Error: " + error.args[0]
        except MemoryError:
            gc.collect()
            result = "Error: out of memory; ask for less at a time"
        except (Exception, SystemExit) as error:  # a fault of a tool must not end the turn
            result = f"Error: {name} failed: {_describe(error)}"
        finally:
            forget(*_SELDOM)
        result = redact.redact(jsontext.repair(result[: _RESULT_BYTES + _SPARE_CHARS]))
        return clip(result, _RESULT_BYTES, _CUT_NOTE)

    def prepare(self, name, arguments):
        """Returns (handler, positional, named arguments after ctx) for a call with JSON text.

        Empty text stands for no arguments. Raises ToolError with all problems in one sentence.
        """
        entry = self._find(name)
        if name in self._ctx.config["tools.disabled"]:
            raise ToolError(f"tool '{_short(name)}' is disabled (tools.disabled)")
        if entry is None:
            guess = nearest(name, self.names())
            hint = f"; did you mean '{guess}'?" if guess else ""
            raise ToolError(f"unknown tool '{_short(name)}'{hint}")
        values, problem = _parse(arguments)
        if entry[4]:
            return _handler(entry), (None if problem else values,), {}
        if problem:
            raise ToolError(f"invalid JSON input ({problem})")
        from tools import arguments as checks

        parameters = json.loads(entry[3])["function"]["parameters"]
        try:
            return _handler(entry), (), checks.check(parameters, values, self._ctx.pins)
        except ValueError as error:
            raise ToolError(error.args[0])

    def load_addons(self, folder="/addons"):
        """Loads the owner's tools, `folder`/*.py; returns a sentence for each one left out."""
        global _declared
        from tools import addons

        warnings = []
        for path in addons.files(folder):
            _declared = []
            try:
                addons.execute(path)
                found = _declared
            except (Exception, SystemExit) as error:  # one broken file must not cost the others
                warnings.append(f"{path}: {_describe(error)}")
                found = ()
            finally:
                _declared = None
            for declared in found:
                try:
                    self._add(addons.entry(declared))
                except ValueError as error:  # a sentence
                    warnings.append(f"{path}: {clip(str(error), _FAULT_BYTES, SHORT)}")
                except Exception as error:  # nor must one tool cost the others of its file
                    warnings.append(f"{path}: {_describe(error)}")
        forget("tools.addons", *_SELDOM)
        if len(warnings) > _MOST_WARNINGS:
            more = len(warnings) - _MOST_WARNINGS
            warnings[_MOST_WARNINGS:] = [f"… and {more} more about {folder}"]
        return [redact.redact(warning) for warning in warnings]

    def reload(self):
        """Forgets the owner's tools and loads them again; returns the warnings."""
        self._addons = {}
        return self.load_addons()

    def _add(self, entry):
        known = self._find(entry[0])
        if known is None:
            self._addons[entry[0]] = entry
        elif _handler(known) is not entry[2]:  # else the add-on has imported a module of ours
            raise ToolError(f"a tool called '{entry[0]}' exists already")

    def _find(self, name):
        for entry in _catalog():
            if entry[0] == name:
                return entry
        return self._addons.get(name)


def _catalog():
    from tool_catalog import TOOLS

    return TOOLS


def _parse(text):
    """Returns (arguments as a dict, problem); empty text and null are no arguments."""
    try:
        values = jsontext.parse(text) if text.strip() else None
    except ValueError as error:
        return None, str(error)
    if values is None:
        return {}, None
    return values, None if isinstance(values, dict) else "not an object"


def _handler(entry):
    """The function of an entry; the catalogue names the module that holds it."""
    name, _, place, _, _ = entry
    if not isinstance(place, str):
        return place
    return getattr(getattr(__import__("tools." + place), place), name)


def _finish(started):
    """Runs what a handler has begun to its end; returns its result.

    A coroutine and a generator are the same type here, and awaiting a generator would hang the
    task. But what a coroutine yields to the loop is None, and a generator of an answer yields
    text: then the answer is that text and what follows it.
    """
    thrown = None  # into this task: a turn was stopped, for one
    while True:
        try:
            first = next(started) if thrown is None else started.throw(thrown)
        except StopIteration as end:
            return end.value
        if first is not None:
            return _chain(first, started)
        thrown = None
        try:
            yield
        except BaseException as error:
            thrown = error


def _chain(first, rest):
    yield first
    yield from rest


def _text(result):
    """A handler's answer as str, no longer than is needed to see that it must be cut."""
    if isinstance(result, str):
        return result
    if not hasattr(result, "__next__"):
        return "OK" if result is None else str(result)
    pieces = []
    room = _RESULT_BYTES + _SPARE_CHARS
    for piece in result:
        pieces.append(piece)
        room -= len(piece)
        if room < 0:
            break
    return "".join(pieces)


def _describe(error):
    """The name and text of an exception; a sentence of ours stands alone."""
    if isinstance(error, ToolError):
        return error.args[0]
    text = clip(str(error), _FAULT_BYTES, SHORT)
    return type(error).__name__ + (": " + text if text else "")


def _short(name):
    return clip(name, _NAME_BYTES, SHORT)
