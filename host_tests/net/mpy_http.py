"""The client of net/http.py against a server in the same loop.

Long, because all of it shares that server.
"""

import asyncio
import errno
import gc
import socket
import time
from asyncio import core

from net import address
from net.http import HttpError, request
from peer import Peer, drip, in_turn, reset, say, until_closed

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


class Body:
    """A request body in pieces, as llm streams it; `said` is the length it claims."""

    def __init__(self, pieces, said=None):
        self._pieces = pieces
        self._said = said

    def size(self):
        return sum(len(piece) for piece in self._pieces) if self._said is None else self._said

    async def write(self, send):
        for piece in self._pieces:
            await send(piece)


async def fetch(method, url, **options):
    async with await request(method, url, **options) as response:
        return response.status, await response.read(10000)


async def failure(method, url, **options):
    try:
        result = await fetch(method, url, **options)
    except HttpError as exc:
        return exc
    raise AssertionError(f"no failure: {result}")


# --- the request ---


async def test_the_bytes_of_a_get():
    async with Peer(say(OK)) as peer:
        assert await fetch("GET", peer.url + "/v1/models?a=b#c") == (200, b"ok")
        assert peer.requests == [
            (
                b"GET /v1/models?a=b HTTP/1.1\r\n"
                + b"Host: 127.0.0.1:%d\r\nConnection: close\r\n" % peer.port
                + b"Accept-Encoding: identity\r\nUser-Agent: Pinpilot\r\n\r\n",
                b"",
            )
        ]


async def test_the_bytes_of_a_post():
    pieces = [b"", b"{", bytearray(b'"a":'), memoryview(b'"\xc3\xa9"}'), b""]
    headers = (("Authorization", "Bearer sk-TEST"), ("User-Agent", "x"), ("X-Title", "é"))
    for body in (b'{"a":"\xc3\xa9"}', Body(pieces)):
        async with Peer(say(OK)) as peer:
            async with await request("POST", peer.url, headers, body) as response:
                assert await response.read(9) == b"ok"
                head = (
                    b"POST / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n" % peer.port
                    + b"Connection: close\r\n"
                    + b"Accept-Encoding: identity\r\nAuthorization: Bearer sk-TEST\r\n"
                    + b"User-Agent: x\r\n"
                    + b"X-Title: \xc3\xa9\r\nContent-Length: 10\r\n\r\n"
                )
                assert peer.requests == [(head, b'{"a":"\xc3\xa9"}')]
                assert response.sent == len(head) + 10
                assert response.received == len(OK)


async def test_a_length_is_sent_with_a_body_and_with_post_put_patch():
    for method, body, said in (
        ("POST", b"", b"Content-Length: 0\r\n"),
        ("PUT", b"", b"Content-Length: 0\r\n"),
        ("PATCH", b"", b"Content-Length: 0\r\n"),
        ("DELETE", b"x", b"Content-Length: 1\r\n"),
        ("DELETE", b"", None),
        ("HEAD", b"", None),
    ):
        async with Peer(say(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) as peer:
            await fetch(method, peer.url, body=body)
            head = peer.requests[0][0]
            assert said in head if said else b"Content-Length" not in head, method


async def test_a_body_of_another_length_than_it_said_is_not_sent_as_if_it_were_right():
    for said in (3, 5):
        async with Peer(until_closed, reads=False) as peer:
            error = await failure("POST", peer.url, body=Body([b"ab", b"cd"], said))
            assert not error.retry and "changed while it was sent" in error.args[0]
            await peer.all_closed()


async def test_nothing_is_sent_that_would_break_the_lines():
    async with Peer(say(OK)) as peer:
        for url, part in (
            (peer.url + "/a\r\nX: y", "control character"),
            (peer.url + "/\x00", "control character"),
            ("ftp://127.0.0.1/", "must begin with http"),
        ):
            assert part in (await failure("GET", url)).args[0]
        for name, value in (
            ("X", "a\r\nY: b"),
            ("X", "a\n"),
            ("X", "a\x7f"),
            ("X\r\n", "a"),
            ("X Y", "a"),
            ("", "a"),
            ("X:", "a"),
            ("é", "a"),
            ("Host", "a"),
            ("content-length", "1"),
            ("Transfer-Encoding", "chunked"),
        ):
            error = await failure("GET", peer.url, headers=[(name, value)])
            assert not error.retry and "header" in error.args[0], name
        assert "not an HTTP method" in (await failure("GET / HTTP/1.1\r\n", peer.url)).args[0]
        assert peer.requests == []


async def test_a_long_body_waits_for_a_slow_reader():
    pieces = [bytes([65 + n % 26]) * 997 for n in range(1500)]
    matched = []

    async def answer(stream):
        await asyncio.sleep_ms(30)  # the sockets fill up meanwhile
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += await stream.readline()
        for piece in pieces:
            matched.append(await stream.readexactly(len(piece)) == piece)
        await say(OK)(stream)

    async with Peer(answer, reads=False) as peer:
        ticks = []

        async def ticker():
            while True:
                ticks.append(time.ticks_ms())
                await asyncio.sleep_ms(5)

        task = asyncio.create_task(ticker())
        assert await fetch("POST", peer.url, body=Body(pieces)) == (200, b"ok")
        task.cancel()
        assert len(matched) == len(pieces) and all(matched)
        assert len(ticks) >= 5  # the loop went on while the sending waited


async def test_an_answer_that_comes_before_the_whole_request_was_sent():
    async def answer(stream):
        reset(stream)
        await say(b"HTTP/1.1 413 Too Large\r\nContent-Length: 4\r\n\r\nlong")(stream)
        await stream.read(100)

    async with Peer(answer, reads=False) as peer:
        body = Body([bytes(1000)] * 20000)
        assert await fetch("POST", peer.url, body=body, idle_ms=2000) == (413, b"long")


# --- redirects ---


def moved(status, location, colon=b": "):
    return say(
        b"HTTP/1.1 %d Moved\r\nLocation%s%s\r\nContent-Length: 0\r\n\r\n"
        % (status, colon, location)
    )


async def test_get_follows_every_form_of_location():
    for status in (301, 302, 303, 307, 308):
        for location, target in (
            (b"http://127.0.0.1:%d/new?q=1#f", b"/new?q=1"),
            (b"HTTP://127.0.0.1:%d", b"/"),
            (b"//127.0.0.1:%d/new", b"/new"),
            (b"/new", b"/new"),
            (b"new", b"/a/new"),
            (b"./new/./", b"/a/new/"),
            (b"../../new", b"/new"),
            (b"?q=2", b"/a/b?q=2"),
            (b"#f", b"/a/b?old"),
            ("/é x".encode(), b"/%C3%A9%20x"),
        ):
            async with Peer(in_turn(lambda stream: first(stream), say(OK))) as peer:
                there = location % peer.port if b"%d" in location else location
                first = moved(status, there, b":" if status == 301 else b": ")
                async with await request("GET", peer.url + "/a/b?old") as response:
                    assert await response.read(9) == b"ok"
                    assert response.url == peer.url + target.decode(), location
                assert peer.requests[1][0].startswith(b"GET " + target + b" HTTP/1.1\r\n"), (
                    location
                )


async def test_other_methods_follow_only_307_and_308_and_send_the_body_again():
    for status in (307, 308):
        async with Peer(in_turn(moved(status, b"/new"), say(OK))) as peer:
            assert await fetch("POST", peer.url, body=Body([b"ab", b"c"])) == (200, b"ok")
            assert [body for _, body in peer.requests] == [b"abc", b"abc"]
            assert peer.requests[1][0].startswith(b"POST /new ")
    for status in (301, 302, 303):
        async with Peer(moved(status, b"/new")) as peer:
            error = await failure("POST", peer.url, body=b"x")
            assert not error.retry and f"set the new address {peer.url}/new" in error.args[0]
            assert len(peer.requests) == 1


async def test_other_statuses_and_empty_locations_are_no_redirects():
    for status, location in (
        (200, b"/x"),
        (201, b"/x"),
        (300, b"/x"),
        (305, b"/x"),
        (400, b"/x"),
        (302, b""),
    ):
        async with Peer(moved(status, location)) as peer:
            assert await fetch("GET", peer.url) == (status, b"")


async def test_redirects_are_counted():
    async with Peer(moved(302, b"/loop")) as peer:
        error = await failure("GET", peer.url)
        assert not error.retry and "too many redirects" in error.args[0]
        assert len(peer.requests) == 4
        await failure("GET", peer.url, redirects=0)
        assert len(peer.requests) == 5


async def test_a_redirect_leaves_no_connection_open():
    async def stay(stream):
        await moved(302, b"/new")(stream)
        await until_closed(stream)

    async with Peer(in_turn(stay, say(OK))) as peer:
        async with await request("GET", peer.url):
            await peer.all_closed()  # the second server closes by itself


async def test_a_redirect_to_nonsense_is_named():
    for location in (b"ftp://127.0.0.1/", b"http://", b"http://a b/", b"javascript:x", b"/\x07"):
        async with Peer(moved(302, location)) as peer:
            error = await failure("GET", peer.url)
            assert "address" in error.args[0] and not error.retry, location


async def test_keys_do_not_travel_to_another_origin():
    keys = [
        (name, "sk-TEST")
        for name in ("Authorization", "cookie", "X-Api-Key", "API-KEY", "X-Goog-Api-Key")
    ]
    plain = [("Accept", "text/event-stream"), ("Content-Type", "application/json")]
    async with Peer(say(OK)) as other:
        back = in_turn(lambda stream: away(stream), say(OK))
        async with Peer(back) as peer:
            # Here, then there, then here again: what was dropped stays dropped.
            away = moved(307, other.url.encode() + b"/there")
            other._answer = moved(307, peer.url.encode() + b"/again")
            assert await fetch("POST", peer.url, headers=keys + plain, body=b"x") == (200, b"ok")
            assert b"sk-TEST" in peer.requests[0][0]
            for head, body in other.requests + peer.requests[1:]:
                assert b"sk-TEST" not in head and b"text/event-stream" in head and body == b"x"
    async with Peer(in_turn(moved(307, b"/new"), say(OK))) as peer:
        await fetch("POST", peer.url, headers=keys, body=b"x")
        assert peer.requests[1][0].count(b"sk-TEST") == len(keys)


# --- endings ---


async def test_a_reset_after_the_whole_body_is_no_error():
    async def answer(stream):
        await say(OK)(stream)
        reset(stream)

    async with Peer(answer) as peer:
        async with await request("GET", peer.url) as response:
            await peer.all_closed()
            assert await response.read(10) == b"ok"
            assert await response.readinto(memoryview(bytearray(4))) == 0


async def test_a_reset_before_the_end_may_be_retried():
    for reply in (b"", OK[:10], OK[:-1], b"HTTP/1.1 200 OK\r\n\r\npart"):

        async def answer(stream):
            await say(reply)(stream)
            reset(stream)

        async with Peer(answer) as peer:
            error = await failure("GET", peer.url)
            assert error.retry and "closed the connection" in error.args[0], reply


async def test_close_does_not_drain_an_endless_reply():
    async def answer(stream):
        await say(b"HTTP/1.1 200 OK\r\n\r\n" + bytes(500))(stream)  # is read ahead
        while True:
            stream.write(bytes(1000))
            await stream.drain()

    async with Peer(answer) as peer:
        response = await request("GET", peer.url)
        assert await response.readinto(memoryview(bytearray(10))) == 10
        response.close()
        response.close()
        await peer.all_closed()
        error = None
        try:
            await response.readinto(memoryview(bytearray(1024)))
        except HttpError as exc:
            error = exc
        assert "is closed" in error.args[0]


async def test_refused_and_unknown_hosts():
    async with Peer(say(OK)) as peer:
        url = peer.url
    error = await failure("GET", url)
    assert error.retry and "refused the connection" in error.args[0], error
    error = await failure("GET", "http://no-such-host.invalid/")
    assert error.retry and "no-such-host.invalid is not found" in error.args[0], error


async def test_a_name_is_resolved_once_and_again_after_a_failure():
    async with Peer(say(OK)) as peer:
        await fetch("GET", peer.url)
        found = address.resolve("127.0.0.1", peer.port)
        await fetch("GET", peer.url)
        assert address.resolve("127.0.0.1", peer.port) is found
    await failure("GET", peer.url)
    assert address.resolve("127.0.0.1", peer.port) is not found


async def test_every_address_of_a_name_is_tried():
    async with Peer(say(OK)) as gone:
        pass
    async with Peer(say(OK)) as peer:
        address._known[("twice", peer.port)] = address.resolve(
            "127.0.0.1", gone.port
        ) + address.resolve("127.0.0.1", peer.port)
        assert await fetch("GET", f"http://twice:{peer.port}/") == (200, b"ok")


async def test_an_ipv6_address_in_brackets():
    error = await failure("GET", "http://[::1]:20997/")
    # Refused where the machine has IPv6, and another failure to connect where it has not.
    assert error.retry and "[::1]:20997 " in error.args[0] and "not found" not in error.args[0]


# --- deadlines ---


def silent_socket():
    """A listening port whose queue is full, so that a further connect gets no answer."""
    listener = socket.socket()
    entry = socket.getaddrinfo("127.0.0.1", 20998, 0, socket.SOCK_STREAM)[0]
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(entry[-1])
    listener.listen(0)
    others = []
    for _ in range(4):
        other = socket.socket()
        other.setblocking(False)
        try:
            other.connect(entry[-1])
        except OSError as exc:
            assert exc.errno == errno.EINPROGRESS
        others.append(other)
    return "http://127.0.0.1:20998", [listener] + others


async def check_silence(url, stage, **options):
    began = time.ticks_ms()
    error = await failure("POST", url, idle_ms=60, **options)
    took = time.ticks_diff(time.ticks_ms(), began)
    assert error.retry and "was silent for 0.06 s" in error.args[0], (stage, error)
    assert 55 <= took < 1000, (stage, took)


async def test_silence_ends_at_every_stage():
    url, sockets = silent_socket()
    await check_silence(url, "connect")
    for sock in sockets:
        sock.close()
    async with Peer(until_closed, reads=False) as peer:
        await check_silence(peer.url.replace("http:", "https:"), "handshake", verify=False)
        await check_silence(peer.url, "status")
        await peer.all_closed()
    for part in (OK[:5], OK[:17], OK[:-3], OK[:-1]):

        async def answer(stream):
            await say(part)(stream)
            await until_closed(stream)

        async with Peer(answer) as peer:
            await check_silence(peer.url, part)
            await peer.all_closed()


async def test_silence_while_sending_ends():
    done = asyncio.Event()

    async def answer(stream):
        await done.wait()  # reads nothing

    async with Peer(answer, reads=False) as peer:
        error = await failure("POST", peer.url, body=Body([bytes(1000)] * 20000), idle_ms=60)
        assert error.retry and "silent" in error.args[0]
        done.set()
        await peer.all_closed()


async def test_a_trickle_is_not_silence_but_the_total_ends_it():
    answer = drip(OK[:-2] + bytes(1000), pause_ms=5)
    for method in ("GET", "HEAD"):
        async with Peer(answer) as peer:
            if method == "HEAD":  # ends with the headers
                assert await fetch(method, peer.url, idle_ms=100, total_ms=2000) == (200, b"")
            else:
                error = await failure(method, peer.url, idle_ms=100, total_ms=150)
                assert error.retry and "took longer than 0.15 s" in error.args[0]
            await peer.all_closed()


async def test_the_total_covers_redirects():
    async def answer(stream):
        await asyncio.sleep_ms(40)
        await moved(302, b"/loop")(stream)

    async with Peer(answer) as peer:
        error = await failure("GET", peer.url, total_ms=100, redirects=1000)
        assert error.retry and "took longer than 0.1 s" in error.args[0]
        assert len(peer.requests) <= 3


async def test_the_time_that_the_caller_takes_is_not_silence():
    async def answer(stream):
        await say(OK[:-1])(stream)
        await asyncio.sleep_ms(10)
        await say(OK[-1:])(stream)

    async with Peer(answer) as peer:
        async with await request("GET", peer.url, idle_ms=60) as response:
            await asyncio.sleep_ms(150)
            assert await response.read(10) == b"ok"


async def test_a_deadline_that_passes_while_the_caller_is_away_does_not_cancel_it():
    async def answer(stream):
        await say(OK[:-1])(stream)
        await until_closed(stream)

    async with Peer(answer) as peer:
        async with await request("GET", peer.url, total_ms=50) as response:
            await asyncio.sleep_ms(100)
            error = None
            try:
                await response.read(10)
            except HttpError as exc:
                error = exc
            assert "took longer" in error.args[0]


async def test_another_task_may_read_the_body():
    async def answer(stream):
        await say(OK[:-2])(stream)
        await until_closed(stream)

    async def read(response):
        try:
            await response.read(10)
        except HttpError as exc:
            return exc.args[0]

    async with Peer(answer) as peer:
        async with await request("GET", peer.url, idle_ms=60) as response:
            assert "silent" in await asyncio.create_task(read(response))


async def test_a_failed_read_closes_the_connection():
    async def answer(stream):
        await say(OK[:-1])(stream)
        await until_closed(stream)

    async with Peer(answer) as peer:
        response = await request("GET", peer.url, idle_ms=50)
        try:
            await response.read(10)
        except HttpError:
            await peer.all_closed()
        else:
            raise AssertionError


# --- cancelling ---


def assert_nothing_waits():
    """No socket is polled but the servers', and no task is scheduled."""
    waiting = [entry for entry in core._io_queue.map.values()]
    assert len(waiting) <= 1, waiting
    assert core._task_queue.peek() is None


async def test_a_cancelled_request_closes_its_socket_at_every_stage():
    for part in (None, b"", OK[:5], OK[:-1]):

        async def answer(stream):
            if part is not None:
                await say(part)(stream)
            await until_closed(stream)

        async with Peer(answer, reads=part is not None) as peer:
            body = Body([bytes(1000)] * 20000) if part is None else b""
            task = asyncio.create_task(fetch("POST", peer.url, body=body))
            while not peer.open:
                await asyncio.sleep_ms(1)
            await asyncio.sleep_ms(10)
            task.cancel()
            error = None
            try:
                await task
            except asyncio.CancelledError as exc:
                error = exc
            assert error is not None
            await peer.all_closed()
            await asyncio.sleep_ms(1)
            assert_nothing_waits()


async def test_a_finished_request_leaves_nothing_behind():
    async with Peer(say(OK)) as peer:
        await fetch("GET", peer.url)
        await failure("GET", peer.url, redirects=0, total_ms=0)
        await peer.all_closed()
        await asyncio.sleep_ms(1)
        assert_nothing_waits()


async def test_requests_do_not_grow_the_heap():
    async with Peer(say(OK)) as peer:

        async def measure(count):
            for _ in range(count):
                assert await fetch("POST", peer.url, body=b"x" * 100) == (200, b"ok")
                peer.requests.clear()
            await peer.all_closed()
            await asyncio.sleep_ms(5)
            gc.collect()
            return gc.mem_alloc()

        await measure(5)
        before = await measure(2)
        after = await measure(30)
        assert after - before < 500, after - before


async def test_a_long_reply_passes_in_constant_memory():
    size = 300000

    async def answer(stream):
        await say(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % size)(stream)
        piece = bytes(1000)
        for _ in range(size // 1000):
            stream.write(piece)
            await stream.drain()

    view = memoryview(bytearray(512))
    async with Peer(answer) as peer:
        async with await request("GET", peer.url) as response:
            await response.readinto(view)
            gc.collect()
            before = gc.mem_alloc()
            total = 512
            highest = 0
            count = 1
            while count:
                count = await response.readinto(view)
                total += count
                if total % 50000 < 512:
                    gc.collect()
                    highest = max(highest, gc.mem_alloc())
            assert total >= size
            assert highest - before < 2000, highest - before
