"""Connections take turns with one buffer; who comes while it is in use brings another."""

import errno
import time

from net.connection import Connection


def made():
    return Connection("peer", 1000, 1000, time.ticks_ms())


async def test_one_buffer_after_another():
    first = made()
    second = made()
    buffers = [id(first._bytes), id(second._bytes)]
    assert buffers[0] != buffers[1]
    second.close()
    first.close()
    first.close()
    for _ in range(3):
        again = made()
        assert id(again._bytes) == buffers[0]
        again.close()


async def test_a_closed_connection_has_none():
    one = made()
    one.close()
    other = made()
    try:
        await one.send(b"x")
        sent = True
    except (TypeError, ValueError):
        sent = False
    assert not sent and other._bytes[:1] != b"x"
    other.close()


class Dead:
    """A socket whose second connect() fails as lwIP's does once the connection is gone."""

    def __init__(self, number):
        self._number = number

    def connect(self, _):
        if self._number:
            raise OSError(self._number)


async def test_a_refusal_on_lwip_is_told_as_one():
    one = made()
    for number, told in (
        (errno.ENOTCONN, errno.ECONNREFUSED),
        (errno.ECONNRESET, errno.ECONNREFUSED),
        (errno.ECONNABORTED, errno.ECONNREFUSED),
        (0, errno.ECONNREFUSED),
        (errno.ECONNREFUSED, errno.ECONNREFUSED),
        (errno.EHOSTUNREACH, errno.EHOSTUNREACH),
        (errno.ETIMEDOUT, errno.ETIMEDOUT),
    ):
        one._socket = Dead(number)
        try:
            one._fail(None)
        except OSError as exc:
            assert exc.errno == told, number
        else:
            raise AssertionError(number)
    one._socket = None
    one.close()
