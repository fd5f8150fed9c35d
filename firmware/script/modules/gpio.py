"""`require("gpio")`: digital pins, through the one pin policy."""

import machine
from micropython import const

from hardware.pins import PinError, stuck
from script import events
from script.board import choice, is_function, pin, table, within
from script.arguments import arg_int
from script.values import MISSING, bad_arg

_LONGEST_BOUNCE_MS = const(1000)
_USES = {b"input": "input", b"output": "output", b"open_drain": "open_drain"}
_PULLS = {b"none": None, b"up": machine.Pin.PULL_UP, b"down": machine.Pin.PULL_DOWN}
_EDGES = {
    b"rising": machine.Pin.IRQ_RISING,
    b"falling": machine.Pin.IRQ_FALLING,
    b"both": machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING,
}


def make(run):
    pads = _Pads(run)
    return table(
        {
            b"set_direction": pads.set_direction,
            b"set_level": pads.set_level,
            b"get_level": pads.get_level,
            b"toggle": pads.toggle,
            b"set_pull": pads.set_pull,
            b"on": pads.on,
            b"off": pads.off,
            b"set_irq": pads.set_irq,
            b"irq_enable": pads.irq_enable,
            b"irq_disable": pads.irq_disable,
            b"get_irq_count": pads.get_irq_count,
            b"clear_irq_count": pads.clear_irq_count,
        }
    )


class _Pads:
    """The pads that a run uses, and how it set them up.

    The policy is asked when a pad is set up. After that only whether the run still has it: asking
    takes twenty times as long as driving a pad.
    """

    def __init__(self, run):
        self._run = run
        self._pins = run.services["pins"]
        self._set = {}  # gpio → (use, pull, machine.Pin)

    def set_direction(self, which=MISSING, use=MISSING, *_):
        gpio = self._gpio(which, "set_direction")
        use = choice(use, 2, "set_direction", _USES)
        self._change(gpio, use, self._how(gpio)[1])
        return ()

    def set_pull(self, which=MISSING, pull=MISSING, *_):
        gpio = self._gpio(which, "set_pull")
        pull = choice(pull, 2, "set_pull", _PULLS)
        self._change(gpio, self._how(gpio)[0] or "input", pull)
        return ()

    def set_level(self, which=MISSING, level=MISSING, *_):
        gpio = self._gpio(which, "set_level")
        if level is not True and level is not False and level not in (0, 1):
            raise bad_arg(2, "set_level", "0 or 1 expected")
        self._drive(gpio, int(level))
        return ()

    def get_level(self, which=MISSING, *_):
        return self._read(self._gpio(which, "get_level"))

    def toggle(self, which=MISSING, *_):
        """Returns the new level."""
        gpio = self._gpio(which, "toggle")
        if gpio not in self._set:
            self._pins.check(gpio, "output")  # before it is made an input to be read
        return self._drive(gpio, 1 - self._read(gpio))

    def on(self, which=MISSING, edge=MISSING, function=MISSING, bounce_ms=None, *_):
        if not is_function(function):
            raise bad_arg(3, "on", "function expected")
        return self._watch("on", which, edge, function, bounce_ms)

    def off(self, which=MISSING, *_):
        """Returns whether there was something to end."""
        return events.of(self._run).forget(self._gpio(which, "off"))

    def set_irq(self, which=MISSING, edge=MISSING, function=None, bounce_ms=None, *_):
        if function is not None and not is_function(function):
            raise bad_arg(3, "set_irq", "function expected")
        return self._watch("set_irq", which, edge, function, bounce_ms)

    def irq_enable(self, which=MISSING, *_):
        self._edges(which, "irq_enable").enable(True)
        return ()

    def irq_disable(self, which=MISSING, *_):
        self._edges(which, "irq_disable").enable(False)
        return ()

    def get_irq_count(self, which=MISSING, *_):
        """Returns the edges, and those of them whose callback was left out."""
        edges = self._edges(which, "get_irq_count")
        return (edges.count, edges.dropped)

    def clear_irq_count(self, which=MISSING, *_):
        edges = self._edges(which, "clear_irq_count")
        edges.count = edges.dropped = 0
        return ()

    def _gpio(self, which, function):
        return pin(self._pins, which, 1, function)

    def _how(self, gpio):
        return self._set.get(gpio, (None, None, None))

    def _device(self, gpio):
        """The machine.Pin that the run has set up, if the pad is still its own; or None."""
        device = self._how(gpio)[2]
        return device if device and self._pins.owns(gpio, self._run.owner, device) else None

    def _read(self, gpio):
        device = self._device(gpio)
        return device.value() if device else self._pins.read(gpio, self._run.owner)

    def _change(self, gpio, use, pull):
        """Sets a pad up anew; one that is driven keeps its level."""
        is_driven = use != "input" and self._how(gpio)[0] not in (None, "input")
        self._set_up(gpio, use, pull, self._read(gpio) if is_driven else None)

    def _set_up(self, gpio, use, pull, level=None):
        device = self._pins.digital(gpio, use, self._run.owner, level, pull)
        self._set[gpio] = (use, pull, device)
        return device

    def _drive(self, gpio, level):
        use, pull, _ = self._how(gpio)
        if use == "input":
            raise PinError(f"gpio {gpio} is an input; call gpio.set_direction({gpio}, 'output')")
        use = use or "output"
        device = self._device(gpio)
        if device:
            device.value(level)
        else:
            device = self._set_up(gpio, use, pull, level)
        if use == "output" and device.value() != level:
            raise stuck(gpio, level)
        return level

    def _watch(self, function, which, edge, callback, bounce_ms):
        gpio = self._gpio(which, function)
        trigger = choice(edge, 2, function, _EDGES)
        bounce_ms = 0 if bounce_ms is None else arg_int(bounce_ms, 4, function)
        within(bounce_ms, 4, function, 0, _LONGEST_BOUNCE_MS)
        use, pull, _ = self._how(gpio)
        device = self._set_up(gpio, use or "input", pull)
        events.of(self._run).watch(self._run, gpio, device, trigger, callback, bounce_ms)
        return ()

    def _edges(self, which, function):
        gpio = self._gpio(which, function)
        edges = events.of(self._run).edges.get(gpio)
        if edges is None:
            raise PinError(f"gpio {gpio} has no interrupt; call gpio.set_irq first")
        return edges
