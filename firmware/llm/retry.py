"""How long to wait before a failed request is tried again. Loaded when one has failed."""

import os

from micropython import const
from system import clock

_FIRST_WAIT_MS = const(1000)
_LONGEST_WAIT_MS = const(60000)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def wait_ms(tries, asked_ms):
    """Returns the time to wait after `tries` failed tries, in milliseconds and at most a minute.

    asked_ms: what the server asked for, or None: then a second, doubled with each try, and up to a
    quarter more or less of it, so that many boards do not come back at once.
    """
    if asked_ms is not None:
        return min(asked_ms, _LONGEST_WAIT_MS)
    base = min(_FIRST_WAIT_MS << min(tries - 1, 8), _LONGEST_WAIT_MS)
    return min(base * 3 // 4 + base * os.urandom(1)[0] // 510, _LONGEST_WAIT_MS)


def asked_wait_ms(response):
    """Returns how long the headers of a reply ask to wait, in milliseconds, or None.

    `retry-after-ms` is OpenAI's; Retry-After holds seconds or a date (RFC 9110, 10.2.3), which is
    held against the reply's own Date, because a board's clock may not be set.
    """
    asked = _decimal_ms(response.header("retry-after-ms"), 1)
    if asked is not None:
        return asked
    value = response.header("retry-after")
    asked = _decimal_ms(value, 1000)
    if asked is not None:
        return asked
    then = _seconds(value)
    now = _seconds(response.header("date"))
    if then is None:
        return None
    if now is None:
        if not clock.is_set():
            return None
        now = _since_2000(clock.now())
    return max(then - now, 0) * 1000


def _decimal_ms(text, unit_ms):
    """Milliseconds of a decimal number of a unit, such as "2" or "1.5"; None for anything else."""
    whole, point, fraction = (text or "").strip().partition(".")
    if not whole.isdigit() or (point and not fraction.isdigit()):
        return None
    if len(whole) > 9:
        return _LONGEST_WAIT_MS if whole.strip("0") else 0
    return int(whole) * unit_ms + int((fraction + "000")[:3]) * unit_ms // 1000


def _seconds(text):
    """Seconds since 2000 of a date in any of the three forms of HTTP (RFC 9110, 5.6.7), or None.

    Sun, 06 Nov 1994 08:49:37 GMT / Sunday, 06-Nov-94 08:49:37 GMT / Sun Nov  6 08:49:37 1994
    """
    month = time = None
    numbers = []
    for word in (text or "").replace("-", " ").replace(",", " ").split():
        if word.find(":") > 0:
            time = word.split(":")
        elif word[:3] in _MONTHS and month is None and len(word) == 3:
            month = _MONTHS.index(word) + 1
        elif word.isdigit() and len(word) <= 4:
            numbers.append(int(word))
    if month is None or time is None or len(numbers) != 2 or len(time) != 3:
        return None
    if not all(part.isdigit() for part in time):
        return None
    day, year = numbers
    if year < 100:
        year += 2000 if year < 70 else 1900
    return _since_2000((year, month, day, int(time[0]), int(time[1]), int(time[2])))


def _since_2000(moment):
    """Seconds since 2000-01-01 of a Gregorian date. Years begin in March: leap days come last."""
    year, month, day, hour, minute, second = moment[:6]
    if month < 3:
        year -= 1
        month += 12
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * (month - 3) + 2) // 5 + day
    return (days - 730426) * 86400 + hour * 3600 + minute * 60 + second
