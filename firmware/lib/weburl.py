"""Web addresses taken apart (RFC 3986), for those who check one and those who go there."""

from clip import clip
from micropython import const
from percent import percent

_SHOWN_BYTES = const(200)  # of an address in a sentence
_NAME = "abcdefghijklmnopqrstuvwxyz0123456789.-_"
_IPV6 = "0123456789abcdef:."
_MARKS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"  # all of ASCII that stays as it is in a target


def parse(url):
    """Returns (secure, host, port, target) of an http or https URL (str).

    secure: bool; host: in lower case, without brackets; port: int; target: the path and query as
    they are sent. Raises ValueError with what is wrong, the first half of a sentence.
    """
    for byte in url.encode():
        if byte < 0x20 or byte == 0x7F:
            raise ValueError("the address contains a control character")
    shown = clip(url, _SHOWN_BYTES, "…")
    scheme, mark, rest = url.partition("://")
    scheme = scheme.lower()
    if not mark or scheme not in ("http", "https"):
        raise ValueError(f"the address {shown!r} must begin with http:// or https://")
    secure = scheme == "https"
    end = _end_of_authority(rest)
    if "@" in rest[:end]:
        raise ValueError("an address with a user name or password in it is not accepted")
    host, port = _host_and_port(rest[:end].lower(), shown)
    target = percent(rest[end:].partition("#")[0], _MARKS)
    if not target.startswith("/"):
        target = "/" + target
    return secure, host, port or (443 if secure else 80), target


def _end_of_authority(text):
    for end in range(len(text)):
        if text[end] in "/?#":
            return end
    return len(text)


def _host_and_port(authority, shown):
    """Returns (host, port), port 0 when none is given."""
    if authority.startswith("["):
        host, bracket, port = authority[1:].partition("]")
        proper = bracket and host.count(":") > 1 and port[:1] in ("", ":")
        allowed = _IPV6
        port = port[1:]
    else:
        host, _, port = authority.partition(":")
        proper = host and host[0] not in "-." and ".." not in host
        allowed = _NAME
    if not proper or not all(char in allowed for char in host):
        raise ValueError(f"the address {shown!r} has no proper host")
    if port and not (port.isdigit() and len(port) < 6 and 0 < int(port) < 65536):
        raise ValueError(f"the address {shown!r} has a port that is no number from 1 to 65535")
    return host, int(port or 0)
