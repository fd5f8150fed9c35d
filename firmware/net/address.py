"""Addresses: URLs taken apart and joined, names resolved once."""

import socket

import weburl
from micropython import const

from net.error import HttpError

_MOST_NAMES = const(4)  # the endpoint, a messenger, a search provider and one to spare


class Address:
    """The parts of an http or https URL; raises HttpError when it is not one.

    .secure bool, .host str in lower case without brackets, .port int, .target the path and query
    as they are sent.
    """

    def __init__(self, url):
        try:
            self.secure, self.host, self.port, self.target = weburl.parse(url)
        except ValueError as exc:
            raise HttpError(str(exc), "set the right one")

    def authority(self):
        """The host as a Host header: IPv6 in brackets, the port unless it is the default."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"

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
            cause = f"the server {host} is not found ({exc.args[0]})"
            raise HttpError(cause, "check the name and the network", True)
        if len(_known) >= _MOST_NAMES:
            _known.clear()
        _known[key] = found
    return _known[key]


def forget(host, port):
    """Lets the next resolve() ask again: the host may have moved."""
    _known.pop((host, port), None)
