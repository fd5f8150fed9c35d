"""A scripted HTTP server in the event loop of a MicroPython test.

async with Peer(say(b"HTTP/1.1 200 OK\\r\\n…")) as peer:
    await request("GET", peer.url + "/path")
    head, body = peer.requests[0]
"""

import asyncio
import errno
import os
import struct

import socket


class Peer:
    """answer: `async def (stream)`, called for each connection once its request has been read."""

    def __init__(self, answer, reads=True):
        self._answer = answer
        self._reads = reads  # False: answer is called at once
        self.requests = []  # (head, body), both bytes
        self.open = 0  # connections whose end was not seen yet

    async def __aenter__(self):
        while True:
            self.port = 20000 + int.from_bytes(os.urandom(2), "big") // 2
            try:
                self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
                break
            except OSError as exc:
                if exc.errno != errno.EADDRINUSE:
                    raise
        self.url = f"http://127.0.0.1:{self.port}"
        return self

    async def __aexit__(self, *exc):
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, stream, _):
        self.open += 1
        try:
            if self._reads:
                self.requests.append(await read_request(stream))
            await self._answer(stream)
        except OSError:
            pass  # the client closed first, which many tests want
        finally:
            self.open -= 1
            await stream.wait_closed()

    async def all_closed(self):
        """Waits until no connection is open."""
        for _ in range(1000):
            if not self.open:
                return
            await asyncio.sleep_ms(1)
        raise AssertionError("a connection stayed open")


async def read_request(stream):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        line = await stream.readline()
        if not line:
            raise OSError(errno.ECONNRESET)
        head += line
    length = 0
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            length = int(line[15:])
    return head, await stream.readexactly(length)


def say(*pieces):
    """An answer that sends each piece by itself and then closes."""

    async def answer(stream):
        for piece in pieces:
            stream.write(piece)
            await stream.drain()
            await asyncio.sleep_ms(0)

    return answer


def in_turn(*answers):
    """An answer that is another one for each connection."""
    left = list(answers)

    async def answer(stream):
        await left.pop(0)(stream)

    return answer


def reset(stream):
    """Makes the coming close a reset."""
    stream.s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def drip(data, pause_ms=0):
    """An answer that sends one byte at a time and then closes."""

    async def answer(stream):
        for at in range(len(data)):
            stream.write(data[at : at + 1])
            await stream.drain()
            await asyncio.sleep_ms(pause_ms)

    return answer


async def until_closed(stream):
    """An answer that says nothing and waits for the client to go."""
    while await stream.read(4096):
        pass
