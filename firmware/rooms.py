"""Builds the rooms of the firmware: the one place that knows them all.

`build()` returns the services that channels and tools may use, by name.
"""

import time

import board_data
from agent.bus import Bus
from agent.context import Context
from agent.loop import Agent
from agent.session import Sessions
from hardware.pins import Pins
from llm.client import Client
from system import log, store
from system.config import Config
from system.restart import Restart
from tools.registry import Context as ToolContext
from tools.registry import Registry


def build():
    """Returns a dict: board (its name), started_ms, restart, config, pins, sessions, registry,
    context, agent, bus, and warnings (sentences for the user).
    """
    services = {"board": board_data.NAME, "started_ms": time.ticks_ms(), "restart": Restart()}
    config = services["config"] = Config()
    log.setup(config)
    for folder in ("/state", "/state/sessions"):
        store.sweep(folder)
    pins = services["pins"] = Pins(config)
    refused = pins.apply_boot_levels()
    services["sessions"] = Sessions()
    tools = ToolContext(config, pins, services["restart"])
    tools.services = services
    services["registry"] = Registry(tools)
    services["context"] = Context(config, board_data.NAME)
    services["agent"] = Agent(services, Client(config), tools)
    services["bus"] = Bus(services["agent"])
    services["warnings"] = config.warnings + refused + services["registry"].load_addons()
    return services
