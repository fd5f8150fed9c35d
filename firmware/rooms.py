"""Builds the rooms of the firmware, each from what it is handed: the one place that knows them all.

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
from system import log
from system.config import Config
from system.restart import Restart
from tools.registry import Context as ToolContext
from tools.registry import Registry


def build():
    """Returns a dict: config, pins, restart, sessions, registry, context, agent, bus, board, started_ms, warnings."""
    services = {"board": board_data.NAME, "started_ms": time.ticks_ms(), "restart": Restart()}
    config = services["config"] = Config()
    log.setup(config)
    pins = services["pins"] = Pins(config)
    pins.apply_boot_levels()
    services["sessions"] = Sessions(history_bytes=config["agent.history_kb"] * 1024)
    services["registry"] = Registry(ToolContext(config, pins, services))
    services["context"] = Context(config, board_data.NAME)
    services["agent"] = Agent(
        config, Client(config), services["registry"], services["sessions"], services["context"])
    services["bus"] = Bus(services["agent"])
    services["warnings"] = config.warnings + services["registry"].load_addons()
    return services
