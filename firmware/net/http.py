"""HTTP/1.1 client for asyncio: requests streamed out, replies streamed in, in constant memory.

    async with await request("POST", url, headers, body) as response:
        if response.status == 200:
            count = await response.readinto(view)

Each request has a connection of its own, which makes a reply end plainly and an abort simple.
"""

import time

from clip import clip
from micropython import const
from net.address import Address
from net.connection import Connection
from net.error import HttpError
from net.response import Response

_SHOWN_BYTES = const(200)  # of an address in a sentence
_REDIRECTS = (301, 302, 303, 307, 308)
_TOKEN = "!#$%&'*+-.^_`|~"  # allowed in header names besides letters and digits
_OURS = ("host", "connection", "accept-encoding", "content-length", "transfer-encoding")
# The only headers of the caller that go on to another origin: any other may be a key.
_HARMLESS = ("accept", "accept-language", "content-type", "user-agent")


async def request(
    method, url, headers=(), body=b"", idle_ms=60000, total_ms=300000, redirects=3, verify=True
):
    """Sends a request and returns its Response once the headers are in.

    headers: (name, value) pairs of str. body: bytes-like, or an object with size() -> int and
    `async write(send)`. idle_ms: the longest silence; total_ms: the time for all of it, the
    reading of the reply included. redirects: how many to follow. verify: check the certificate of
    an https server. Raises HttpError; nothing is left open then.
    """
    began = time.ticks_ms()
    headers = _checked(method, headers)
    address = Address(url)
    while True:
        limits = (idle_ms, total_ms, began)
        response = await _exchange(limits, address, method, headers, body, verify)
        location = response.header("location") if response.status in _REDIRECTS else None
        if not location:
            return response
        response.close()
        new = address.join(location)
        _check_redirect(method, response.status, address, new)
        if redirects == 0:
            raise HttpError(
                f"there were too many redirects, the last one to {_shown(new)}",
                "check the address, or ask whoever runs the server",
            )
        redirects -= 1
        if new.origin() != address.origin():
            headers = [pair for pair in headers if pair[0].lower() in _HARMLESS]
        address = new


async def _exchange(limits, address, method, headers, body, verify):
    """Sends the request and reads the head of the reply; closes the connection when that fails."""
    connection = Connection("the server " + address.authority(), *limits)
    done = False
    try:
        response = Response(connection, method, address.url())
        await connection.open(address.host, address.port, address.secure, verify)
        failure = None
        try:
            await _send(connection, address, method, headers, body)
        except HttpError as exc:
            # A server may refuse a long request early: its answer says more than the broken pipe.
            if not exc.retry:
                raise
            failure = exc
        connection.turn()
        try:
            await response.begin()
        except HttpError as exc:
            raise failure or exc
        done = True
        return response
    finally:
        if not done:
            connection.close()


async def _send(connection, address, method, headers, body):
    head = (
        f"{method} {address.target} HTTP/1.1\r\nHost: {address.authority()}\r\n"
        "Connection: close\r\nAccept-Encoding: identity\r\n"
    )
    await connection.send(head.encode())
    for name, value in headers:
        await connection.send(f"{name}: {value}\r\n".encode())
    streamed = hasattr(body, "size")
    size = body.size() if streamed else len(body)
    if size or method in ("POST", "PUT", "PATCH"):
        await connection.send(f"Content-Length: {size}\r\n".encode())
    await connection.send(b"\r\n")
    before = connection.sent
    if streamed:
        await body.write(connection.send)
    else:
        await connection.send(body)
    if connection.sent - before != size:
        raise HttpError("the request changed while it was sent", "try again")
    await connection.flush()


def _checked(method, headers):
    """Returns the headers as a list with our own added; refuses what would break the lines."""
    headers = list(headers)
    if not _is_token(method):
        raise HttpError(f"{method!r} is not an HTTP method", "take one such as GET")
    for name, value in headers:
        if not _is_token(name) or name.lower() in _OURS:
            raise HttpError(f"{name!r} cannot be set as a header", "leave it out")
        for byte in value.encode():
            if byte < 0x20 or byte == 0x7F:
                raise HttpError(f"the header {name} holds a control character", "remove it")
    if "user-agent" not in [name.lower() for name, _ in headers]:
        headers.append(("User-Agent", "Pinpilot"))  # some services answer 403 without one
    return headers


def _check_redirect(method, status, old, new):
    if method not in ("GET", "HEAD") and status not in (307, 308):
        raise HttpError(
            f"the address {_shown(old)} has moved", f"set the new address {_shown(new)}"
        )
    if old.secure and not new.secure:
        raise HttpError(
            f"the server {old.authority()} redirects to {_shown(new)}, which is not encrypted",
            "check the address, or ask whoever runs the server",
        )


def _shown(address):
    return clip(address.url(), _SHOWN_BYTES, "…")


def _is_token(text):
    for char in text:
        if not ("a" <= char <= "z" or "A" <= char <= "Z" or "0" <= char <= "9" or char in _TOKEN):
            return False
    return bool(text)
