"""Commands that people type on any channel: `/help`, `/new`, `/status` and so on.

One table; each command is a function (services, session, words) → text. `services` is the dict
that main hands down: config, registry, sessions, context, bus, jobs, board, restart.
Settings, the log and a reset belong to the board's owner at the console, so they are `local`.
"""

import gc
import sys

from llm.body import Chain
from nearest import nearest
from oserror import reason
from system import heap, log, uptime
from system.config import ConfigError
from system.version import VERSION


def _help(services, session, words):
    lines = ["Write a message, and the agent answers. Commands:"]
    lines += [f"/{name:<9}{_COMMANDS[name][2]}" for name in sorted(_COMMANDS)]
    return "\n".join(lines)


def _new(services, session, words):
    services["sessions"].clear(session)
    return "A new conversation begins."


def _status(services, session, words):
    config = services["config"]
    used = heap.sample()
    seconds = uptime.seconds()
    version = ".".join(str(part) for part in sys.implementation.version[:3])
    url, model = config["llm.url"] or "(no llm.url)", config["llm.model"] or "(none)"
    return "\n".join(
        (
            f"Pinpilot {VERSION} on {services['board']}, MicroPython {version}",
            f"up {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}, "
            f"heap {used // 1024} KB used, {gc.mem_free() // 1024} KB free",
            f"model {model} at {url}",
            f"jobs: {services['jobs'].summary()}",
            f"conversation {session}: {services['sessions'].open(session).turns} turns kept",
        )
    )


def _stop(services, session, words):
    stopped = services["jobs"].stop_runs()
    return "Stopping." if services["bus"].stop() or stopped else "Nothing is running."


def _tools(services, session, words):
    return "\n".join(services["registry"].names())


def _context(services, session, words):
    parts = services["context"].parts(session)
    sizes = [(name, Chain([part]).size()) for name, part in parts]
    sizes.append(("tools", Chain(services["registry"].visible()).size()))
    sizes.append(("history", Chain(services["sessions"].open(session).segments()).size()))
    lines = [f"{size:>7} bytes  {name}" for name, size in sizes]
    return "\n".join(lines + [f"{sum(size for _, size in sizes):>7} bytes  in all"])


def _config(services, session, words):
    config = services["config"]
    if not words:
        return "\n".join(f"{key} = {config.shown(key)}" for key in config.keys())
    key, _, text = words.partition(" ")
    if text:
        config.set_text(key, text)
    return f"{key} = {config.shown(key)}"


def _setup(services, session, words):
    config = services["config"]
    steps = (
        ("wifi.ssid", "/config wifi.ssid NAME, then /config wifi.password PASSWORD"),
        ("llm.url", "/config llm.url https://HOST/v1 (any OpenAI-compatible endpoint)"),
        ("llm.key", "/config llm.key KEY (an endpoint at home may need none)"),
        ("llm.model", "/config llm.model NAME"),
    )
    lines = [f"{'done' if config[key] else 'open'} {step}" for key, step in steps]
    return "\n".join(["Settings for a first answer:"] + lines)


def _log(services, session, words):
    return log.tail() or "The log is empty."


def _reload(services, session, words):
    warnings = services["registry"].reload()
    return "\n".join(["Add-ons are loaded again."] + warnings)


def _reset(services, session, words):
    if words:
        return "Error: /reset takes nothing after it; it restarts the board and keeps every file."
    services["restart"]("/reset")
    return "The board restarts."


# name → (function, local, help line)
_COMMANDS = {
    "help": (_help, False, "this list"),
    "new": (_new, False, "start a new conversation"),
    "stop": (_stop, False, "end the answer or the script that is under way"),
    "status": (_status, False, "version, heap, model, conversation, jobs"),
    "tools": (_tools, False, "what the agent can do"),
    "context": (_context, False, "how large each part of a request is"),
    "config": (_config, True, "[KEY [VALUE]] show or change settings"),
    "setup": (_setup, True, "what is still to be set"),
    "log": (_log, True, "the last 4 KB of the log"),
    "reload": (_reload, True, "load /addons again"),
    "reset": (_reset, True, "restart the board"),
}


def run(services, session, text, local):
    """Runs one command line that begins with `/` and returns the text to show.

    local: True at the board's own console; elsewhere the owner's commands are refused
    """
    name, _, words = text[1:].strip().partition(" ")
    if name not in _COMMANDS:
        close = nearest(name, _COMMANDS)
        hint = f"did you mean /{close}?" if close else "/help lists all"
        return f"Error: unknown command /{name}; {hint}"
    function, owner_only, _ = _COMMANDS[name]
    if owner_only and not local:
        return f"Error: /{name} works at the board's own serial console only"
    try:
        return function(services, session, words.strip())
    except ConfigError as error:
        return f"Error: {error}"
    except OSError as error:
        return f"Error: {reason(error)}"
