"""The owner's tools: files in /addons/, loaded by path. The model cannot write there.

A tool is held to what boards/generate.py holds ours to: one bad schema would fail every request.

from tools.registry import tool

@tool("blink", "Blink the lamp.", {"times": {"type": "integer"}}, ("times",))
async def blink(ctx, times):
    …
    return "OK: blinked"
"""

import os

import jsontext
from micropython import const
from tool_catalog import GROUPS
from tools.arguments import TYPES, UNUSED

_NAME_CHARS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
_NAME_LENGTH = const(64)  # the longest name of a function that OpenAI's API takes
_SCHEMA_BYTES = const(4096)
_WORDS = ("type", "properties", "required", "description", "enum", "items")


def files(folder):
    """Returns the paths of a folder's .py files, sorted; none when there is no such folder."""
    try:
        return sorted([f"{folder}/{name}" for name in os.listdir(folder) if name.endswith(".py")])
    except OSError:
        return []


def execute(path):
    """Runs a file; its decorators declare what it offers."""
    with open(path) as file:
        code = compile(file.read(), path, "exec")
    exec(code, {"__name__": path, "__file__": path})


def entry(declared):
    """Returns (name, group, handler, schema, raw) of what a decorator declared.

    Raises ValueError with a sentence for what a provider may refuse.
    """
    name, description, properties, required, group, raw, handler = declared
    if not (isinstance(name, str) and 0 < len(name) <= _NAME_LENGTH):
        raise ValueError(f"a tool needs a name of 1 to {_NAME_LENGTH} characters")
    if not all(char in _NAME_CHARS for char in name):
        raise ValueError(f"tool '{name}': a name has letters, digits, _ and - only")
    if group not in GROUPS:
        raise ValueError(f"tool '{name}': group is one of {', '.join(GROUPS[1:])}, or ''")
    if not isinstance(description, str):
        raise ValueError(f"tool '{name}': description is not a text")
    if not callable(handler):
        raise ValueError(f"tool '{name}' has no function")
    problem = _object_problem(properties, required)
    if problem:
        raise ValueError(f"tool '{name}': {problem}")
    parameters = {"type": "object", "properties": properties or {UNUSED: {"type": "string"}}}
    if required:
        parameters["required"] = list(required)
    function = {"name": name, "description": description, "parameters": parameters}
    schema = jsontext.dumps({"type": "function", "function": function}).encode()
    if len(schema) > _SCHEMA_BYTES:
        raise ValueError(f"tool '{name}': its schema has more than {_SCHEMA_BYTES} bytes")
    return name, group, handler, schema, bool(raw)


def _object_problem(properties, required):
    """What is wrong with the fields of an object; None when nothing is."""
    if not isinstance(properties, dict):
        return "properties are not a dict"
    for name in properties:
        if not isinstance(name, str):
            return "the name of a field is not a text"
        problem = _field_problem(properties[name])
        if problem:
            return f"field '{name}' {problem}"
    if not isinstance(required, (list, tuple)):
        return "required is not a list"
    for name in required:
        if not isinstance(name, str) or name not in properties:
            return f"required names '{name}', which is no field"
    return None


def _field_problem(field):
    if not isinstance(field, dict) or field.get("type") not in TYPES:
        return "has no usable type"
    for word in field:
        if word not in _WORDS:
            return f"has '{word}', which not every provider takes"
    if not isinstance(field.get("description", ""), str):
        return "has a description that is not a text"
    if "enum" in field:
        words = field["enum"]
        if field["type"] != "string" or not isinstance(words, (list, tuple)) or not words:
            return "has an enum, which is a list of texts for a string"
        if not all(isinstance(word, str) for word in words):
            return "has an enum of other things than texts"
    if field["type"] == "array":
        return _field_problem(field.get("items"))
    if field["type"] == "object":
        return _object_problem(field.get("properties", {}), field.get("required", ()))
    return None
