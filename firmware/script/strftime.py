"""Dates: the calendar, and C's strftime as it is in the locale "C"."""

from script.values import bad_arg
from system import clock

_DAY_S = 86400
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
# What is short for others.
_COMPOUND = {
    "c": b"%a %b %e %H:%M:%S %Y",
    "D": b"%m/%d/%y",
    "F": b"%Y-%m-%d",
    "r": b"%I:%M:%S %p",
    "R": b"%H:%M",
    "T": b"%H:%M:%S",
    "x": b"%m/%d/%y",
    "X": b"%H:%M:%S",
}
_MODIFIED = {"E": "cCxXyY", "O": "deHImMSuUVwWy"}  # the same without the modifier


def days_from(year, month, day):
    """Days since 1970-01-01 in the Gregorian calendar; the day may be any number."""
    # A year from March on has its leap day at the end.
    year -= month <= 2
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468


def fields(at):
    """Returns (year, month, day, hour, minute, second, weekday from 1 for Sunday, day of year)."""
    days, seconds = divmod(at, _DAY_S)
    era, of_era = divmod(days + 719468, 146097)
    year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    month = (month + 2) % 12 + 1
    year += era * 400 + (month <= 2)
    yday = days - days_from(year, 1, 1) + 1
    hour, seconds = divmod(seconds, 3600)
    return (year, month, day, hour, seconds // 60, seconds % 60, (days + 4) % 7 + 1, yday)


def strftime(form, moment, zone, offset):
    """Returns the bytes of a form; zone: its letters, offset: seconds east of UTC."""
    parts = []
    at = 0
    while True:
        percent = form.find(b"%", at)
        if percent < 0:
            parts.append(form[at:])
            return b"".join(parts)
        parts.append(form[at:percent])
        at = percent + 2
        letter = _letter(form, at - 1)
        if letter in _MODIFIED and _letter(form, at) in tuple(_MODIFIED[letter]):
            letter = _letter(form, at)
            at += 1
        if letter in _COMPOUND:
            parts.append(strftime(_COMPOUND[letter], moment, zone, offset))
            continue
        text = _converted(letter, moment, zone, offset) if letter else None
        if text is None:
            rest = "".join([chr(byte) for byte in form[percent:] if byte < 128])
            raise bad_arg(1, "date", f"invalid conversion specifier '{rest}'")
        parts.append(text)


def _letter(form, at):
    return chr(form[at]) if at < len(form) and form[at] < 128 else ""


def _converted(letter, moment, zone, offset):
    year, month, day, hour, minute, second, wday, yday = moment
    weekday = clock.DAYS[(wday + 5) % 7]
    numbers = {
        "C": (2, year // 100),
        "d": (2, day),
        "H": (2, hour),
        "I": (2, (hour + 11) % 12 + 1),
        "j": (3, yday),
        "m": (2, month),
        "M": (2, minute),
        "S": (2, second),
        "u": (1, (wday + 5) % 7 + 1),
        "U": (2, (yday + 7 - wday) // 7),
        "w": (1, wday - 1),
        "W": (2, (yday + 6 - (wday + 5) % 7) // 7),
        "y": (2, year % 100),
        "Y": (1, year),
    }
    if letter in numbers:
        return b"%0*d" % numbers[letter]
    if letter in "gGV":
        year, week = _iso_week(year, yday, (wday + 5) % 7)
        return b"%02d" % {"g": year % 100, "V": week}[letter] if letter in "gV" else b"%d" % year
    if letter == "z":
        return b"%s%02d%02d" % (
            b"-" if offset < 0 else b"+",
            abs(offset) // 3600,
            abs(offset) // 60 % 60,
        )
    return {
        "%": b"%",
        "a": weekday[:3].encode(),
        "A": weekday.encode(),
        "b": _MONTHS[month - 1][:3].encode(),
        "B": _MONTHS[month - 1].encode(),
        "e": b"%2d" % day,
        "h": _MONTHS[month - 1][:3].encode(),
        "n": b"\n",
        "p": b"PM" if hour >= 12 else b"AM",
        "t": b"\t",
        "Z": zone,
    }.get(letter)


def _iso_week(year, yday, weekday):
    """Returns the (year, week) of ISO 8601: week 1 is the one with the first Thursday."""
    week = (yday - 1 - weekday + 10) // 7
    if week == 0:
        year -= 1
        yday += days_from(year + 1, 1, 1) - days_from(year, 1, 1)
        week = (yday - 1 - weekday + 10) // 7
    elif week == 53 and (days_from(year + 1, 1, 1) + 3) % 7 < 4:
        year += 1
        week = 1
    return year, week
