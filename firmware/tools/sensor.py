"""Addressable LEDs and one-wire sensors, for the model, by the drivers that every image has."""

import asyncio

from micropython import const

from hardware.pins import TOOLS
from tools.registry import ToolError, tool

_MOST_PIXELS = const(300)  # 9 ms on the wire, during which nothing else runs
# At 12 bits (DS18B20 data sheet, "Thermometer Resolution Configuration").
_CONVERSION_MS = const(750)


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
        raise ToolError(f"'count' must be {len(values) or 1} to {_MOST_PIXELS}")
    suffix = ctx.pins.check(pin, "output")
    import neopixel

    strip = neopixel.NeoPixel(ctx.pins.device(pin, TOOLS, "neopixel"), count)
    if colors is None:
        strip.fill(values[0])
    else:
        for i in range(len(values)):
            strip[i] = values[i]
    strip.write()
    return f"OK: gpio {pin} set {count} LEDs{suffix}"


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

    sensor = (dht.DHT11 if model == "dht11" else dht.DHT22)(ctx.pins.device(pin, TOOLS, "dht"))
    try:
        sensor.measure()
    except OSError:
        raise ToolError(f"no answer from a {model} at gpio {pin}; check the wiring")
    except Exception as error:
        raise _garbled(error, f"the {model} at gpio {pin}")
    return f"OK: {sensor.temperature():.1f} C, {sensor.humidity():.1f} % humidity{suffix}"


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

    sensors = ds18x20.DS18X20(onewire.OneWire(ctx.pins.device(pin, TOOLS, "onewire")))
    try:
        roms = sensors.scan()
        if roms:
            sensors.convert_temp()
            await asyncio.sleep_ms(_CONVERSION_MS)
        lines = [f"{bytes(rom).hex()}: {sensors.read_temp(rom):.1f} C" for rom in roms]
    except onewire.OneWireError:
        raise ToolError(f"the sensors at gpio {pin} stopped answering; check the wiring")
    except Exception as error:
        raise _garbled(error, f"a sensor at gpio {pin}")
    if not roms:
        raise ToolError(f"no sensor answers at gpio {pin}; it needs a 4.7 kOhm pull-up")
    return f"OK: {'; '.join(lines)}{suffix}"


def _garbled(error, who):
    """Returns what a driver's plain Exception means, a wrong checksum; others stay as they are."""
    if type(error) is not Exception:
        return error
    return ToolError(f"{who} answered with errors ({error}); try again, check wiring and pull-up")


def _color(text):
    """(red, green, blue) of "RRGGBB", with or without "#"."""
    digits = text[1:] if text[:1] == "#" else text
    try:
        if len(digits) == 6:
            return tuple(bytes.fromhex(digits))
    except ValueError:
        pass
    raise ToolError(f"a colour is six hex digits such as ff8800, not '{text[:20]}'")
