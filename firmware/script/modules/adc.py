"""`require("adc")`: voltages of analog pins, in mV."""

from micropython import const

from hardware import devices
from hardware.pins import PinError
from script.board import pin, table
from script.values import MISSING, Table

_MOST_PINS = const(8)


def make(run):
    pins = run.services["pins"]

    def read(which=MISSING, *_):
        return devices.adc_mv(pins, pin(pins, which, 1, "read"), run.owner)

    def new(*which):
        if not 1 <= len(which) <= _MOST_PINS:
            raise PinError(f"adc.new takes 1 to {_MOST_PINS} pins")
        group = _Group(run, which, [pin(pins, which[i], i + 1, "new") for i in range(len(which))])
        return table({b"read": group.read, b"close": group.close})

    return table({b"read": read, b"new": new})


class _Group:
    """Pins that are read together; `names` is how the script calls them."""

    def __init__(self, run, names, gpios):
        self._pins = run.services["pins"]
        self._owner = run.owner
        self._names = names
        self._gpios = gpios
        for gpio in gpios:
            self._pins.device(gpio, self._owner, "adc", "adc")

    def read(self, *_):
        """A table: pin, as it was given to `new` → mV."""
        if self._gpios is None:
            raise PinError("the pins of this adc are closed")
        result = Table()
        for name, gpio in zip(self._names, self._gpios):
            result.put(name, devices.adc_mv(self._pins, gpio, self._owner))
        return result

    def close(self, *_):
        for gpio in self._gpios or ():
            self._pins.release(self._owner, gpio)
        self._gpios = None
        return ()
