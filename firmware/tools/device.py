"""The device itself, for the model: the time, its state, a restart."""

import gc
import os
import sys

import board_data
from system import clock, uptime
from system.version import VERSION
from tools.registry import ToolError, tool


@tool("get_current_time", "Current date and time.", {})
def get_current_time(ctx):
    if not clock.is_set():
        raise ToolError("the clock is not set yet; it is set from the network (time.ntp)")
    year, month, day, hour, minute, second, weekday = clock.now()
    date = f"{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"
    zone = ctx.config["time.tz"]
    hint = "" if zone == "UTC0" else f", time.tz={zone}"
    return f"{date} UTC ({clock.DAYS[weekday]}), epoch={clock.seconds()}{hint}"


@tool("get_system_info", "Version, memory, flash, Wi-Fi, uptime and last reset.", {})
def get_system_info(ctx):
    gc.collect()
    free, used = gc.mem_free(), gc.mem_alloc()
    flash = os.statvfs("/")
    version = sys.implementation[1]
    return "\n".join(
        [
            f"Pinpilot {VERSION} on {board_data.NAME} ({board_data.CHIP})",
            f"MicroPython {version[0]}.{version[1]}.{version[2]}",
            f"heap: {free} bytes free of {free + used}",
            f"flash: {_kb(flash[0], flash[3])} KB free of {_kb(flash[1], flash[2])} KB",
            f"wifi: {_wifi()}",
            f"up: {uptime.seconds()} s since {_reset_cause()}",
        ]
    )


@tool("restart", "Restart the board after this reply. Only when the user asks for it.", {})
def restart(ctx):
    ctx.services["restart"]("the restart tool")
    return "OK: the board restarts after this reply"


def _kb(block_bytes, blocks):
    return block_bytes * blocks // 1024


def _wifi():
    import network

    wlan = network.WLAN(network.WLAN.IF_STA)
    if not wlan.isconnected():
        return "not connected"
    return f"{wlan.config('ssid')}, {wlan.ifconfig()[0]}, {wlan.status('rssi')} dBm"


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
