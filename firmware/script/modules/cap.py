"""`require("cap")`: the tools of the agent, for scripts."""

import jsontext
from script.board import table, text
from script.convert import to_python
from script.arguments import arg_str
from script.values import MISSING, Table, Y, bad_arg

_OWN = "lua_run"  # what the names of the tools that run scripts begin with


def make(run):
    registry = run.services["registry"]

    def call(name=MISSING, arguments=None, *_):
        name = text(arg_str(name, 1, "call"))
        if name.startswith(_OWN):
            raise bad_arg(1, "call", f"a script does not call {name}; require what it needs")
        return (Y, _call(registry.run(name, _json(arguments))))

    def names(*_):
        return Table.of([name.encode() for name in registry.names()])

    return table({b"call": call, b"list": names})


def _json(arguments):
    if arguments is None:
        return ""
    if isinstance(arguments, Table):
        try:
            return jsontext.dumps(to_python(arguments))
        except ValueError as error:
            raise bad_arg(2, "call", error.args[0])
    if isinstance(arguments, bytes):
        return text(arguments)
    raise bad_arg(2, "call", "table or JSON text expected")


def _call(coroutine):
    """Whether the tool did it, and its answer."""
    answer = yield coroutine  # the run awaits it
    return (not answer.startswith("Error: "), answer.encode())
