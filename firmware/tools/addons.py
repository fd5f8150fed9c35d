"""The owner's tools: files in /addons/, loaded by path. The model cannot write there.

from tools.registry import tool

@tool("blink", "Blink the lamp.", {"times": {"type": "integer"}}, ("times",))
async def blink(ctx, times):
    …
    return "OK: blinked"
"""

import os

import jsontext
from tools.arguments import TYPES, UNUSED

_NAME_CHARS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
_NAME_LENGTH = 64  # the longest name of a function that OpenAI's API takes


def files(folder):
    """Returns the paths of a folder's .py files, sorted; none when there is no such folder."""
    try:
        return sorted([folder + "/" + name for name in os.listdir(folder) if name.endswith(".py")])
    except OSError:
        return []


def execute(path):
    """Runs a file; its decorators declare what it offers."""
    with open(path) as file:
        code = compile(file.read(), path, "exec")
    exec(code, {"__name__": path, "__file__": path})


def entry(declared):
    """Returns (name, group, handler, schema, raw) of what a decorator declared.

    Raises ValueError for what a provider would refuse: one bad schema fails every request.
    """
    name, description, properties, required, group, raw, handler = declared
    if not (isinstance(name, str) and 0 < len(name) <= _NAME_LENGTH):
        raise ValueError("a tool needs a name of 1 to %d characters" % _NAME_LENGTH)
    for char in name:
        if char not in _NAME_CHARS:
            raise ValueError("tool '%s': a name has letters, digits, _ and - only" % name)
    for field in properties:
        if not _is_field(properties[field]):
            raise ValueError("tool '%s': field '%s' has no usable type" % (name, field))
    parameters = {"type": "object", "properties": properties or {UNUSED: {"type": "string"}}}
    if required:
        parameters["required"] = list(required)
    function = {"name": name, "description": description, "parameters": parameters}
    schema = jsontext.dumps({"type": "function", "function": function}).encode()
    return name, group, handler, schema, raw


def _is_field(field):
    kind = field.get("type")
    return kind in TYPES and (kind != "array" or _is_field(field.get("items", {})))
