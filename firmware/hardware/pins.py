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

_INPUT = const(1)  # the pad exists
_OUTPUT = const(2)
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


class Pins:
    """Pads by GPIO number. `config` is read by key; `board` offers the names of board_data."""

    def __init__(self, config, board=board_data):
        self._config = config
        self._board = board
        self._used = {}  # gpio → (owner, what it is, the driver's object)

    # --- names and rules ---

    def number(self, value, field="pin"):
        """Returns the GPIO number that value means: a number (as `whole`) or a name of gpio.names.

        Raises PinError when it means none; `field` is the argument that the sentence names.
        """
        number = whole(value)
        if number is None and isinstance(value, str):
            number = self._named(value)[0]
        if number is None:
            raise PinError("missing or invalid '%s' field" % field)
        return number

    def active_low(self, value):
        """Whether value is a name whose "on" drives the pad low."""
        return isinstance(value, str) and self._named(value)[1] == "low"

    def _named(self, name):
        entry = self._config["gpio.names"].get(name)
        if isinstance(entry, dict):
            return entry["pin"], entry.get("active", "high")
        return entry, "high"

    def usable(self, gpio):
        """Raises PinError unless the pad exists, is allowed and is not reserved.

        Returns the end of an answer about it: "" or " (strapping pin: …)".
        """
        allow = self._config["gpio.allow"]
        if not self._bits(gpio):
            raise PinError("gpio %d is not a valid output pin" % gpio)
        if allow is not None and gpio not in allow:
            raise PinError("gpio %d is not allowed (gpio.allow)" % gpio)
        note = self._bits(gpio) >> 4
        if note > _RESERVED:
            return " (strapping pin: %s)" % self._board.NOTES[note]
        if note and not (note == _UART and allow is not None):
            raise PinError("gpio %d is reserved (%s)" % (gpio, self._board.NOTES[note]))
        return ""

    def check(self, gpio, use):
        """As `usable`, and the pad can do what `use` asks: "get", "input", "adc", or to drive it.

        Uses that drive the pad are "output", "open_drain", "pwm" and "bus".
        """
        suffix = self.usable(gpio)
        bits = self._bits(gpio)
        if use == "adc":
            if not bits & (_ADC1 | _ADC2):
                numbers = " ".join([str(number) for number in self.with_adc()])
                raise PinError("gpio %d has no ADC; use one of: %s" % (gpio, numbers))
        elif use not in ("input", "get"):
            # GPIO 12 of an ESP32 can keep the board from booting: only when its owner lists it.
            if gpio in self._board.NO_OUTPUT and self._config["gpio.allow"] is None:
                raise PinError("gpio %d is not a valid output pin%s" % (gpio, suffix))
            if not bits & _OUTPUT:
                raise PinError("gpio %d is not a valid output pin" % gpio)
        return suffix

    def can(self, gpio, use):
        """Whether `check` accepts the pad for a use."""
        try:
            self.check(gpio, use)
            return True
        except PinError:
            return False

    def is_adc2(self, gpio):
        """Whether the pad is on the converter that Wi-Fi uses (ESP-IDF, "ADC Oneshot Mode")."""
        return bool(self._bits(gpio) & _ADC2)

    def with_adc(self):
        """GPIO numbers that `adc` can read whether Wi-Fi is on or off."""
        return [gpio for gpio in self.all() if self._bits(gpio) & _ADC1]

    def all(self):
        """GPIO numbers that pass `usable`."""
        return [gpio for gpio in range(len(self._board.PINS)) if self.can(gpio, "input")]

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
                raise PinError("gpio %d is in use by %s (%s)" % (gpio, held[0], held[1]))
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

    def release(self, owner):
        """Gives up all pads of an owner: signals stop, levels stay."""
        for gpio in list(self._used):
            held = self._used[gpio]
            if held[0] == owner:
                _stop(held)
                del self._used[gpio]

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
        kind = use if pull is None else "%s pull %d" % (use, pull)
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
            raise PinError(
                "gpio %d reads %d after writing %d; something else drives this pad"
                % (gpio, pin.value(), level)
            )
        return level

    def apply_boot_levels(self):
        """Drives the pads of gpio.boot; returns a sentence for each that was refused."""
        refused = []
        for name, level in sorted(self._config["gpio.boot"].items()):
            try:
                self.write(self.number(name), level)
            except ValueError as exc:  # the policy's PinError, or the port's "invalid pin"
                refused.append("gpio.boot: %s: %s" % (name, exc.args[0]))
        return refused


def _pin(gpio, mode, pull, **level):
    """A machine.Pin; None as pull switches the pulls off, where leaving it out keeps them."""
    return machine.Pin(gpio, mode, pull, **level)


def _stop(held):
    """Ends a signal that would keep running over the pad's next use."""
    if held[1] == "pwm" and held[2]:
        held[2].deinit()
