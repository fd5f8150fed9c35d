"""Calls functions of a library with the cases on stdin, under MicroPython, and prints the results.

Not a test itself: test_library.py sends `[(function, arguments), …]` and compares the lines.
"""

import sys

from script import calls, values


class Run:
    """As much of a run as the libraries need."""

    def __init__(self):
        self.ticks = 0
        self.owner = "test"
        self.services = {}

    def tick(self):
        self.ticks += 1

    def on_close(self, fn):
        pass


class Named:
    """An argument that has no literal: a function, told by its name."""

    def __init__(self, name):
        self.name = name


def text(value):
    if value.__class__ is bytes:
        return "s:" + "".join(["%02x" % byte for byte in value])
    if value.__class__ is int:
        return "i:%d" % value
    if value.__class__ is float:
        return "f:" + (
            "nan" if value != value else "inf" if value - value != 0 else "%.9g" % value
        )
    if value is None or value is True or value is False:
        return {None: "nil", True: "true", False: "false"}[value]
    if value.__class__ is values.Table:
        return "{" + " ".join(sorted([text(k) + "=" + text(v) for k, v in value.items()])) + "}"
    return values.type_name(value).decode()


def ascii(message):
    return "".join([chr(byte) if byte < 128 else "?" for byte in message])


FUNCTIONS = {
    "nothing": lambda *args: (),
    "same": lambda *args: tuple(args),
    "count": lambda *args: len(args),
    "no": lambda *args: False,
    "table": lambda *args: values.Table.of([1]),
    "half": lambda *args: 0.5,
    "upper": lambda s, *args: b"%s!" % s,
}


def lua(value):
    if value.__class__ is Named:
        return FUNCTIONS[value.name]
    if value.__class__ is dict:
        return values.Table.record({key: lua(item) for key, item in value.items()})
    return value


def outcome(function, args):
    try:
        results = calls.call(function, *[lua(arg) for arg in args])
    except values.LuaError as error:
        return "error " + ascii(error.args[0])
    if results and results[0].__class__ not in (bytes, int, float, bool, values.Table, type(None)):
        # An iterator: what it gives.
        all_of = []
        state, control = results[1:3] if len(results) > 2 else (None, None)
        for _ in range(20):
            try:
                more = calls.call(results[0], state, control)
            except values.LuaError as error:
                all_of.append("error " + ascii(error.args[0]))
                break
            if not more or more[0] is None:
                break
            all_of.append(",".join([text(value) for value in more]))
            control = more[0]
        return "each " + " ".join(all_of)
    return " ".join([text(value) for value in results])


def main():
    values.state.run = Run()
    name, cases = eval(sys.stdin.read(), {"Named": Named})
    library = __import__("script." + name, None, None, ["make"]).make(values.state.run)
    for function, args in cases:
        print(outcome(library.get(function.encode()), args))


main()
