"""Pinpilot from the REPL and from mpremote, while the agent rests.

>>> import pinpilot
>>> pinpilot.ask("turn the lamp on")
>>> pinpilot.tool("gpio_control", pin=5, action="on")
>>> pinpilot.run_lua("/data/scripts/blink.lua", times=3)
>>> pinpilot.config("llm.model", "gpt-4o-mini")
>>> pinpilot.start()
"""

import asyncio

import rooms

_SESSION = "serial:0"  # the conversation of the console
_services = None


def _rooms():
    global _services
    if _services is None:
        _services = rooms.build()
    return _services


def _run(coroutine):
    try:
        return asyncio.run(coroutine)
    finally:
        asyncio.new_event_loop()  # Ctrl-C may have left tasks in the old one, and scripts
        _rooms()["jobs"].abandon()


class _Printer:
    """A reply that prints, for a turn without a channel."""

    async def text(self, piece):
        print(piece, end="")

    async def notice(self, sentence):
        print(f"[{sentence}]")

    async def end(self, sentence):
        print(sentence)


def ask(text):
    """Runs one turn in the serial conversation and prints the answer as it arrives."""
    from agent.bus import Message

    _run(_rooms()["agent"].turn(Message(_SESSION, text, _Printer())))


def tool(name, **arguments):
    """Runs a tool without the model and returns its result (str)."""
    import jsontext

    result = _run(_rooms()["registry"].run(name, jsontext.dumps(arguments)))
    if _rooms()["restart"].is_wanted:
        import machine

        print(result)
        machine.reset()
    return result


def run_lua(path, **arguments):
    """Runs a Lua script, calls its `run(args)`, and returns what became of it (str)."""
    return tool("lua_run", path=path, args=arguments)


_SHOW = object()


def config(key=None, value=_SHOW):
    """Returns a setting as JSON text, secrets as ***, and sets it first when a value is given.

    Without a key it returns a dict of all. Raises ConfigError.
    """
    settings = _rooms()["config"]
    if key is None:
        return {name: settings.shown(name) for name in settings.keys()}
    if value is not _SHOW:
        settings.set(key, value)
    return settings.shown(key)


def status():
    """Prints version, heap, model and conversation."""
    from agent import commands

    print(commands.run(_rooms(), _SESSION, "/status", True))


def start():
    """Starts the agent on the serial line; Ctrl-C gives the prompt back."""
    global _services
    _services = None
    import main

    main.start()
