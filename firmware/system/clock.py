"""Whether the time is known, and days by name."""

import time

from micropython import const

# No board starts before its firmware was written; without the time it says 1970 or 2000.
FIRST_YEAR = const(2024)
_1970_TO_2000_S = const(946684800)

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")  # from 0


def seconds():
    """Returns the seconds since 1970 (int), on every port."""
    now = time.time_ns() // 1000000000  # time() may be a float, too short to count seconds
    return now + (_1970_TO_2000_S if time.gmtime(0)[0] == 2000 else 0)


def now():
    """Returns (year, month, day, hour, minute, second, weekday from 0 for Monday) in UTC."""
    return time.gmtime(time.time_ns() // 1000000000)[:7]


def is_set():
    """Whether somebody has set the clock since power-on."""
    return now()[0] >= FIRST_YEAR
