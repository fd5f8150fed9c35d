"""`ntptime`: the host's clock stands for the time server.

{"ntp": null} in `--inputs` is a server that does not answer, a number the seconds since 1970 that
it tells.
"""

from simulated import clock, wiring

host = "pool.ntp.org"
timeout = 1

_ETIMEDOUT = 110
_1970_TO_2000_S = 946684800


def time():
    """Seconds since the port's epoch."""
    seconds = wiring.read("ntp", wiring.SECONDS)
    if seconds is None:
        if wiring.has("ntp", None):
            raise OSError(_ETIMEDOUT)
        seconds = clock.host_s()
    return seconds - (_1970_TO_2000_S if clock.gmtime(0)[0] == 2000 else 0)


def settime():
    import machine

    now = clock.gmtime(time())
    machine.RTC().datetime((now[0], now[1], now[2], now[6] + 1, now[3], now[4], now[5], 0))
