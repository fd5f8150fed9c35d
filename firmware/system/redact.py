"""Takes secrets out of text: logs, replies, errors, pages. `system.config` registers them.

A secret is found as it is, as it stands inside a JSON string and as it stands in a URL. Secrets
shorter than four characters are left alone: they would black out ordinary words.
"""

import jsontext
from micropython import const
from percent import percent

_MIN_CHARS = const(4)
_MASK = "***"
_UNRESERVED = "-._~"  # what a URL holds as it is, beside letters and digits (RFC 3986, 2.3)

_patterns = []  # longest first, so that a secret that begins with another one wins


def register(secrets):
    """Adds secrets (list of str). Each stays until the next boot: a replaced key may be valid."""
    known = set(_patterns)
    for secret in secrets:
        if len(secret) >= _MIN_CHARS:
            known.update(
                (secret, jsontext.quote(secret)[1:-1].decode(), percent(secret, _UNRESERVED))
            )
    _patterns[:] = sorted(known, key=len, reverse=True)


def redact(text):
    """Returns `text` (str) with `***` in place of every secret."""
    return _masked(text, True)[0]


def longest_bytes():
    """Returns how many bytes of text one secret may take."""
    return max([len(pattern.encode()) for pattern in _patterns] or [0])


def mask(data):
    """Puts a `*` over every byte of a secret in `data` (bytearray): places in it stay the same."""
    for pattern in _patterns:
        secret = pattern.encode()
        at = data.find(secret)
        while at >= 0:
            data[at : at + len(secret)] = b"*" * len(secret)
            at = data.find(secret, at + len(secret))


class Stream:
    """Redacts text that arrives in pieces cut anywhere: what may begin a secret waits."""

    def __init__(self):
        self._rest = ""

    def feed(self, text):
        """Returns what is safe to show after `text` (str) has come."""
        shown, self._rest = _masked(self._rest + text, False)
        return shown

    def end(self):
        """Returns what was held back."""
        shown, self._rest = _masked(self._rest, True)
        return shown


def _masked(text, final):
    """Returns the redacted text and the tail that has to wait for more ("" when `final`)."""
    out = None
    start = 0
    wait = len(text) if final else _open_end(text, 0)
    while True:
        at, pattern = _first(text, start)
        if pattern is None or at >= wait:
            break
        out = (out or "") + text[start:at] + _MASK
        start = at + len(pattern)
        if wait < start:
            wait = _open_end(text, start)
    if out is None and wait == len(text):
        return text, ""
    return (out or "") + text[start:wait], text[wait:]


def _first(text, start):
    """Position and pattern of the first secret from `start`; at one position the longest."""
    first, found = len(text), None
    for pattern in _patterns:
        at = text.find(pattern, start, first + len(pattern) - 1)
        if 0 <= at < first:
            first, found = at, pattern
    return first, found


def _open_end(text, start):
    """Where the earliest tail begins that may become a secret; len(text) when there is none."""
    earliest = len(text)
    for pattern in _patterns:
        at = text.find(pattern[0], max(start, len(text) - len(pattern) + 1))
        while 0 <= at < earliest:
            if pattern.startswith(text[at:]):
                earliest = at
                break
            at = text.find(pattern[0], at + 1)
    return earliest
