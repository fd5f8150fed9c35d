"""Whether the time is known, and days by name."""

import time

from micropython import const

# No board starts before its firmware was written; without the time it says 1970 or 2000.
FIRST_YEAR = const(2024)
_1970_TO_2000_S = const(946684800)

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")  # from 0


def seconds():
    """Returns the seconds since 1970 (int), on every port."""
    # time() may be a float, too short to count seconds
    return time.time_ns() // 1000000000 + _epoch()


def now():
    """Returns (year, month, day, hour, minute, second, weekday from 0 for Monday) in UTC."""
    return time.gmtime(time.time_ns() // 1000000000)[:7]


def fields(at):
    """Returns what `now` returns for a time in seconds since 1970."""
    return time.gmtime(at - _epoch())[:7]


def is_set():
    """Whether somebody has set the clock since power-on."""
    return now()[0] >= FIRST_YEAR


def _epoch():
    """Seconds from 1970 to what the port counts from."""
    return _1970_TO_2000_S if time.gmtime(0)[0] == 2000 else 0
