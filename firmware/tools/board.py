"""What the board offers, for the model."""

import board_data
from tools.registry import tool


@tool("board_info", "Board, chip, named pins, usable pins and pins in use.", {}, group="board")
def board_info(ctx):
    pins = ctx.pins
    usable = pins.all()
    names = [_named(pins, name) for name in sorted(ctx.config["gpio.names"])]
    lines = [
        "board: %s (%s)" % (board_data.NAME, board_data.CHIP),
        "names: " + (", ".join(names) or "none"),
        "inputs: " + _list([gpio for gpio in usable if pins.can(gpio, "input")]),
        "outputs: " + _list([gpio for gpio in usable if pins.can(gpio, "output")]),
        "adc: " + _list([gpio for gpio in usable if pins.can(gpio, "adc")]),
        "in use: " + (", ".join(["%d %s by %s" % claim for claim in pins.claims()]) or "none"),
    ]
    return "\n".join(lines)


def _named(pins, name):
    return "%s=%d%s" % (name, pins.number(name), " (active low)" if pins.active_low(name) else "")


def _list(numbers):
    return " ".join([str(number) for number in numbers]) or "none"
