"""Digital pins, for the model. Prompts, skills and users rely on these very strings."""

from hardware.pins import whole
from tools.registry import ToolError, tool

_ACTIONS = ("on", "off", "set", "toggle", "get")


@tool(
    "gpio_control",
    "Switch or read a GPIO pin. Always call this instead of guessing a level.",
    {
        "pin": {"type": "integer", "description": "GPIO number, or a pin name"},
        "action": {"type": "string", "enum": ["on", "off", "set", "toggle", "get"]},
        "level": {"type": "integer", "description": "0 or 1, for set"},
    },
    ("pin", "action"),
    raw=True,
)
def gpio_control(ctx, arguments):
    if arguments is None:
        raise ToolError("invalid JSON input")
    pins = ctx.pins
    gpio = pins.number(arguments.get("pin"))
    suffix = pins.usable(gpio)
    action = arguments.get("action")
    if action not in _ACTIONS:
        raise ToolError("missing or invalid 'action' field")
    if action == "get":
        level = pins.read(gpio)
    else:
        pins.check(gpio, "output")
        level = pins.write(gpio, _level(pins, gpio, action, arguments))
    return f"OK: gpio {gpio} action={action} level={level}{suffix}"


def _level(pins, gpio, action, arguments):
    """The level that the pad shall have after an action."""
    if action == "set":
        level = whole(arguments.get("level"))
        if level not in (0, 1):
            raise ToolError("missing or invalid 'level' field")
        return level
    if action == "toggle":
        return 1 - pins.read(gpio)
    return int((action == "on") != pins.active_low(arguments["pin"]))
