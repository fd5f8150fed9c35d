"""Takes a value for a setting: what a person typed or a file holds, checked, or a sentence.

Loaded when a value is taken, and forgotten after it (`config`).
"""

import jsontext
from system import checks
from system.settings import is_secret

_BOOLEANS = (("false", "off", "no"), ("true", "on", "yes"))
_TEXT_KINDS = ("text", "choice", "token", "url", "host", "zone", "hostname", "ssid", "password")

# kind, what it may be: the end of "llm.url must be …", with the kind's limits put in.
# `checks` has a function for each.
_PHRASES = """
boolean true or false
host a host name such as pool.ntp.org
hostname empty or up to 32 letters, digits and hyphens, such as kitchen-lamp
hosts a list of host names without scheme, port and path, such as ["api.example.com"]
ids a list of user ids, such as [2002002]
levels an object of pin names or numbers with a level 0 or 1, such as {"heater": 0}
names an object of names (a letter, then up to 31 letters, digits, _ and -) with pins, such as \
{"lamp": 5, "relay": {"pin": 4, "active": "low"}}
networks a list of networks with ssid (up to 32 bytes) and password (8 to 63 characters), such \
as [{"ssid": "Home", "password": "…"}]
object an object of up to 2048 bytes without messages, tools and stream, such as \
{"temperature": 0.2}
password empty or 8 to 63 characters long
pins null or a list of GPIO numbers, such as [4, 5, 18]
ssid a network name of up to 32 bytes
text one line of text of up to %d bytes
token up to 512 visible ASCII characters without spaces
url an address that begins with http:// or https://, without spaces, user name and password, \
such as https://api.example.com/v1
whole a whole number from %d to %d
words a list of names, such as ["sensor", "bus"]
zone a POSIX time zone such as UTC0 or CET-1CEST,M3.5.0,M10.5.0/3
"""


def check(row, value):
    """Returns `value`, stripped. Raises ValueError with a sentence when it is not allowed."""
    try:
        return getattr(checks, row[2])(_stripped(value), *row[3:])
    except ValueError:
        raise ValueError(_sentence(row) + _given(row, value))


def parse(row, text):
    """Returns the value that a person typed: the kind decides whether `text` is JSON or bare.

    Raises ValueError with a sentence. The value still has to be checked.
    """
    text = text.strip()
    kind = row[2]
    if kind == "boolean":
        for value in (False, True):
            if text.lower() in _BOOLEANS[value]:
                return value
        return text
    if kind == "whole":
        digits = text[1:] if text[:1] in ("+", "-") else text
        return int(text) if digits.isdigit() else text
    if kind in _TEXT_KINDS and text[:1] != '"':
        return text
    try:
        return jsontext.parse(text)
    except ValueError as error:
        raise ValueError(f"{_sentence(row)}, written as JSON ({error})")


def _sentence(row):
    kind, limits = row[2], row[3:]
    if kind == "choice":
        phrase = " or ".join(limits)
    else:
        start = _PHRASES.find("\n" + kind + " ") + len(kind) + 2
        phrase = _PHRASES[start : _PHRASES.find("\n", start)]
        if "%" in phrase:
            phrase %= limits
    return row[0] + " must be " + phrase


def _given(row, value):
    """What was given, unless it is or may hold a secret."""
    if is_secret(row):
        return ""
    try:
        text = jsontext.dumps(value)
    except ValueError:
        text = "a Python " + type(value).__name__
    if "@" in text:  # an address with a password in it
        return ""
    return ", not " + (text if len(text) <= 60 else text[:60] + "…")


def _stripped(value):
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, (list, tuple)):
        return [_stripped(item) for item in value]
    if isinstance(value, dict):
        return {_stripped(key): _stripped(value[key]) for key in value}
    return value
