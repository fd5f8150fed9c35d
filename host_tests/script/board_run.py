"""A run on the simulated board, for tests that call the board modules without the engine."""

from hardware.pins import Pins
from script import require
from script.values import LuaError
from simulated import wiring
from system.config import Config


class Run:
    """What a board module sees of script/run.py; `step()` calls the callbacks that wait."""

    def __init__(self, settings=None, owner="script test", services=None):
        config = Config()
        for key in settings or {}:
            config.set(key, settings[key])
        self.owner = owner
        self.services = {"config": config, "pins": Pins(config)}
        self.services.update(services or {})
        self.live = 0
        self.events = None
        self.notified = []
        self.posted = []
        self.most_posted = 16
        self.closers = []
        self.require = require.make(self)

    def module(self, name):
        """The functions of a module, by name."""
        return Functions(self.require(name.encode()))

    def on_close(self, function):
        self.closers.append(function)

    def post(self, function, *arguments):
        if len(self.posted) >= self.most_posted:
            return False
        self.posted.append((function, arguments))
        return True

    def notify(self, text):
        self.notified.append(text)

    def step(self):
        while self.posted:
            function, arguments = self.posted.pop(0)
            function(*arguments)

    def close(self):
        while self.closers:
            self.closers.pop()()
        self.services["pins"].release(self.owner)


class Functions:
    """A Lua table whose functions are attributes, methods where the table is an object."""

    def __init__(self, table):
        self.table = table

    def __getattr__(self, name):
        function = self.table.get(name.encode())
        if function is None:
            raise AttributeError(name)
        return function

    def send(self, name, *arguments):
        """`object:name(…)`"""
        return getattr(self, name)(self.table, *arguments)


def error(function, *arguments):
    """The text of the LuaError that a call raises."""
    try:
        result = function(*arguments)
    except LuaError as error:
        assert error.level == 1
        return error.value.decode()
    raise AssertionError(f"no error, but {result}")


def values(table):
    """The array part of a Lua table."""
    return [table.get(i) for i in range(1, table.size() + 1)]


class Log:
    """The pad log of the simulated board, as a list of (op, pin, mode, value)."""

    def __init__(self):
        self.events = []
        wiring.log = lambda *event: self.events.append(event)

    def of(self, pin, *operations):
        found = [event for event in self.events if event[1] == pin and event[0] in operations]
        self.events.clear()
        return found
