"""`require("i2c")`: devices on an I2C bus."""

from micropython import const

from hardware import devices
from hardware.pins import PinError
from script.board import pin, table, within
from script.arguments import arg_int
from script.values import MISSING, Table, bad_arg, charge

_MOST_BYTES = const(256)  # of one transfer
_HIGHEST_ADDRESS = const(0x77)  # 7-bit addresses above are reserved (NXP UM10204, table 3)


def make(run):
    def new(index=MISSING, sda=MISSING, scl=MISSING, hz=None, *_):
        bus = _Bus(
            run,
            arg_int(index, 1, "new"),
            pin(run.services["pins"], sda, 2, "new"),
            pin(run.services["pins"], scl, 3, "new"),
            100000 if hz is None else arg_int(hz, 4, "new"),
        )
        return table({b"scan": bus.scan, b"device": bus.device, b"close": bus.close})

    return table({b"new": new})


class _Bus:
    """A bus. The arguments of methods are counted with the object, as Lua's errors want it."""

    def __init__(self, run, index, sda, scl, hz):
        self._pins = run.services["pins"]
        self._owner = run.owner
        self._gpios = (sda, scl)
        self._bus = devices.I2C(self._pins, sda, scl, hz, self._owner, index)

    def open(self):
        if self._bus is None:
            raise PinError("this I2C bus is closed")
        return self._bus

    def scan(self, *_):
        """An array of the addresses that answer."""
        return Table.of(self.open().scan())

    def device(self, _=None, address=MISSING, *__):
        self.open()
        address = within(arg_int(address, 2, "device"), 2, "device", 1, _HIGHEST_ADDRESS)
        device = _Device(self, address)
        return table(
            {
                b"read": device.read,
                b"read_byte": device.read_byte,
                b"write": device.write,
                b"write_byte": device.write_byte,
                b"close": device.close,
            }
        )

    def close(self, *_):
        if self._bus is not None:
            self._bus = None
            for gpio in self._gpios:
                self._pins.release(self._owner, gpio)
        return ()


class _Device:
    def __init__(self, bus, address):
        self._bus = bus
        self._address = address

    def read(self, _=None, length=MISSING, register=None, *__):
        length = within(arg_int(length, 2, "read"), 2, "read", 1, _MOST_BYTES)
        charge(length)
        return self._open().read(self._address, length, _register(register, "read"))

    def read_byte(self, _=None, register=None, *__):
        return self._open().read(self._address, 1, _register(register, "read_byte", 2))[0]

    def write(self, _=None, data=MISSING, register=None, *__):
        data = _bytes(data)
        self._open().write(self._address, data, _register(register, "write"))
        return ()

    def write_byte(self, _=None, value=MISSING, register=None, *__):
        value = within(arg_int(value, 2, "write_byte"), 2, "write_byte", 0, 255)
        self._open().write(self._address, bytes((value,)), _register(register, "write_byte"))
        return ()

    def close(self, *_):
        self._bus = None
        return ()

    def _open(self):
        if self._bus is None:
            raise PinError("this I2C device is closed")
        return self._bus.open()


def _register(value, function, n=3):
    return None if value is None else within(arg_int(value, n, function), n, function, 0, 255)


def _bytes(data):
    """Bytes to write: a string, or an array of numbers."""
    if isinstance(data, Table) and data.size() <= _MOST_BYTES:
        values = [data.get(i) for i in range(1, data.size() + 1)]
        if all(isinstance(value, int) and 0 <= value <= 255 for value in values):
            data = bytes(values)
    if not isinstance(data, bytes) or not 1 <= len(data) <= _MOST_BYTES:
        text = f"1 to {_MOST_BYTES} bytes expected, as a string or an array of 0 to 255"
        raise bad_arg(2, "write", text)
    return data
