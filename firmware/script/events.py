"""What wakes a script that waits: timers that fired and pads that changed.

A pad's handler runs between two bytecodes of whatever runs: it only counts and posts. Lua is
called by the run, between ticks, never inside another callback.
"""

from time import ticks_diff, ticks_ms

from micropython import const

from script.values import LuaError

_MOST_EDGES = const(8)  # pads of a run with a handler
_MOST_WAITING = const(4)  # callbacks of one pad that wait


def of(run):
    """The Events of a run."""
    if run.events is None:
        run.events = Events(run)
    return run.events


class Events:
    """Counts what happens to a run, and holds the pads that it watches."""

    def __init__(self, run):
        self._count = 0
        self._seen = 0  # of them, when the last wait ended
        self.edges = {}  # gpio → Edges
        run.on_close(self.close)

    def notice(self):
        self._count += 1

    def is_new(self):
        """Whether something has happened since `take`."""
        return self._count != self._seen

    def take(self):
        """As `is_new`; what has happened counts no more."""
        is_new = self.is_new()
        self._seen = self._count
        return is_new

    def watch(self, run, gpio, pin, trigger, function, bounce_ms):
        """Counts the edges of a pad, and calls a Lua function with (gpio, level) at each."""
        if gpio in self.edges:
            self.forget(gpio)
        elif len(self.edges) >= _MOST_EDGES:
            raise LuaError(b"at most %d pins can be watched; gpio.off one first" % _MOST_EDGES, 1)
        self.edges[gpio] = Edges(run, self, gpio, pin, trigger, function, bounce_ms)

    def forget(self, gpio):
        """Ends what `watch` began; False when there was nothing."""
        edges = self.edges.pop(gpio, None)
        if edges:
            edges.end()
        return edges is not None

    def close(self):
        while self.edges:
            self.edges.popitem()[1].end()


class Edges:
    """The interrupt of one pad.

    dropped: edges that were counted, but for which too many callbacks waited already
    """

    def __init__(self, run, events, gpio, pin, trigger, function, bounce_ms):
        self.count = 0
        self.dropped = 0
        self._run = run
        self._events = events
        self._gpio = gpio
        self._pin = pin
        self._trigger = trigger
        self._function = function
        self._bounce_ms = bounce_ms
        self._last_ms = None
        self._waiting = 0
        if function:
            run.live += 1  # it keeps a job going
        self.enable(True)

    def enable(self, is_on):
        """Listens to the pad, or not for a while."""
        self._pin.irq(handler=self._happened if is_on else None, trigger=self._trigger)

    def end(self):
        self.enable(False)
        if self._function:
            self._run.live -= 1
        self._run = self._function = None  # callbacks that wait do nothing

    def _happened(self, pin):
        now = ticks_ms()
        if self._bounce_ms and self._last_ms is not None:
            passed = ticks_diff(now, self._last_ms)
            if 0 <= passed < self._bounce_ms:
                return
        self._last_ms = now
        self.count += 1
        if not self._function:
            self._events.notice()
        elif self._waiting < _MOST_WAITING and self._run.post(self._call, pin.value()):
            self._waiting += 1
        else:
            self.dropped += 1

    def _call(self, level):
        self._waiting -= 1
        if not self._function:
            return ()
        self._events.notice()
        return self._function(self._gpio, level)
