"""Every setting: its default, what it may be, and the sentence that says so.

To add one, add a row to SETTINGS. A row is pure data, so that a frozen build keeps it out of the
heap. Secrecy comes with the kind (SECRET_KINDS): such a value lives in /secrets.json and is never
quoted in a sentence.
"""

import jsontext
from nearest import nearest
from system import checks

# key, default as JSON text, kind, then the kind's limits; sorted by key.
SETTINGS = (
    ("agent.heartbeat_min", "30", "whole", 0, 1440),  # 0: no heartbeat
    ("agent.history_kb", "32", "whole", 4, 1024),
    ("agent.honesty", "true", "boolean"),
    ("agent.max_calls", "8", "whole", 1, 32),
    ("agent.max_rounds", "10", "whole", 1, 50),
    ("gpio.allow", "null", "pins"),
    ("gpio.boot", "{}", "levels"),
    ("gpio.names", "{}", "names"),
    ("http.allow", "[]", "hosts"),
    ("limits.per_day", "3000", "whole", 0, 1000000),  # 0: no limit
    ("limits.per_hour", "300", "whole", 0, 100000),
    ("llm.extra", "{}", "object"),
    ("llm.key", '""', "token"),
    ("llm.max_tokens", "0", "whole", 0, 1000000),  # 0: not sent
    ("llm.model", '""', "text", 128),
    ("llm.reasoning", '"drop"', "choice", "drop", "echo"),
    ("llm.retries", "3", "whole", 0, 10),
    ("llm.stream", "true", "boolean"),
    ("llm.system_role", '"system"', "choice", "system", "developer", "user"),
    ("llm.timeout_s", "60", "whole", 1, 600),
    ("llm.token_field", '"max_tokens"', "choice", "max_tokens", "max_completion_tokens"),
    ("llm.url", '""', "url", 0),
    ("script.heap_kb", "40", "whole", 8, 8192),
    ("script.timeout_s", "30", "whole", 1, 3600),
    ("search.key", '""', "token"),
    ("search.provider", '"tavily"', "choice", "tavily", "brave"),
    ("system.log", '"info"', "choice", "debug", "info", "warning", "error"),
    ("system.wdt", "false", "boolean"),
    ("telegram.allow", "[]", "ids"),
    ("telegram.api", '"https://api.telegram.org"', "url", 1),
    ("telegram.token", '""', "token"),
    ("time.ntp", '"pool.ntp.org"', "host"),
    ("time.tz", '"UTC0"', "zone"),
    ("tls.verify", "true", "boolean"),
    ("tools.disabled", "[]", "words"),
    ("tools.groups", "[]", "words"),
    ("wifi.hostname", '""', "hostname"),
    ("wifi.networks", "[]", "networks"),
    ("wifi.password", '""', "password"),
    ("wifi.ssid", '""', "ssid"),
)

SECRET_KINDS = ("networks", "password", "token")

_BOOLEANS = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
_TEXT_KINDS = ("text", "choice", "token", "url", "host", "zone", "hostname", "ssid", "password")

# kind → what it may be: the end of "llm.url must be …", with the kind's limits put in.
# `checks` has a function of each name.
_PHRASES = {
    "boolean": "true or false",
    "choice": "",
    "host": "a host name such as pool.ntp.org",
    "hostname": "empty or up to 32 letters, digits and hyphens, such as kitchen-lamp",
    "hosts": 'a list of host names without scheme, port and path, such as ["api.example.com"]',
    "ids": "a list of user ids, such as [2002002]",
    "levels": 'an object of pin names or numbers with a level 0 or 1, such as {"heater": 0}',
    "names": "an object of names (a letter, then up to 31 letters, digits, _ and -) with pins, "
    'such as {"lamp": 5, "relay": {"pin": 4, "active": "low"}}',
    "networks": "a list of networks with ssid (up to 32 bytes) and password (8 to 63 characters), "
    'such as [{"ssid": "Home", "password": "…"}]',
    "object": "an object of up to 2048 bytes without messages, tools and stream, "
    'such as {"temperature": 0.2}',
    "password": "empty or 8 to 63 characters long",
    "pins": "null or a list of GPIO numbers, such as [4, 5, 18]",
    "ssid": "a network name of up to 32 bytes",
    "text": "one line of text of up to %d bytes",
    "token": "up to 512 visible ASCII characters without spaces",
    "url": "an address that begins with http:// or https://, without spaces, user name and "
    "password, such as https://api.example.com/v1",
    "whole": "a whole number from %d to %d",
    "words": 'a list of names, such as ["sensor", "bus"]',
    "zone": "a POSIX time zone such as UTC0 or CET-1CEST,M3.5.0,M10.5.0/3",
}


def find(key):
    """Returns the row of a setting, or None."""
    for row in SETTINGS:
        if row[0] == key:
            return row
    return None


def unknown(key):
    """Returns the sentence for a key that is no setting, with the nearest one."""
    close = nearest(key, [row[0] for row in SETTINGS]) if isinstance(key, str) else None
    sentence = "unknown setting '{}'".format(key)
    return sentence + "; did you mean '{}'?".format(close) if close else sentence


def is_secret(row):
    return row[2] in SECRET_KINDS


def default(row):
    """Returns the default as a fresh value that the caller may keep."""
    return jsontext.parse(row[1])


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
        return _BOOLEANS.get(text.lower(), text)
    if kind == "whole":
        digits = text[1:] if text[:1] in ("+", "-") else text
        return int(text) if digits.isdigit() else text
    if kind in _TEXT_KINDS and text[:1] != '"':
        return text
    try:
        return jsontext.parse(text)
    except ValueError as error:
        raise ValueError("{}, written as JSON ({})".format(_sentence(row), error))


def _sentence(row):
    phrase = _PHRASES[row[2]]
    if row[2] == "choice":
        phrase = " or ".join(row[3:])
    elif "%" in phrase:
        phrase %= row[3:]
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
