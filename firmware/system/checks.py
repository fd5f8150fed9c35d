"""What a setting may be: one function a kind, (value, limits…) → value.

Each raises a ValueError; the sentence for it stands in `system.entries`.
"""

import jsontext
import weburl
from micropython import const

_MAX_GPIO = const(54)  # the highest pad of any ESP32 chip (ESP32-P4)
_MAX_TOKEN_BYTES = const(512)
_MAX_URL_BYTES = const(256)
_MAX_OBJECT_BYTES = const(2048)
_MAX_ITEMS = const(32)
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = "0123456789"


def _need(condition):
    if not condition:
        raise ValueError


def _is_int(value, low, high):
    return type(value) is int and low <= value <= high  # `type`, since True is an int in CPython


def _is_text(value, limit_bytes):
    """Text of one line. Spaces inside are fine."""
    return (
        isinstance(value, str)
        and len(value.encode()) <= limit_bytes
        and all(char >= " " and char != "\x7f" for char in value)
    )


def _is_visible(value, limit):
    """ASCII without spaces."""
    return (
        isinstance(value, str)
        and len(value) <= limit
        and all("!" <= char <= "~" for char in value)
    )


def _is_made_of(value, limit, *alphabets):
    return (
        isinstance(value, str)
        and 0 < len(value) <= limit
        and all(any(char in alphabet for alphabet in alphabets) for char in value)
    )


def _is_host(value):
    if not _is_made_of(value, 253, _LETTERS, _DIGITS, "-._"):
        return False
    return value[0] not in "-." and ".." not in value


def _is_name(value):
    return _is_made_of(value, 32, _LETTERS, _DIGITS, "_-") and value[0] in _LETTERS


def _is_password(value):
    return isinstance(value, str) and (not value or 8 <= len(value) <= 63)


def boolean(value):
    _need(value is True or value is False)
    return value


def whole(value, low, high):
    _need(_is_int(value, low, high))
    return value


def text(value, limit_bytes):
    _need(_is_text(value, limit_bytes))
    return value


def choice(value, *words):
    _need(isinstance(value, str) and value in words)
    return value


def token(value):
    """It travels in a header or in a path: visible ASCII only, so that it can hold no line end."""
    _need(_is_visible(value, _MAX_TOKEN_BYTES))
    return value


def url(value, min_chars):
    _need(_is_visible(value, _MAX_URL_BYTES) and len(value) >= min_chars)
    if value:
        _need("#" not in value and "\\" not in value)
        weburl.parse(value)
    return value


def host(value):
    _need(_is_host(value))
    return value


def hostname(value):
    if value != "":
        _need(_is_made_of(value, 32, _LETTERS, _DIGITS, "-") and "-" not in (value[0], value[-1]))
    return value


def ssid(value):
    _need(_is_text(value, 32))
    return value


def password(value):
    _need(_is_password(value))
    return value


def _items(value, is_item, limit=_MAX_ITEMS):
    _need(isinstance(value, list) and len(value) <= limit and all(is_item(item) for item in value))
    return value


def pins(value):
    if value is None:
        return None
    return _items(value, lambda item: _is_int(item, 0, _MAX_GPIO), _MAX_GPIO + 1)


def ids(value):
    return _items(value, lambda item: _is_int(item, 1, (1 << 53) - 1))


def hosts(value):
    return [host.lower() for host in _items(value, _is_host)]


def words(value):
    return _items(value, lambda item: _is_made_of(item, 64, _LETTERS, _DIGITS, "_-"), 64)


def networks(value):
    return _items(value, _is_network)


def _is_network(value):
    return (
        isinstance(value, dict)
        and all(key in ("ssid", "password") for key in value)
        and _is_text(value.get("ssid"), 32)
        and value["ssid"] != ""
        and _is_password(value.get("password", ""))
    )


def object(value):
    """It is merged into a request; what the firmware itself puts there would break by it."""
    _need(isinstance(value, dict))
    _need(not any(key in value for key in ("messages", "tools", "stream")))
    _need(len(jsontext.dumps(value).encode()) <= _MAX_OBJECT_BYTES)
    return value


def names(value):
    _need(isinstance(value, dict) and len(value) <= _MAX_ITEMS)
    for name in value:
        _need(_is_name(name) and _is_named_pin(value[name]))
    return value


def _is_named_pin(pin):
    if isinstance(pin, dict):
        if not all(key in ("pin", "active") for key in pin):
            return False
        if pin.get("active", "high") not in ("low", "high"):
            return False
        pin = pin.get("pin")
    return _is_int(pin, 0, _MAX_GPIO)


def levels(value):
    _need(isinstance(value, dict) and len(value) <= _MAX_ITEMS)
    for name in value:
        _need(_is_name(name) or (_is_made_of(name, 2, _DIGITS) and int(name) <= _MAX_GPIO))
        _need(_is_int(value[name], 0, 1))
    return value


# --- POSIX time zones: `std offset [dst [offset] [,start,end]]`, IEEE 1003.1, 8.3 "TZ" ---


def zone(value):
    _need(_is_text(value, 64) and value)
    zone, *rules = value.split(",")
    at = _after_offset(zone, _after_zone_name(zone, 0))
    if at < len(zone):
        at = _after_zone_name(zone, at)
        _need(len(rules) in (0, 2) and all(_is_zone_rule(rule) for rule in rules))
        if at < len(zone):
            at = _after_offset(zone, at)
    else:
        _need(not rules)
    _need(at == len(zone))
    return value


def _after_zone_name(text, at):
    """Position after three or more letters, or letters, digits and signs in angle brackets."""
    if text[at : at + 1] == "<":
        end = text.find(">", at)
        _need(end >= 0 and _is_made_of(text[at + 1 : end], 10, _LETTERS, _DIGITS, "+-"))
        return end + 1
    end = at
    while text[end : end + 1] and text[end] in _LETTERS:
        end += 1
    _need(end >= at + 3)
    return end


def _after_offset(text, at):
    """Position after `[+-]h[h][:mm[:ss]]`."""
    if text[at : at + 1] in ("+", "-"):
        at += 1
    for part in range(3):
        end = at
        while text[end : end + 1] and text[end] in _DIGITS:
            end += 1
        _need(at < end <= at + 3)
        if text[end : end + 1] != ":" or part == 2:
            return end
        at = end + 1


def _is_zone_rule(rule):
    """`Mmonth.week.day`, `Jday` or `day`, then `/time`."""
    day, slash, time = rule.partition("/")
    if slash and _after_offset(time, 0) != len(time):
        return False
    if day[:1] == "M":
        parts = day[1:].split(".")
        if len(parts) != 3 or not all(part.isdigit() for part in parts):
            return False
        month, week, weekday = [int(part) for part in parts]
        return 1 <= month <= 12 and 1 <= week <= 5 and weekday <= 6
    number = day[1:] if day[:1] == "J" else day
    return number.isdigit() and int(number) <= 365
