"""The device about itself: its time, its state, its restart."""

import time

import fake_board
import system.clock
from system import uptime
from toolbox import make


class Clock:
    """A `time` that stands still; epoch: the year its seconds count from."""

    def __init__(self, seconds, epoch=1970):
        self._seconds, self._shift = seconds, 946684800 if epoch == 2000 else 0

    def time_ns(self):
        return self._seconds * 1000000000

    def gmtime(self, seconds):
        return time.gmtime(seconds + self._shift)


async def run_at(clock, tool, settings=None):
    registry = make(settings)
    kept, system.clock.time = system.clock.time, clock
    try:
        return await registry.run(tool, "{}")
    finally:
        system.clock.time = kept


async def test_the_time_in_words_and_as_epoch():
    got = await run_at(Clock(1796070489), "get_current_time")
    assert got == "2026-11-30 20:28:09 UTC (Monday), epoch=1796070489"


async def test_the_epoch_is_that_of_1970_on_every_port():
    got = await run_at(Clock(1796070489 - 946684800, 2000), "get_current_time")
    assert got == "2026-11-30 20:28:09 UTC (Monday), epoch=1796070489"


async def test_the_zone_is_named():
    got = await run_at(
        Clock(1796070489), "get_current_time", {"time.tz": "CET-1CEST,M3.5.0,M10.5.0/3"}
    )
    assert got.endswith(", epoch=1796070489, time.tz=CET-1CEST,M3.5.0,M10.5.0/3")


async def test_a_clock_that_is_not_set_is_an_error():
    for clock in (Clock(0), Clock(0, 2000), Clock(1704067199)):
        got = await run_at(clock, "get_current_time")
        assert got == "Error: the clock is not set yet; it is set from the network (time.ntp)"
    assert (await run_at(Clock(1704067200), "get_current_time")).startswith("2024-01-01 00:00:00 ")


async def test_system_info():
    from system.version import VERSION

    fake_board.WLAN.connected = False
    lines = (await run_at(Clock(1796070489), "get_system_info")).split("\n")
    assert lines[0] == "Pinpilot %s on ESP32_GENERIC (ESP32)" % VERSION
    assert lines[1].startswith("MicroPython 1.")
    assert lines[2].startswith("heap: ") and lines[3].startswith("flash: ")
    assert lines[4:] == ["wifi: not connected", f"up: {uptime.seconds()} s since a watchdog reset"]
    fake_board.WLAN.connected = True
    lines = (await run_at(Clock(1796070489), "get_system_info")).split("\n")
    assert lines[4] == "wifi: Home, 192.168.1.7, -51 dBm"


async def test_restart_asks_and_answers():
    asked = []
    registry = make()
    registry._ctx.services["restart"] = asked.append
    assert await registry.run("restart", "{}") == "OK: the board restarts after this reply"
    assert len(asked) == 1
