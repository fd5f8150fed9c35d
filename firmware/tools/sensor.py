"""Addressable LEDs and one-wire sensors, for the model, by the drivers that every image has."""

import asyncio

from micropython import const

from tools.registry import ToolError, tool

_MOST_PIXELS = const(300)  # 9 ms on the wire, during which nothing else runs
_CONVERSION_MS = const(
    750
)  # at 12 bits (DS18B20 data sheet, "Thermometer Resolution Configuration")


@tool(
    "neopixel_set",
    "Set a WS2812 LED strip: one colour for count LEDs, or a list of colours.",
    {
        "pin": {"type": "integer", "description": "GPIO number, or a pin name"},
        "color": {"type": "string", "description": "RRGGBB in hex; 000000 is off"},
        "count": {"type": "integer", "description": "LEDs on the strip"},
        "colors": {"type": "array", "items": {"type": "string"}},
    },
    ("pin",),
    group="sensor",
)
def neopixel_set(ctx, pin, color=None, count=None, colors=None):
    if (color is None) == (colors is None):
        raise ToolError("give either 'color' and 'count', or 'colors'")
    if colors is None:
        count = 1 if count is None else count
        values = [_color(color)]
    else:
        count = len(colors) if count is None else count
        values = [_color(text) for text in colors]
    if not len(values) <= count <= _MOST_PIXELS or not values:
        raise ToolError("'count' must be %d to %d" % (len(values) or 1, _MOST_PIXELS))
    suffix = ctx.pins.check(pin, "output")
    import neopixel

    strip = neopixel.NeoPixel(ctx.pins.device(pin, "tools", "neopixel"), count)
    if colors is None:
        strip.fill(values[0])
    else:
        for i in range(len(values)):
            strip[i] = values[i]
    strip.write()
    return "OK: gpio %d set %d LEDs%s" % (pin, count, suffix)


@tool(
    "dht_read",
    "Read temperature and humidity from a DHT sensor.",
    {
        "pin": {"type": "integer", "description": "GPIO number, or a pin name"},
        "model": {"type": "string", "enum": ["dht11", "dht22"]},
    },
    ("pin", "model"),
    group="sensor",
)
def dht_read(ctx, pin, model):
    suffix = ctx.pins.check(pin, "output")
    import dht

    sensor = (dht.DHT11 if model == "dht11" else dht.DHT22)(ctx.pins.device(pin, "tools", "dht"))
    try:
        sensor.measure()
    except OSError:
        raise ToolError("no answer from a %s at gpio %d; check the wiring" % (model, pin))
    return "OK: %.1f C, %.1f %% humidity%s" % (sensor.temperature(), sensor.humidity(), suffix)


@tool(
    "ds18x20_read",
    "Read all DS18B20 temperature sensors on a pin.",
    {"pin": {"type": "integer", "description": "GPIO number, or a pin name"}},
    ("pin",),
    group="sensor",
)
async def ds18x20_read(ctx, pin):
    suffix = ctx.pins.check(pin, "output")
    import ds18x20
    import onewire

    sensors = ds18x20.DS18X20(onewire.OneWire(ctx.pins.device(pin, "tools", "onewire")))
    try:
        roms = sensors.scan()
        if not roms:
            raise ToolError("no sensor answers at gpio %d; it needs a 4.7 kOhm pull-up" % pin)
        sensors.convert_temp()
        await asyncio.sleep_ms(_CONVERSION_MS)
        lines = ["%s: %.1f C" % (bytes(rom).hex(), sensors.read_temp(rom)) for rom in roms]
    except onewire.OneWireError:
        raise ToolError("the sensors at gpio %d stopped answering" % pin)
    return "OK: " + "; ".join(lines) + suffix


def _color(text):
    """(red, green, blue) of "RRGGBB", with or without "#"."""
    digits = text[1:] if text[:1] == "#" else text
    try:
        if len(digits) == 6:
            return tuple(bytes.fromhex(digits))
    except ValueError:
        pass
    raise ToolError("a colour is six hex digits such as ff8800, not '%s'" % text[:20])
