"""The library `os` of scripts: time, date and clock. Times are integers, seconds since 1970."""

import time

from script.strftime import days_from, fields, strftime
from script.arguments import arg_int, arg_str, arg_table
from script.values import LuaError, Table
from system import clock, zone

_FIELDS = ("year", "month", "day", "hour", "min", "sec", "wday", "yday")
_DAY_S = 86400
_MOST = (1 << 31) - 1  # of a field, as in C
# Where the zone's rules hold; ports know no other years.
_ZONE_ENDS = 1 << 32


def make(run):
    """Returns a fresh table; local time is that of the setting `time.tz`."""
    begin = time.ticks_ms()
    config = run.services.get("config")
    name = config["time.tz"] if config else "UTC0"

    def seconds(table=None, *_):
        if table is None:
            return clock.seconds()
        return _time(arg_table(table, 1, "time"), name)

    def date(form=b"%c", at=None, *_):
        form = b"%c" if form is None else arg_str(form, 1, "date")
        at = clock.seconds() if at is None else arg_int(at, 2, "date")
        return _date(form, at, name)

    def cpu(*_):
        return time.ticks_diff(time.ticks_ms(), begin) / 1000

    return Table.record({b"clock": cpu, b"date": date, b"time": seconds})


def _offset(name, at):
    return zone.offset(name, at) if 0 <= at < _ZONE_ENDS else 0


def _is_summer(name, at):
    """Whether the clock is ahead of what it is at another time of the year."""
    offset = _offset(name, at)
    year = fields(at + offset)[0]
    return offset > min([_offset(name, days_from(year, month, 1) * _DAY_S) for month in (1, 7)])


def _date(form, at, name):
    utc = form[:1] == b"!"
    if utc:
        form = form[1:]
    offset = 0 if utc else _offset(name, at)
    moment = fields(at + offset)
    if not -_MOST <= moment[0] - 1900 <= _MOST:
        raise LuaError(b"date result cannot be represented in this installation", 1)
    if form == b"*t":
        table = Table.record({})
        _set(table, moment, not utc and _is_summer(name, at))
        return table
    return strftime(form, moment, b"GMT" if utc else _abbreviation(name), offset)


def _abbreviation(name):
    """The letters that a POSIX zone begins with."""
    if name[0] == "<":
        return name[1:].split(">")[0].encode()
    end = 0
    while end < len(name) and name[end].isalpha():
        end += 1
    return name[:end].encode()


def _set(table, moment, is_summer):
    for key, value in zip(_FIELDS, moment):
        table.put(key.encode(), value)
    table.put(b"isdst", is_summer)


def _field(table, key, default, shift=0):
    value = table.get(key.encode())
    if value.__class__ is not int:
        if value is None:
            if default is None:
                raise LuaError(f"field '{key}' missing in date table".encode(), 1)
            return default
        try:
            value = arg_int(value, 1, "time")
        except LuaError:
            raise LuaError(f"field '{key}' is not an integer".encode(), 1)
    if not -_MOST - 1 <= value - shift <= _MOST:
        raise LuaError(f"field '{key}' is out-of-bound".encode(), 1)
    return value


def _time(table, name):
    """The time of a table's fields, which are set to what they then mean."""
    year = _field(table, "year", None, 1900)
    month = _field(table, "month", None, 1) - 1
    day = _field(table, "day", None)
    hour = _field(table, "hour", 12)
    minute = _field(table, "min", 0)
    second = _field(table, "sec", 0)
    days = days_from(year + month // 12, month % 12 + 1, day)
    local = days * _DAY_S + hour * 3600 + minute * 60 + second
    at = local - _offset(name, local - _offset(name, local))
    _set(table, fields(at + _offset(name, at)), _is_summer(name, at))
    return at
