#!/usr/bin/env python3
"""Writes board_data.py and tool_catalog.py into build/<BOARD>/gen: what firmware takes as given.

usage: generate.py [BOARD…] | --all      (default: ESP32_GENERIC)

board_data.py is made from chips.py. tool_catalog.py is made from the `@tool(…)` literals in
firmware/tools/*.py, read without running them, so that the schemas stay in ROM and a tool's module
is imported when it is first called. A file is written only when its content changes.
"""

import argparse
import ast
import json
import sys
from pathlib import Path

from chips import BOARDS, CHIPS, pads

REPO = Path(__file__).resolve().parent.parent
TOOLS = REPO / "firmware" / "tools"

# One byte a GPIO in board_data.PINS: hardware/pins.py reads the same bits.
INPUT, OUTPUT, ADC1, ADC2 = 1, 2, 4, 8
RESERVED = ("flash", "PSRAM", "USB", "UART0")  # NOTES[1:5]; strapping notes follow

GROUPS = ("", "analog", "bus", "sensor", "board", "rules")
TYPES = {"string", "integer", "number", "boolean", "array", "object"}
SCHEMA_WORDS = {"type", "properties", "required", "description", "enum", "items"}
# Some providers refuse an object without properties, others a function without parameters.
NO_PROPERTIES = {"unused": {"type": "string"}}


class GenerateError(Exception):
    """A tool's literal that cannot become a schema; the text says which and why."""


def board_data(board):
    """Returns the text of board_data.py for a board of chips.BOARDS."""
    chip_name, psram = BOARDS[board]
    chip = CHIPS[chip_name]
    strapping = chip["strapping"]
    notes = ["", *RESERVED, *dict.fromkeys(strapping.values())]
    reserved = {gpio: reason for reason in RESERVED for gpio in pads(chip.get(reason, ""))}
    reserved.update(dict.fromkeys(pads(psram), "PSRAM"))
    exists, input_only = pads(chip["pads"]), pads(chip.get("input only", ""))
    adc1, adc2 = pads(chip["adc1"]), pads(chip.get("adc2", ""))
    table = bytearray(max(exists) + 1)
    for gpio in exists:
        note = notes.index(reserved.get(gpio) or strapping.get(gpio, ""))
        table[gpio] = (
            INPUT
            | OUTPUT * (gpio not in input_only)
            | ADC1 * (gpio in adc1)
            | ADC2 * (gpio in adc2)
            | note << 4
        )
    return (
        f'"""Pins of {board}, made by boards/generate.py from boards/chips.py."""\n\n'
        f"NAME = {board!r}\n"
        f"CHIP = {chip_name!r}\n"
        f"PINS = {bytes(table)!r}\n"
        f"NOTES = {tuple(notes)!r}\n"
        f"NO_OUTPUT = {bytes(sorted(pads(chip.get('no output', ''))))!r}\n"
    )


def tool_catalog(folder=TOOLS):
    """Returns the text of tool_catalog.py for a folder of tools; raises GenerateError."""
    found = {}
    for path in sorted(folder.glob("*.py")):
        for entry in read_tools(path):
            if entry["name"] in found:
                raise GenerateError(f"{path.name}: tool {entry['name']} is declared twice")
            found[entry["name"]] = (
                entry.get("group", ""),
                path.stem,
                schema(entry),
                entry.get("raw", False),
            )
    lines = [f"    {(name, *found[name])!r},\n" for name in sorted(found)]
    return (
        '"""Every built-in tool, made by boards/generate.py from firmware/tools/."""\n\n'
        f"GROUPS = {GROUPS!r}  # of tools; those in the first are always visible\n"
        "# name, group, module in tools/, schema as it is sent, whether the handler is raw\n"
        f"TOOLS = (\n{''.join(lines)})\n"
    )


def read_tools(path):
    """Yields the arguments of each `@tool(…)` in a file, checked against the handler below."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        for call in node.decorator_list:
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "tool":
                try:
                    entry = literal(call)
                    check(entry, node)
                except (ValueError, KeyError) as error:
                    raise GenerateError(f"{path.name}: tool {node.name}: {error}") from error
                yield entry


def literal(call):
    """Returns the decorator's arguments as a dict; raises ValueError for anything but literals."""
    names = ("name", "description", "properties", "required", "group", "raw")
    entry = {name: ast.literal_eval(node) for name, node in zip(names, call.args)}
    entry.update({word.arg: ast.literal_eval(word.value) for word in call.keywords})
    return entry


def check(entry, handler):
    """Raises ValueError unless the literal describes its handler in words all providers take."""
    properties, required = entry["properties"], entry.get("required", ())
    if handler.name != entry["name"]:
        raise ValueError(f"the handler must be called {entry['name']}")
    if not isinstance(entry["description"], str):
        raise ValueError("a description that is not a text")
    if entry.get("group", "") not in GROUPS:
        raise ValueError(f"unknown group {entry['group']!r}")
    if not entry.get("raw"):
        taken = [argument.arg for argument in handler.args.args[1:]]
        if sorted(taken) != sorted(properties):
            raise ValueError(f"the handler takes {taken}, the schema names {list(properties)}")
    check_object(properties, required)


def check_object(properties, required):
    """Raises ValueError for fields of an object that not every provider takes."""
    if not set(required) <= set(properties):
        raise ValueError("a required field is not among the properties")
    for field in properties.values():
        check_field(field)


def check_field(field):
    """Raises ValueError for words outside the common subset of JSON schema."""
    if set(field) - SCHEMA_WORDS:
        raise ValueError(
            f"words that not every provider takes: {sorted(set(field) - SCHEMA_WORDS)}"
        )
    if field.get("type") not in TYPES:
        raise ValueError("a field without type, or one that is none")
    if not isinstance(field.get("description", ""), str):
        raise ValueError("a description that is not a text")
    if "enum" in field and not (
        field["type"] == "string" and all(isinstance(word, str) for word in field["enum"])
    ):
        raise ValueError("enum is for strings: some providers refuse numbers there")
    if field["type"] == "array":
        if "items" not in field:
            raise ValueError("a list without items")
        check_field(field["items"])
    if field["type"] == "object":
        check_object(field.get("properties", {}), field.get("required", ()))


def schema(entry):
    """Returns the JSON bytes of one element of a request's `tools`."""
    parameters = {"type": "object", "properties": entry["properties"] or NO_PROPERTIES}
    if entry.get("required"):
        parameters["required"] = list(entry["required"])
    function = {
        "name": entry["name"],
        "description": entry["description"],
        "parameters": parameters,
    }
    text = json.dumps(
        {"type": "function", "function": function}, separators=(",", ":"), ensure_ascii=False
    )
    return text.encode()


def write(path, text):
    """Writes a file unless it holds this text already: what is built from it stays fresh."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def generate(board):
    """Writes both files of a board."""
    folder = REPO / "build" / board / "gen"
    write(folder / "board_data.py", board_data(board))
    write(folder / "tool_catalog.py", tool_catalog())


def main():
    parser = argparse.ArgumentParser(description="Write the generated modules of boards.")
    parser.add_argument("boards", nargs="*", metavar="BOARD", help=" ".join(BOARDS))
    parser.add_argument("--all", action="store_true", help="every board")
    options = parser.parse_args()
    boards = list(BOARDS) if options.all else options.boards or ["ESP32_GENERIC"]
    unknown = [board for board in boards if board not in BOARDS]
    if unknown:
        parser.error(f"unknown board {unknown[0]}; known: {' '.join(BOARDS)}")
    try:
        for board in boards:
            generate(board)
    except GenerateError as error:
        sys.exit(f"generate.py: {error}")


if __name__ == "__main__":
    main()
