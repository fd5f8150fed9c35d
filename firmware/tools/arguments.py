"""A call's arguments, held against the tool's schema; all problems in one sentence."""

import json

from micropython import const

from clip import SHORT, clip
from hardware.pins import PinError, whole
from nearest import nearest

_NUMBER_CHARS = const(24)  # longest text that is taken for a number
_NAME_BYTES = const(80)  # of a name that is quoted back
_PIN_FIELDS = ("pin", "sda", "scl")  # integers that may also be a name of gpio.names
UNUSED = "unused"  # the property of tools that have none: some providers refuse an empty object
TYPES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


def check(parameters, values, pins):
    """Returns the handler's arguments; raises ValueError with all problems, joined by "; ".

    parameters: the schema's object; values: the parsed arguments; pins: resolves names of pins.
    """
    properties = parameters["properties"]
    problems = []
    arguments = {}
    for field in sorted(values):
        if field not in properties:
            guess = nearest(field, properties)
            hint = f" (did you mean '{guess}'?)" if guess else ""
            problems.append(f"unknown field '{clip(field, _NAME_BYTES, SHORT)}'{hint}")
    for field in sorted(properties):
        value = values.get(field)
        if value is None:
            if field in parameters.get("required", ()):
                problems.append(f"missing '{field}' field")
            continue
        try:
            if field in _PIN_FIELDS:
                arguments[field] = pins.number(value, field)
            else:
                arguments[field] = coerce(value, properties[field])
        except PinError as error:
            problems.append(error.args[0])
        except ValueError as error:
            problems.append(f"'{field}' must be {error.args[0]}")
    if problems:
        raise ValueError("; ".join(problems))
    arguments.pop(UNUSED, None)
    return arguments


def coerce(value, field):
    """Returns value as the schema `field` asks, exact texts converted.

    Raises ValueError with what it must be, such as "an integer".
    """
    kind = field["type"]
    if kind == "integer":
        value = whole(value)
    elif kind == "number" and isinstance(value, str):
        value = _number(value)
    elif kind == "boolean" and value in ("true", "false"):
        value = value == "true"
    elif kind == "array" and isinstance(value, list):
        value = [coerce(item, field["items"]) for item in value]
    if not _is(value, kind):
        raise ValueError(TYPES[kind])
    if value not in field.get("enum", (value,)):
        raise ValueError("one of " + ", ".join(field["enum"]))
    return value


def _is(value, kind):
    """Whether a value is of a schema type; True is no int here, other than on a PC."""
    types = {
        "string": str,
        "integer": int,
        "number": (int, float),
        "boolean": bool,
        "array": list,
        "object": dict,
    }
    return kind in types and isinstance(value, types[kind])


def _number(text):
    """The number that text is in JSON, or None."""
    try:
        return json.loads(text) if len(text) <= _NUMBER_CHARS else None
    except ValueError:
        return None
