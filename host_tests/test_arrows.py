"""Holds the imports of firmware/ to the arrows of the architecture, and its files to their size.

Imports inside functions count like those at the top. A room is a folder; a module at the root is
a room of its own. What the board's build generates (`board_data`, `tool_catalog`) ranks with lib.
"""

import ast
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
# From the top down: a room may import rooms of the lines below its own, of no other line.
RANKS = (
    ("boot", "pinpilot"),
    ("main",),
    ("rooms",),
    ("channels", "automation", "setup"),
    ("agent",),
    ("llm", "tools", "knowledge", "script"),
    ("hardware", "net"),
    ("system",),
    ("lib",),
)
RANK = {room: rank for rank, rooms in enumerate(RANKS) for room in rooms}
GENERATED = {"board_data": "lib", "tool_catalog": "lib"}
LINES = {"main": 40}
MOST_LINES = 300


class Firmware:
    """The modules of a firmware folder by dotted name, and what each of them imports."""

    def __init__(self, folder):
        self.files = {}
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            if parts[0] == "lib":
                parts = parts[1:]  # a library is imported by its own name
            self.files[".".join(parts)] = path
        self.folder = folder
        self.imports = {name: sorted(self.read(name)) for name in self.files}

    def room(self, name):
        if name in self.files:
            return self.files[name].relative_to(self.folder).with_suffix("").parts[0]
        return GENERATED.get(name, name.split(".")[0])

    def read(self, name):
        """Every module of ours that the module `name` imports, at its top or later."""
        for node in ast.walk(ast.parse(self.files[name].read_text())):
            for found in imported(node):
                target = self.known(found)
                if target is not None and target != name:
                    yield target

    def known(self, dotted):
        """The module (or the room alone) behind `room.module.name`; None for what is not ours."""
        while dotted:
            if dotted in self.files or dotted in GENERATED or (self.folder / dotted).is_dir():
                return dotted
            dotted = dotted.rpartition(".")[0]
        return None


def imported(node):
    """The dotted names that one syntax node imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        start = "." * node.level + (node.module or "")
        return [start + "." + alias.name for alias in node.names]
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "__import__":
        name = node.args[0]
        while isinstance(name, ast.BinOp):  # "tools." + module: the room is what can be told
            name = name.left
        return [str(name.value).rstrip(".")] if isinstance(name, ast.Constant) else []
    return []


def arrow_faults(firmware):
    """A sentence for each import that does not point down."""
    for name, targets in firmware.imports.items():
        room = firmware.room(name)
        if room not in RANK:
            yield f"{name}: the room '{room}' has no rank"
            continue
        for target in targets:
            other = firmware.room(target)
            if other == room:
                continue
            if other not in RANK:
                yield f"{name} imports {target}: the room '{other}' has no rank"
            elif RANK[other] <= RANK[room]:
                yield f"{name} imports {target}: {other} does not lie below {room}"
            elif other == "channels" and room != "main":
                yield f"{name} imports {target}: only main knows a channel by name"


def circles(firmware):
    """Each way that leads from a module back to itself, as `a -> b -> a`."""
    done = set()

    def walk(name, path):
        if name in path:
            yield " -> ".join(path[path.index(name) :] + [name])
        elif name not in done:
            for target in firmware.imports.get(name, ()):
                yield from walk(target, path + [name])
            done.add(name)

    for name in firmware.imports:
        yield from walk(name, [])


def relative_imports(firmware):
    for name, path in firmware.files.items():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level:
                yield f"{name}, line {node.lineno}: a relative import hides the room it comes from"


def long_files(firmware):
    for name, path in firmware.files.items():
        lines = len(path.read_text().splitlines())
        limit = LINES.get(name, MOST_LINES)
        if lines > limit:
            yield f"{name} has {lines} lines, more than {limit}"


CHECKS = (arrow_faults, circles, relative_imports, long_files)


@pytest.mark.parametrize("check", CHECKS)
def test_firmware(check):
    firmware = Firmware(FIRMWARE)
    assert firmware.files, f"no modules in {FIRMWARE}"
    assert list(check(firmware)) == []


SOUND = {
    "main.py": "from channels import serial\nfrom system import config\n",
    "channels/serial.py": "def run():\n    from agent.loop import Agent\n    return Agent\n",
    "agent/loop.py": "import jsontext, os\nfrom tools import registry\nimport llm.client\n",
    "llm/client.py": "import net.http\n",
    "tools/registry.py": "import tool_catalog\nload = lambda name: __import__('tools.' + name)\n",
    "tools/gpio.py": "from tools.registry import tool\nfrom hardware import pins\n",
    "hardware/pins.py": "import board_data\nfrom system.config import Config\n",
    "net/http.py": "import asyncio\nfrom system import config\n",
    "system/config.py": "import jsontext, nearest\n",
    "lib/jsontext.py": "import json\n",
    "lib/nearest.py": "",
}
UNSOUND = {
    "arrow up": ("system/config.py", "from tools import registry", arrow_faults),
    "arrow up in a function": ("net/http.py", "def f():\n  import agent.loop", arrow_faults),
    "arrow up by name": ("llm/client.py", "__import__('agent.' + name)", arrow_faults),
    "same rank": ("llm/client.py", "from tools.registry import tool", arrow_faults),
    "same rank below": ("hardware/pins.py", "from net import http", arrow_faults),
    "out of lib": ("lib/jsontext.py", "from system.config import Config", arrow_faults),
    "channel by name": ("pinpilot.py", "from channels import serial", arrow_faults),
    "unknown room": ("misc/util.py", "", arrow_faults),
    "circle": ("lib/nearest.py", "def f():\n  import jsontext\n", circles),
    "relative": ("tools/gpio.py", "from .registry import tool", relative_imports),
    "long": ("lib/nearest.py", "\n" * 301, long_files),
    "long main": ("main.py", "x = 1\n" * 41, long_files),
}


def build(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Firmware(folder)


def test_a_sound_tree_passes(tmp_path):
    firmware = build(tmp_path, SOUND)
    assert [fault for check in CHECKS for fault in check(firmware)] == []


@pytest.mark.parametrize("case", UNSOUND)
def test_a_fault_is_found(tmp_path, case):
    name, text, check = UNSOUND[case]
    files = dict(SOUND, **{name: text})
    if case == "circle":
        files["lib/jsontext.py"] = "import nearest"
    faults = list(check(build(tmp_path, files)))
    assert len(faults) == 1, faults
