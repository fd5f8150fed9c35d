"""Addresses: URLs taken apart and joined, names resolved once."""

import socket

from micropython import const

from net.error import HttpError

_MOST_NAMES = const(4)  # the endpoint, a messenger, a search provider and one to spare


class Address:
    """The parts of an http or https URL; raises HttpError with a sentence when it is not one.

    .secure bool, .host str in lower case without brackets, .port int, .target the path and query
    as they are sent.
    """

    def __init__(self, url):
        _refuse_control_characters(url)
        scheme, _, rest = url.partition("://")
        if scheme.lower() not in ("http", "https"):
            raise HttpError(f"the address {url!r} must begin with http:// or https://")
        self.secure = scheme.lower() == "https"
        end = _end_of_authority(rest)
        if "@" in rest[:end]:
            raise HttpError("an address with a user name or password in it is not accepted")
        self.host, port = _host_and_port(rest[:end], url)
        self.port = port or self._default_port()
        target = _percent(rest[end:].partition("#")[0])
        self.target = target if target.startswith("/") else "/" + target

    def _default_port(self):
        return 443 if self.secure else 80

    def authority(self):
        """The host as a Host header: IPv6 in brackets, the port unless it is the default."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == self._default_port() else f"{host}:{self.port}"

    def origin(self):
        """What must be equal for a key to be sent."""
        return (self.secure, self.host, self.port)

    def url(self):
        return ("https://" if self.secure else "http://") + self.authority() + self.target

    def join(self, location):
        """Returns the Address that a Location header (str, absolute or relative) leads to."""
        location = location.strip()
        base = "https:" if self.secure else "http:"
        if _has_scheme(location):
            return Address(location)
        if location.startswith("//"):
            return Address(base + location)
        path = self.target.partition("?")[0]
        if location.startswith("/"):
            target = location
        elif location.startswith("?"):
            target = path + location
        elif location.partition("#")[0]:
            target = path[: path.rfind("/") + 1] + location
        else:
            target = self.target
        return Address(f"{base}//{self.authority()}{_without_dots(target)}")


def _refuse_control_characters(url):
    for byte in url.encode():
        if byte < 0x20 or byte == 0x7F:
            raise HttpError("the address contains a control character")


def _end_of_authority(text):
    for end in range(len(text)):
        if text[end] in "/?#":
            return end
    return len(text)


def _host_and_port(authority, url):
    """Returns (host, port), port 0 when none is given."""
    if authority.startswith("["):
        host, bracket, port = authority[1:].partition("]")
        allowed = "0123456789abcdef:."
        if not bracket or port[:1] not in ("", ":"):
            host = ""
        port = port[1:]
    else:
        host, _, port = authority.partition(":")
        allowed = "abcdefghijklmnopqrstuvwxyz0123456789.-_"
    host = host.lower()
    for char in host:
        if char not in allowed:
            raise HttpError(f"the address {url!r} has a host name that cannot be")
    if not host or (port and not (port.isdigit() and 0 < int(port) < 65536)):
        raise HttpError(f"the address {url!r} has no proper host and port")
    return host, int(port or 0)


def _percent(text):
    """Writes spaces and all that is not ASCII as %XX."""
    data = text.encode()
    if len(data) == len(text) and " " not in text:
        return text
    return "".join(chr(byte) if 0x20 < byte < 0x7F else f"%{byte:02X}" for byte in data)


def _has_scheme(location):
    scheme, colon, _ = location.partition(":")
    return bool(colon) and scheme.isalpha()


def _without_dots(target):
    """Resolves the `.` and `..` segments of a path (RFC 3986, 5.2.4)."""
    path, mark, query = target.partition("?")
    kept = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            if kept:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept) + mark + query


# (host, port) -> what getaddrinfo returned; the addresses in it are opaque and passed on untouched
_known = {}


def resolve(host, port):
    """Returns the getaddrinfo entries of a host; blocks only when it is asked for first."""
    key = (host, port)
    if key not in _known:
        try:
            found = socket.getaddrinfo(host, port, 0, socket.SOCK_STREAM)
        except OSError as exc:  # its number is the resolver's own: -2 on Linux, -202 on ESP32
            why = f"{host} is not found: {exc.args[0]}; check the name and the network"
            raise HttpError(why, True)
        if len(_known) >= _MOST_NAMES:
            _known.clear()
        _known[key] = found
    return _known[key]


def forget(host, port):
    """Lets the next resolve() ask again: the host may have moved."""
    _known.pop((host, port), None)
