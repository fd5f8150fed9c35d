"""Uptime over the wraps of the port's ticks."""

from system import uptime


class Ticks:
    """A `time` whose ticks are 30 bits wide, as on an ESP32."""

    PERIOD = 1 << 30

    def __init__(self, start_ms):
        self.now_ms = start_ms

    def ticks_ms(self):
        return self.now_ms % self.PERIOD

    def ticks_diff(self, end, start):
        half = self.PERIOD // 2
        return (end - start + half) % self.PERIOD - half


def run(start_ms, steps_ms):
    """The seconds told after each step, and those that have passed."""
    kept = uptime.time, uptime._last_ms, uptime._passed_ms
    uptime.time = ticks = Ticks(start_ms)
    uptime._last_ms, uptime._passed_ms = ticks.ticks_ms(), 0
    try:
        for step_ms in steps_ms:
            ticks.now_ms += step_ms
            assert uptime.milliseconds() == ticks.now_ms - start_ms
            assert uptime.seconds() == (ticks.now_ms - start_ms) // 1000, ticks.now_ms
    finally:
        uptime.time, uptime._last_ms, uptime._passed_ms = kept


def test_seconds_are_whole_and_none_is_lost():
    run(0, [999, 1, 1, 998, 1, 65000, 0])
    run(12345, [7] * 2000)


def test_it_outlives_the_wrap_again_and_again():
    run((1 << 30) - 1001, [7000])
    run((1 << 30) - 1, [1, 1, 1000])
    run(5, [86400000] * 100)  # called once a day
    run(5, [7 * 86400000] * 10)  # more than half a period at once
