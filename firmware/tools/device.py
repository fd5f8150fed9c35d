"""The device itself, for the model: the time, its state, a restart."""

import gc
import os
import sys
import time

from micropython import const

import board_data
from system.version import VERSION
from tools.registry import ToolError, tool

_CLOCK_IS_SET = const(2024)  # a chip without the time says 1970, 2000 or a little later
_TICKS_MASK = const(0x3FFFFFFF)  # ticks of the ESP32 port are 30 bits wide
_EPOCH_2000_S = const(946684800)  # from 1970 to 2000, where an ESP32 begins to count
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@tool("get_current_time", "Current date and time.", {})
def get_current_time(ctx):
    seconds = time.time_ns() // 1000000000  # time() may be a float, too short to count seconds
    now = time.gmtime(seconds)
    if now[0] < _CLOCK_IS_SET:
        raise ToolError("the clock is not set yet; it is set from the network (time.ntp)")
    epoch = seconds + (_EPOCH_2000_S if time.gmtime(0)[0] == 2000 else 0)
    zone = ctx.config["time.tz"]
    hint = "" if zone == "UTC0" else ", time.tz=" + zone
    text = "%04d-%02d-%02d %02d:%02d:%02d UTC (%s), epoch=%d%s"
    return text % (now[:6] + (_DAYS[now[6]], epoch, hint))


@tool("get_system_info", "Version, memory, flash, Wi-Fi, uptime and last reset.", {})
def get_system_info(ctx):
    gc.collect()
    flash = os.statvfs("/")
    return "\n".join(
        [
            "Pinpilot %s on %s (%s)" % (VERSION, board_data.NAME, board_data.CHIP),
            "MicroPython %d.%d.%d" % tuple(sys.implementation[1][:3]),
            "heap: %d bytes free of %d" % (gc.mem_free(), gc.mem_free() + gc.mem_alloc()),
            "flash: %d KB free of %d KB" % (_kb(flash[0], flash[3]), _kb(flash[1], flash[2])),
            "wifi: " + _wifi(),
            "up: %d s since %s" % (_uptime_s(ctx), _reset_cause()),
        ]
    )


@tool("restart", "Restart the board after this reply. Only when the user asks for it.", {})
def restart(ctx):
    ctx.request_restart("the restart tool")
    return "OK: the board restarts after this reply"


def _uptime_s(ctx):
    """Seconds since main started; begins anew after 12 days, when the port's ticks wrap."""
    now, started = time.ticks_ms(), ctx.services.get("started_ms", 0)
    return (time.ticks_diff(now, started) & _TICKS_MASK) // 1000


def _kb(block_bytes, blocks):
    return block_bytes * blocks // 1024


def _wifi():
    import network

    wlan = network.WLAN(network.WLAN.IF_STA)
    if not wlan.isconnected():
        return "not connected"
    return "%s, %s, %d dBm" % (wlan.config("ssid"), wlan.ifconfig()[0], wlan.status("rssi"))


def _reset_cause():
    import machine

    causes = {
        machine.PWRON_RESET: "power on",
        machine.HARD_RESET: "a hard reset",
        machine.WDT_RESET: "a watchdog reset",
        machine.DEEPSLEEP_RESET: "deep sleep",
        machine.SOFT_RESET: "a soft reset",
    }
    return causes.get(machine.reset_cause(), "an unknown reset")
