"""Every setting: its default and what it may be.

To add one, add a line to the table. It is one text, which stays in ROM and is searched: as
objects it would take several KB of heap. Secrecy comes with the kind (SECRET_KINDS): such a value
lives in /secrets.json and is never quoted in a sentence.
"""

import jsontext
from clip import SHORT, clip
from micropython import const
from nearest import nearest

_KEY_BYTES = const(80)  # of a key that is quoted back

# key, kind, the kind's limits = default as JSON; sorted by key. `checks` has the kinds.
# 0 stands for: no heartbeat, no limit (per_day, per_hour), not sent (max_tokens).
_TABLE = """
agent.heartbeat_min whole 0 1440 = 30
agent.history_kb whole 4 1024 = 32
agent.honesty boolean = true
agent.max_calls whole 1 32 = 8
agent.max_rounds whole 1 50 = 10
gpio.allow pins = null
gpio.boot levels = {}
gpio.names names = {}
http.allow hosts = []
limits.per_day whole 0 1000000 = 3000
limits.per_hour whole 0 100000 = 300
llm.extra object = {}
llm.key token = ""
llm.max_tokens whole 0 1000000 = 0
llm.model text 128 = ""
llm.reasoning choice drop echo = "drop"
llm.retries whole 0 10 = 3
llm.stream boolean = true
llm.system_role choice system developer user = "system"
llm.timeout_s whole 1 600 = 60
llm.token_field choice max_tokens max_completion_tokens = "max_tokens"
llm.url url 0 = ""
script.heap_kb whole 8 8192 = 40
script.timeout_s whole 1 3600 = 30
search.key token = ""
search.provider choice tavily brave = "tavily"
system.log choice debug info warning error = "info"
system.wdt boolean = false
telegram.allow ids = []
telegram.api url 1 = "https://api.telegram.org"
telegram.token token = ""
time.ntp host = "pool.ntp.org"
time.tz zone = "UTC0"
tls.verify boolean = true
tools.disabled words = []
tools.groups words = []
wifi.hostname hostname = ""
wifi.networks networks = []
wifi.password password = ""
wifi.ssid ssid = ""
"""

SECRET_KINDS = ("networks", "password", "token")


def keys():
    """Returns the names of all settings, sorted."""
    return [line[: line.find(" ")] for line in _TABLE.strip().split("\n")]


def find(key):
    """Returns (key, default as JSON text, kind, limits…) of a setting, or None."""
    at = _TABLE.find(f"\n{key} ") + 1
    if not at:
        return None
    words, _, default = _TABLE[at : _TABLE.find("\n", at)].partition(" = ")
    name, kind, *limits = words.split()
    if name != key:
        return None
    return (name, default, kind) + tuple(int(w) if w.isdigit() else w for w in limits)


def unknown(key, look=True):
    """Returns the sentence for a key that is no setting, with the nearest one if `look`."""
    close = nearest(key, keys()) if look and isinstance(key, str) else None
    sentence = f"unknown setting '{clip(str(key), _KEY_BYTES, SHORT)}'"
    return f"{sentence}; did you mean '{close}'?" if close else sentence


def is_secret(row):
    return row[2] in SECRET_KINDS


def default(row):
    """Returns the default as a fresh value that the caller may keep."""
    return jsontext.parse(row[1])
