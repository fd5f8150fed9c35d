"""What the model may call: finds a tool, checks its arguments, runs it, keeps its answer short.

A tool is a handler and a literal beside it, in any file of this folder:

    @tool("blink", "Blink a lamp.", {"times": {"type": "integer"}}, ("times",))
    async def blink(ctx, times):
        return "OK: blinked"

boards/generate.py reads the literals into `tool_catalog`; a module is imported when one of its
tools is first called. An answer is a str, or an iterator of strs (an async handler may return a
generator): a long one is then cut without ever being held. A handler raises ToolError or PinError
with a sentence for the model.
"""

import gc
import json

from micropython import const

import jsontext
from clip import clip
from forget import forget
from hardware.pins import PinError
from nearest import nearest
from system import redact
from tool_catalog import TOOLS

_RESULT_BYTES = const(4096)  # of an answer that go to the model
_SPARE_CHARS = const(2048)  # kept beyond that until secrets are out: one may lie across the cut
_CUT_NOTE = "\n[cut to {} bytes; ask for less at a time]"
_NAME_BYTES = const(80)  # of a name that is quoted back


class ToolError(ValueError):
    """A tool cannot do what was asked; args[0] is a sentence for the model without "Error: "."""


class Context:
    """What a handler may reach. `session` and `channel` are those of the running turn."""

    def __init__(self, config, pins, request_restart=None):
        self.config = config
        self.pins = pins
        self.session = None
        self.channel = None
        self.services = {}  # name → object handed down by main
        self.request_restart = request_restart


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
        names = [entry[0] for entry in TOOLS] + list(self._addons)
        return sorted([name for name in names if name not in disabled])

    def visible(self, groups=()):
        """Schemas (bytes, by name) of the tools in no group, in `groups` or in tools.groups."""
        shown = self._ctx.config["tools.groups"]
        schemas = []
        for name in self.names():
            _, group, _, schema, _ = self._find(name)
            if not group or group in groups or group in shown:
                schemas.append(schema)
        return schemas

    async def run(self, name, arguments):
        """Calls a tool with JSON text; returns its answer (str, at most 4 KB). Never raises."""
        try:
            handler, positional, named = self.prepare(name, arguments)
            result = handler(self._ctx, *positional, **named)
            if hasattr(result, "send"):  # a coroutine, which is a generator here
                result = await result
            result = _text(result)
        except (ToolError, PinError) as exc:
            result = "Error: " + exc.args[0]
        except MemoryError:
            gc.collect()
            result = "Error: out of memory; ask for less at a time"
        except Exception as exc:  # a fault of a tool must not end the turn
            result = "Error: %s failed: %s" % (name, _describe(exc))
        result = redact.redact(jsontext.repair(result[: _RESULT_BYTES + _SPARE_CHARS]))
        return clip(result, _RESULT_BYTES, _CUT_NOTE)

    def prepare(self, name, arguments):
        """Returns (handler, positional, named arguments after ctx) for a call with JSON text.

        Empty text stands for no arguments. Raises ToolError with all problems in one sentence.
        """
        entry = self._find(name)
        if name in self._ctx.config["tools.disabled"]:
            raise ToolError("tool '%s' is disabled (tools.disabled)" % clip(name, _NAME_BYTES))
        if entry is None:
            guess = nearest(name, self.names())
            hint = "; did you mean '%s'?" % guess if guess else ""
            raise ToolError("unknown tool '%s'%s" % (clip(name, _NAME_BYTES), hint))
        values, problem = _parse(arguments)
        if entry[4]:
            return _handler(entry), (None if problem else values,), {}
        if problem:
            raise ToolError("invalid JSON input (%s)" % problem)
        from tools import arguments as checks

        parameters = json.loads(entry[3])["function"]["parameters"]
        try:
            return _handler(entry), (), checks.check(parameters, values, self._ctx.pins)
        except ValueError as exc:
            raise ToolError(exc.args[0])

    def load_addons(self, folder="/addons"):
        """Loads the owner's tools, `folder`/*.py; returns a sentence for each one left out."""
        global _declared
        from tools import addons

        warnings = []
        for path in addons.files(folder):
            _declared = []
            try:
                addons.execute(path)
                for declared in _declared:
                    self._add(addons.entry(declared))
            except (Exception, SystemExit) as exc:  # one broken file must not cost the others
                warnings.append("%s: %s" % (path, _describe(exc)))
            finally:
                _declared = None
        forget("tools.addons")
        return warnings

    def reload(self):
        """Forgets the owner's tools and loads them again; returns the warnings."""
        self._addons = {}
        return self.load_addons()

    def _add(self, entry):
        known = self._find(entry[0])
        if known is None:
            self._addons[entry[0]] = entry
        elif _handler(known) is not entry[2]:  # else the add-on has imported a module of ours
            raise ToolError("a tool called '%s' exists already" % entry[0])

    def _find(self, name):
        for entry in TOOLS:
            if entry[0] == name:
                return entry
        return self._addons.get(name)


def _parse(text):
    """Returns (arguments as a dict, problem); empty text and null are no arguments."""
    try:
        values = jsontext.parse(text) if text.strip() else None
    except ValueError as exc:
        return None, str(exc)
    if values is None:
        return {}, None
    return values, None if isinstance(values, dict) else "not an object"


def _handler(entry):
    """The function of an entry; the catalogue names the module that holds it."""
    name, _, place, _, _ = entry
    if not isinstance(place, str):
        return place
    return getattr(getattr(__import__("tools." + place), place), name)


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


def _describe(exc):
    """The name and text of an exception; a sentence of ours stands alone."""
    if isinstance(exc, ToolError):
        return exc.args[0]
    text = str(exc)
    return type(exc).__name__ + (": " + text if text else "")
