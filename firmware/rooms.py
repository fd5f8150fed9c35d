"""Builds the rooms of the firmware: the one place that knows them all.

`build()` returns the services that channels and tools may use, by name.
"""

import board_data
from hardware.pins import Pins
from system import log, store, uptime
from system.config import Config
from system.restart import Restart


_pins = None  # outlives the other rooms: pads go on when the agent is started again
_jobs = None


def build():
    """Returns a dict: board (its name), restart, config, pins, sessions, registry, context,
    agent, bus, jobs, and warnings (sentences for the user).
    """
    global _pins, _jobs
    if _jobs is not None:
        _jobs.abandon()  # what scripts held when their loop was interrupted
    services = {"board": board_data.NAME, "restart": Restart()}
    uptime.seconds()  # counts from here on
    config = services["config"] = Config()
    log.setup(config)
    if _pins is None:
        _pins = Pins(config)
        warnings = _pins.apply_boot_levels()  # before anything that takes its time
    else:
        _pins.use(config)
        warnings = []
    services["pins"] = _pins
    for folder in ("/state", "/state/sessions"):
        store.sweep(folder)
    store.sweep("/data/tmp", "")
    _build_agent(services)
    _jobs = services["jobs"]
    services["warnings"] = config.warnings + warnings + services["registry"].load_addons()
    return services


def _build_agent(services):
    from agent.bus import Bus
    from agent.context import Context
    from agent.loop import Agent
    from agent.session import Sessions
    from llm.client import Client
    from script.door import Door
    from tools import registry

    config = services["config"]
    tools = registry.Context(config, services["pins"], services)
    services["sessions"] = Sessions()
    services["registry"] = registry.Registry(tools)
    services["context"] = Context(config, services["pins"], services["board"])
    services["agent"] = Agent(services, Client(config), tools)
    services["bus"] = Bus(services["agent"])
    services["jobs"] = Door(services)
