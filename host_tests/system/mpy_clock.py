"""The clock on both epochs."""

import time

from system import clock


class Clock:
    """A `time` that stands still; epoch: the year its seconds count from."""

    def __init__(self, seconds, epoch=1970):
        self._shift = 946684800 if epoch == 2000 else 0
        self._seconds = seconds - self._shift

    def time_ns(self):
        return self._seconds * 1000000000

    def gmtime(self, seconds):
        return time.gmtime(seconds + self._shift)


def test_both_epochs():
    kept = clock.time
    try:
        for epoch in (1970, 2000):
            clock.time = Clock(1796070489, epoch)
            assert clock.is_set() and clock.seconds() == 1796070489
            assert clock.now() == (2026, 11, 30, 20, 28, 9, 0)
            assert clock.DAYS[clock.now()[6]] == "Monday"
            clock.time = Clock(1704067199, epoch)
            assert not clock.is_set()
            clock.time = Clock(1704067200, epoch)
            assert clock.is_set()
            clock.time = Clock(946684800, epoch)
            assert not clock.is_set()
    finally:
        clock.time = kept
