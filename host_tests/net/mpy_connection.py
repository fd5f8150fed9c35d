"""Connections take turns with one buffer; who comes while it is in use brings another."""

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
