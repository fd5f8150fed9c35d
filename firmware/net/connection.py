"""One TCP or TLS connection with deadlines: every wait ends, and the loop runs meanwhile.

What is sent is gathered to 1 KB, so that small pieces do not become small TLS records; what is
received is read ahead into the same buffer, because a request ends before its reply begins.
"""

import asyncio
import errno
import select
import socket
import time
from asyncio import core  # type: ignore  (the stubs leave it out)

from forget import forget
from micropython import const

from net import address
from net.error import HttpError

_BUFFER_BYTES = const(1024)


# What connect() says when asked again on lwIP, whose connection is gone by then.
_LOST = (errno.ENOTCONN, errno.ECONNRESET, errno.ECONNABORTED)


def _buffer():
    data = bytearray(_BUFFER_BYTES)
    return data, memoryview(data)


_spare = _buffer()  # taken at boot, for one connection: later no KB may be free in one piece


class Connection:
    """A connection that one task at a time uses, ended by close() on every path.

    peer: who it talks to, for sentences. idle_ms: the longest wait without a byte moved; total_ms:
    the time for everything, from began (ticks_ms) on. The coroutines raise HttpError and leave the
    closing to the caller.
    """

    def __init__(self, peer, idle_ms, total_ms, began):
        global _spare
        self.peer = peer
        self.sent = 0
        self.received = 0
        self._socket = None
        self._buffer = _spare or _buffer()
        self._bytes, self._view = self._buffer
        self._start = 0  # received and not yet taken: _start to _end; to be sent: 0 to _end
        self._end = 0
        self._owner = None  # the task that waits for the socket now
        self._since = 0  # ticks at which it began to wait
        self._late = None  # what the deadline that passed makes of it, for HttpError
        self._watcher = asyncio.create_task(self._watch(idle_ms, total_ms, began))
        _spare = None

    async def open(self, host, port, secure, verify):
        """Connects to the first address of the host that answers."""
        connected = False
        try:
            await self._connect_any(address.resolve(host, port))
            connected = True
        finally:
            if not connected:
                address.forget(host, port)
        if secure:
            from net import tls

            try:
                self._socket = tls.wrap(self._socket, host, verify)
            except (OSError, ValueError) as exc:
                raise self._explain(exc)

    async def send(self, data):
        """Takes `data` (bytes-like); a full buffer is sent at once, the rest by flush()."""
        data = memoryview(data)
        self.sent += len(data)
        while data:
            count = min(len(data), _BUFFER_BYTES - self._end)
            self._view[self._end : self._end + count] = data[:count]
            self._end += count
            data = data[count:]
            if self._end == _BUFFER_BYTES:
                await self.flush()

    async def flush(self):
        rest = self._view[: self._end]
        while rest:
            await self._ready(core._io_queue.queue_write)
            try:
                count = self._socket.write(rest)
            except (OSError, ValueError) as exc:
                raise self._explain(exc)
            rest = rest[count or 0 :]
        self._end = 0

    def turn(self):
        """Forgets what was not sent: from now on the buffer receives."""
        self._start = self._end = 0

    async def readinto(self, view):
        """Fills a memoryview with what there is; returns the count of bytes, 0 at the end."""
        count = min(len(view), self._end - self._start)
        if not count:
            return await self._receive(view)
        view[:count] = self._view[self._start : self._start + count]
        self._start += count
        return count

    async def line(self, limit_bytes):
        """Returns the next line (bytes) without its line end; HttpError when it is longer."""
        line, size = await self.begin_of_line(limit_bytes, limit_bytes)
        if size > limit_bytes:
            raise HttpError(
                f"{self.peer} sent a line of more than {limit_bytes} bytes",
                "check the address, or ask whoever runs the server",
            )
        return line

    async def begin_of_line(self, kept_bytes, limit_bytes):
        """Returns the next line without its line end, as much as is kept of it, and its size.

        A size above limit_bytes says that the line goes on; the rest of it was not read.
        """
        line = b""
        size = 0
        stop = 0
        while not stop and size <= limit_bytes:
            if self._start == self._end:
                self._start = 0
                self._end = await self._receive(self._view)
                if not self._end:
                    raise self.cut_short()
            stop = self._bytes.find(b"\n", self._start, self._end) + 1
            end = stop or self._end
            line += self._view[self._start : min(end, self._start + kept_bytes - len(line))]
            size += end - self._start
            self._start = end
        return line.rstrip(b"\r\n"), size

    def hurry(self, idle_ms, total_ms):
        """Takes other deadlines, from now on."""
        self._watcher.cancel()
        self._watcher = asyncio.create_task(self._watch(idle_ms, total_ms, time.ticks_ms()))

    def cut_short(self):
        """The HttpError for a connection that ended too early."""
        return self._explain(OSError(errno.ECONNRESET))

    def close(self):
        """Closes at once, whatever is still to come. May be called again."""
        global _spare
        self._watcher.cancel()
        self._start = self._end = 0
        if self._buffer:
            _spare = self._buffer
            self._buffer = None
            self._bytes = self._view = b""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    async def _connect_any(self, entries):
        failure = OSError(errno.EHOSTUNREACH)
        for entry in entries:
            try:
                await self._connect(entry)
                return
            except OSError as exc:
                failure = exc
                if self._socket is not None:
                    self._socket.close()
                    self._socket = None
        raise self._explain(failure)

    async def _connect(self, entry):
        self._socket = socket.socket(entry[0], entry[1], entry[2])
        self._socket.setblocking(False)
        try:
            self._socket.connect(entry[-1])
        except OSError as exc:
            if exc.errno != errno.EINPROGRESS:
                raise
        await self._ready(core._io_queue.queue_write)
        poller = select.poll()
        poller.register(self._socket, select.POLLOUT)
        for _, event in poller.poll(0):
            if event & (select.POLLERR | select.POLLHUP):
                self._fail(entry[-1])

    def _fail(self, address):
        """Raises the OSError of an attempt to connect that has failed."""
        try:
            self._socket.connect(address)  # raises what the first attempt came to
        except OSError as exc:
            if exc.errno not in _LOST:
                raise
        raise OSError(errno.ECONNREFUSED)

    async def _receive(self, view):
        while True:
            await self._ready(core._io_queue.queue_read)
            try:
                count = self._socket.readinto(view)
            except (OSError, ValueError) as exc:
                raise self._explain(exc)
            if count is not None:
                self.received += count
                return count

    # async
    def _ready(self, queue):
        """Waits until the socket can move bytes in the direction of `queue`.

        A cancellation by the watcher becomes an HttpError, any other goes on up.
        """
        if self._late:
            raise HttpError(*self._late)
        if self._socket is None:
            raise HttpError(f"the connection to {self.peer} is closed", "try again")
        self._since = time.ticks_ms()
        self._owner = asyncio.current_task()
        try:
            yield queue(self._socket)
        except asyncio.CancelledError:
            if self._late:
                raise HttpError(*self._late)
            raise
        finally:
            self._owner = None

    async def _watch(self, idle_ms, total_ms, began):
        """Cancels the waiting task when a deadline passes; silence counts only while one waits."""
        while self._late is None:
            now = time.ticks_ms()
            total_left = total_ms - time.ticks_diff(now, began)
            idle_left = idle_ms - time.ticks_diff(now, self._since) if self._owner else idle_ms
            if total_left <= 0:
                self._late = (
                    f"{self.peer} took longer than {_seconds(total_ms)}",
                    "try again",
                    True,
                )
            elif idle_left <= 0:
                self._late = (
                    f"{self.peer} was silent for {_seconds(idle_ms)}",
                    "check the network",
                    True,
                )
            else:
                await asyncio.sleep_ms(min(total_left, idle_left))
        if self._owner:
            self._owner.cancel()

    def _explain(self, exc):
        """The HttpError for what a socket raised; the table of causes does not stay in memory."""
        from net import causes

        forget("net.causes")
        return causes.explain(exc, self.peer, time.gmtime()[0])


def _seconds(ms):
    return f"{ms / 1000:g} s"
