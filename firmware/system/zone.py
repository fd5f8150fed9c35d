"""Local time: what the setting `time.tz` means, a POSIX zone such as "CET-1CEST,M3.5.0,M10.5.0/3".

The text has been checked by `system.checks` (IEEE 1003.1, 8.3 "TZ"). Times are seconds since 1970.
"""

from micropython import const

from system import clock

_HOUR_S = const(3600)
_DAY_S = const(86400)
_RULES = ("M3.2.0", "M11.1.0")  # of a zone that gives none, as glibc and newlib have it
_CHANGE_S = const(7200)  # time of the day at which the clock changes, if the rule gives none


def local(zone, at):
    """Returns (year, month, day, hour, minute, second, weekday from 0 for Monday) in a zone."""
    return clock.fields(at + offset(zone, at))


def offset(zone, at):
    """Returns by how many seconds a zone is ahead of UTC at a time."""
    names, *rules = zone.split(",")
    west, end = _clock_time(names, _after_name(names, 0))
    if end == len(names):
        return -west
    end = _after_name(names, end)
    summer_west = west - _HOUR_S if end == len(names) else _clock_time(names, end)[0]
    begins, ends = rules or _RULES
    year = clock.fields(at - west)[0]
    begin = _change(begins, year) + west
    end = _change(ends, year) + summer_west
    # South of the equator summer goes over the turn of the year.
    is_summer = begin <= at < end if begin < end else not end <= at < begin
    return -summer_west if is_summer else -west


def _after_name(text, at):
    if text[at] == "<":
        return text.find(">", at) + 1
    while text[at : at + 1].isalpha():
        at += 1
    return at


def _clock_time(text, at):
    """Returns (seconds, position after) of `[+-]h[h][:mm[:ss]]`."""
    sign = -1 if text[at] == "-" else 1
    if text[at] in "+-":
        at += 1
    seconds, unit_s = 0, _HOUR_S
    while True:
        end = at
        while text[end : end + 1].isdigit():
            end += 1
        seconds += int(text[at:end]) * unit_s
        if text[end : end + 1] != ":":
            return sign * seconds, end
        at = end + 1
        unit_s //= 60


def _change(rule, year):
    """The time, by the zone's own clock, at which a rule changes the clocks in a year."""
    day, _, time = rule.partition("/")
    seconds = _clock_time(time, 0)[0] if time else _CHANGE_S
    first = _days(year, 1, 1)
    if day[0] == "M":
        days = _weekday_in(year, *[int(part) for part in day[1:].split(".")])
    elif day[0] == "J":  # 1 to 365: 29 February is not counted
        number = int(day[1:])
        days = first + number - 1 + (number >= 60 and _days(year, 3, 1) - first == 60)
    else:
        days = first + int(day)
    return days * _DAY_S + seconds


def _weekday_in(year, month, week, weekday):
    """The day of the `week`-th weekday (0 is Sunday) of a month; the 5th is the last."""
    first = _days(year, month, 1)
    day = first + (weekday - first - 4) % 7 + 7 * (week - 1)  # 1 January 1970 was a Thursday
    after = _days(year + month // 12, month % 12 + 1, 1)
    return day if day < after else day - 7


def _days(year, month, day):
    """Days since 1 January 1970."""
    if month < 3:  # a year that begins in March ends in its leap day
        year, month = year - 1, month + 12
    return (
        365 * year
        + year // 4
        - year // 100
        + year // 400
        + (153 * month - 457) // 5
        + day
        - 719469
    )
