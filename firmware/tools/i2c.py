"""I2C devices, for the model."""

from micropython import const

from hardware.devices import I2C
from tools.registry import ToolError, tool

_MOST_BYTES = const(256)  # of one transfer
_HIGHEST_ADDRESS = const(0x77)  # 7-bit addresses above are reserved (NXP UM10204, table 3)


@tool(
    "i2c_scan",
    "List the addresses that answer on an I2C bus.",
    {
        "sda": {"type": "integer", "description": "GPIO number, or a pin name"},
        "scl": {"type": "integer"},
        "frequency_hz": {"type": "integer", "description": "default 100000"},
    },
    ("sda", "scl"),
    group="bus",
)
def i2c_scan(ctx, sda, scl, frequency_hz=100000):
    found = I2C(ctx.pins, sda, scl, frequency_hz).scan()
    names = " ".join([f"0x{address:02x}" for address in found])
    return f"OK: {len(found)} found on sda={sda} scl={scl}: {names or 'none'}"


@tool(
    "i2c_read",
    "Read bytes from an I2C device; the answer is hex.",
    {
        "sda": {"type": "integer", "description": "GPIO number, or a pin name"},
        "scl": {"type": "integer"},
        "address": {"type": "integer", "description": "7-bit, decimal"},
        "register": {"type": "integer", "description": "0 to 255, if the device has registers"},
        "length": {"type": "integer", "description": "1 to 256"},
        "frequency_hz": {"type": "integer"},
    },
    ("sda", "scl", "address", "length"),
    group="bus",
)
def i2c_read(ctx, sda, scl, address, length, register=None, frequency_hz=100000):
    _check(address, register)
    if not 1 <= length <= _MOST_BYTES:
        raise ToolError(f"'length' must be 1 to {_MOST_BYTES}")
    data = I2C(ctx.pins, sda, scl, frequency_hz).read(address, length, register)
    return f"OK: read {length} bytes from 0x{address:02x}: {data.hex()}"


@tool(
    "i2c_write",
    "Write bytes to an I2C device.",
    {
        "sda": {"type": "integer", "description": "GPIO number, or a pin name"},
        "scl": {"type": "integer"},
        "address": {"type": "integer", "description": "7-bit, decimal"},
        "register": {"type": "integer", "description": "0 to 255, if the device has registers"},
        "data": {"type": "string", "description": "hex, such as 01ff"},
        "frequency_hz": {"type": "integer"},
    },
    ("sda", "scl", "address", "data"),
    group="bus",
)
def i2c_write(ctx, sda, scl, address, data, register=None, frequency_hz=100000):
    _check(address, register)
    data = _bytes(data)
    I2C(ctx.pins, sda, scl, frequency_hz).write(address, data, register)
    return f"OK: wrote {len(data)} bytes to 0x{address:02x}"


def _check(address, register):
    if not 0 < address <= _HIGHEST_ADDRESS:
        raise ToolError(f"'address' must be 1 to {_HIGHEST_ADDRESS} (7-bit)")
    if register is not None and not 0 <= register <= 255:
        raise ToolError("'register' must be 0 to 255")


def _bytes(text):
    """The bytes of hex text; spaces between them are fine."""
    text = text.replace(" ", "")
    try:
        if 0 < len(text) <= 2 * _MOST_BYTES:
            return bytes.fromhex(text)
    except ValueError:
        pass
    raise ToolError(f"'data' must be 1 to {_MOST_BYTES} bytes in hex, such as 01ff")
