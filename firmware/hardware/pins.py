"""The one pin policy: which pads may be used, for what, by whom; under tools, scripts and boot.

The board's facts come from `board_data` (made by boards/generate.py): one byte a GPIO, bits as
below. The owner's wishes are read from the settings at each use: `gpio.allow`, `gpio.names`,
`gpio.boot`.

A pad in use has an owner. What the model's tools hold, anyone may take over; what another owner
holds (a script job) is refused by name until that owner releases it.
"""

import machine
from micropython import const

import board_data

_OUTPUT = const(2)  # bit 0: the pad exists
_ADC1 = const(4)
_ADC2 = const(8)
_RESERVED = const(4)  # NOTES[1] to NOTES[4] are reasons to refuse, then come strapping notes
_UART = const(4)  # the one reason that gpio.allow lifts

_DIGITAL = ("input", "output", "open_drain")
TOOLS = "tools"  # the owner whose pads anyone may take over


class PinError(ValueError):
    """The policy or the pad refuses; args[0] is a sentence for the model, without "Error: "."""


def whole(value):
    """The int that value is: an int, a whole float, or its exact text ("5"); None for others."""
    if isinstance(value, int):
        return value
    if isinstance(value, float) and abs(value) < 1000000000 and value == int(value):
        return int(value)
    if isinstance(value, str) and 0 < len(value) < 12:
        try:
            number = int(value)
        except ValueError:
            return None
        return number if str(number) == value else None
    return None


def listed(numbers):
    """GPIO numbers as text: "4 5 18", or "none"."""
    return " ".join([str(number) for number in numbers]) or "none"


class Pins:
    """Pads by GPIO number. `config` is read by key; `board` offers the names of board_data."""

    def __init__(self, config, board=board_data):
        self._config = config
        self._board = board
        self._used = {}  # gpio → (owner, what it is, the driver's object)

    def use(self, config):
        """Obeys these settings from now on; what is claimed stays as it is."""
        self._config = config

    # --- names and rules ---

    def number(self, value, field="pin"):
        """Returns the GPIO number that value means: a number (as `whole`) or a name of gpio.names.

        Raises PinError when it means none; `field` is the argument that the sentence names.
        """
        number = whole(value)
        if number is None and isinstance(value, str):
            number = self._named(value)[0]
        if number is None:
            raise PinError(f"missing or invalid '{field}' field")
        return number

    def active_low(self, value):
        """Whether value is a name whose "on" drives the pad low."""
        return isinstance(value, str) and self._named(value)[1]

    def names(self):
        """Sorted list of (name, GPIO number, whether its "on" drives the pad low)."""
        entries = self._config["gpio.names"]
        return [(name,) + _pin_of(entries[name]) for name in sorted(entries)]

    def _named(self, name):
        return _pin_of(self._config["gpio.names"].get(name))

    def usable(self, gpio):
        """Raises PinError unless the pad exists, is allowed and is not reserved.

        Returns the end of an answer about it: "" or " (strapping pin: …)".
        """
        return self._usable(gpio, self._config["gpio.allow"])

    def check(self, gpio, use):
        """As `usable`, and the pad can do what `use` asks: "get", "input", "adc", or to drive it.

        Uses that drive the pad are "output", "open_drain", "pwm" and "bus".
        """
        return self._check(gpio, use, self._config["gpio.allow"])

    def able(self, use):
        """GPIO numbers that `check` accepts for a use."""
        allow = self._config["gpio.allow"]  # read once: a setting is looked up in a file's text
        return [gpio for gpio in range(len(self._board.PINS)) if self._can(gpio, use, allow)]

    def is_adc2(self, gpio):
        """Whether the pad is on the converter that Wi-Fi uses (ESP-IDF, "ADC Oneshot Mode")."""
        return bool(self._bits(gpio) & _ADC2)

    def with_adc(self):
        """GPIO numbers that `adc` can read whether Wi-Fi is on or off."""
        return [gpio for gpio in self.able("input") if self._bits(gpio) & _ADC1]

    def _usable(self, gpio, allow):
        if not self._bits(gpio):
            raise PinError(f"gpio {gpio} is not a valid output pin")
        if allow is not None and gpio not in allow:
            raise PinError(f"gpio {gpio} is not allowed (gpio.allow)")
        note = self._bits(gpio) >> 4
        if note > _RESERVED:
            return f" (strapping pin: {self._board.NOTES[note]})"
        if note and not (note == _UART and allow is not None):
            raise PinError(f"gpio {gpio} is reserved ({self._board.NOTES[note]})")
        return ""

    def _check(self, gpio, use, allow):
        suffix = self._usable(gpio, allow)
        bits = self._bits(gpio)
        if use == "adc":
            if not bits & (_ADC1 | _ADC2):
                raise PinError(f"gpio {gpio} has no ADC; use one of: {listed(self.with_adc())}")
        elif use not in ("input", "get"):
            # GPIO 12 of an ESP32 can keep the board from booting: only when its owner lists it.
            if gpio in self._board.NO_OUTPUT and allow is None:
                raise PinError(f"gpio {gpio} is not a valid output pin{suffix}")
            if not bits & _OUTPUT:
                raise PinError(f"gpio {gpio} is not a valid output pin")
        return suffix

    def _can(self, gpio, use, allow):
        if use == "adc" and not self._bits(gpio) & (_ADC1 | _ADC2):
            return False  # before a sentence is made of it
        try:
            self._check(gpio, use, allow)
            return True
        except PinError:
            return False

    def _bits(self, gpio):
        return self._board.PINS[gpio] if 0 <= gpio < len(self._board.PINS) else 0

    # --- who uses what ---

    def claim(self, gpio, owner, kind, device=None):
        """Notes that `owner` uses the pad as `kind` ("output", "pwm", …); what was there ends.

        Raises PinError when another owner than the model's tools holds it.
        """
        held = self._used.get(gpio)
        if held:
            if held[0] not in (owner, TOOLS):
                raise PinError(f"gpio {gpio} is in use by {held[0]} ({held[1]})")
            if held[2] is not device:
                _stop(held)
        self._used[gpio] = (owner, kind, device)

    def held(self, gpio, owner, kind):
        """The object that `owner` may go on using as `kind`, or None. Raises as `claim`."""
        held = self._used.get(gpio)
        if held and held[1] == kind:
            self.claim(gpio, owner, kind, held[2])
            return held[2]
        return None

    def owns(self, gpio, owner, device):
        """Whether an owner still uses the pad by this object, which it got from `digital`."""
        held = self._used.get(gpio)
        return held is not None and held[0] == owner and held[2] is device

    def release(self, owner, gpio=None):
        """Gives up a pad of an owner, or all of them: signals stop, levels stay."""
        for pad in list(self._used) if gpio is None else [gpio]:
            held = self._used.get(pad)
            if held and held[0] == owner:
                _stop(held)
                del self._used[pad]

    def claims(self):
        """Sorted list of (gpio, kind, owner)."""
        return sorted([(gpio, held[1], held[0]) for gpio, held in self._used.items()])

    # --- digital use ---

    def device(self, gpio, owner, kind, use="bus"):
        """Returns a machine.Pin for a driver that sets the pad up by itself (bus, sensor, ADC)."""
        self.check(gpio, use)
        self.claim(gpio, owner, kind)
        return machine.Pin(gpio)

    def digital(self, gpio, use, owner=TOOLS, level=None, pull=None):
        """Returns a pad's machine.Pin, set up once for `use`: "input", "output" or "open_drain".

        level: what an output drives from its first instant (0 or 1; None: what the pad has now);
        it is also written, so that a log of what pads are told to do is complete.
        pull: None, machine.Pin.PULL_UP or PULL_DOWN.
        """
        self.check(gpio, use)
        kind = use if pull is None else f"{use} pull {pull}"
        pin = self.held(gpio, owner, kind)
        if pin is None:
            self.claim(gpio, owner, kind)
            if use == "input":
                pin = _pin(gpio, machine.Pin.IN, pull)
            else:
                first = _pin(gpio, machine.Pin.IN, pull).value() if level is None else level
                mode = machine.Pin.OUT if use == "output" else machine.Pin.OPEN_DRAIN
                pin = _pin(gpio, mode, pull, value=first)
            self._used[gpio] = (owner, kind, pin)
        if level is not None:
            pin.value(level)
        return pin

    def read(self, gpio, owner=TOOLS):
        """Returns the pad's level, 0 or 1; a pad that is not in digital use becomes an input."""
        self.check(gpio, "get")
        held = self._used.get(gpio)
        if held and held[2] and held[1].split(" ", 1)[0] in _DIGITAL:
            return held[2].value()
        return self.digital(gpio, "input", owner).value()

    def write(self, gpio, level, owner=TOOLS):
        """Drives the pad to level and returns it; raises PinError when the pad reads otherwise."""
        pin = self.digital(gpio, "output", owner, level)
        if pin.value() != level:
            raise stuck(gpio, level)
        return level

    def apply_boot_levels(self):
        """Drives the pads of gpio.boot; returns a sentence for each that was refused."""
        refused = []
        for name, level in sorted(self._config["gpio.boot"].items()):
            try:
                gpio = whole(name)
                gpio = self._named(name)[0] if gpio is None else gpio
                if gpio is None:
                    raise PinError("gpio.names has no such name")
                self.write(gpio, level)
            except ValueError as error:  # the policy's PinError, or the port's "invalid pin"
                refused.append(f"gpio.boot: {name}: {error.args[0]}")
        return refused


def stuck(gpio, level):
    """The PinError for a pad that was driven to `level` and does not read so."""
    return PinError(
        f"gpio {gpio} reads {1 - level} after writing {level}; something else drives this pad"
    )


def _pin_of(entry):
    """(GPIO number, whether active low) of an entry of gpio.names."""
    if isinstance(entry, dict):
        return entry["pin"], entry.get("active") == "low"
    return entry, False


def _pin(gpio, mode, pull, **level):
    """A machine.Pin; None as pull switches the pulls off, where leaving it out keeps them."""
    return machine.Pin(gpio, mode, pull, **level)


def _stop(held):
    """Ends a signal that would keep running over the pad's next use."""
    if held[1] == "pwm" and held[2]:
        held[2].deinit()
