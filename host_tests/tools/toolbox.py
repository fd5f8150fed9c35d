"""A registry on a fake board, for the tests of this folder."""

import os

import fake_board
from hardware.pins import Pins
from system.config import Config
from tools.registry import Context, Registry


def make(settings=None):
    """A registry of a fresh board; settings: key → value."""
    fake_board.reset()
    config = Config()
    for key in settings or {}:
        config.set(key, settings[key])
    return Registry(Context(config, Pins(config), {}))


def addon(name, text):
    """Writes one of the owner's tool files."""
    try:
        os.mkdir("/addons")
    except OSError:
        pass
    with open("/addons/" + name, "w") as file:
        file.write(text)


async def answers(registry, tool, table):
    """Runs a tool with each JSON text of a table and holds the answers against it."""
    for arguments, expected in table:
        got = await registry.run(tool, arguments)
        assert got == expected, (arguments, got)
