"""What the board offers, for the model."""

import board_data
from hardware.pins import listed
from tools.registry import tool


@tool("board_info", "Board, chip, named pins, usable pins and pins in use.", {}, group="board")
def board_info(ctx):
    pins = ctx.pins
    names = [f"{name}={gpio}{' (active low)' * low}" for name, gpio, low in pins.names()]
    claims = [f"{gpio} {kind} by {owner}" for gpio, kind, owner in pins.claims()]
    lines = [
        f"board: {board_data.NAME} ({board_data.CHIP})",
        "names: " + (", ".join(names) or "none"),
        "inputs: " + listed(pins.able("input")),
        "outputs: " + listed(pins.able("output")),
        "adc: " + listed(pins.able("adc")),
        "in use: " + (", ".join(claims) or "none"),
    ]
    return "\n".join(lines)
