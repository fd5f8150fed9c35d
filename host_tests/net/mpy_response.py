from net.http import HttpError, request
from peer import Peer, drip, in_turn, say

LONG = bytes(range(256)) * 10


def wire(text):
    """The bytes of a reply written with `|` for each line end."""
    return text.replace("|", "\r\n").encode()


OK = "HTTP/1.1 200 OK|"
CHUNKED = OK + "Transfer-Encoding: chunked||"

# Method, reply, status, body, and how many bytes at the end the body does not need.
REPLIES = (
    ("GET", OK + 'Content-Length: 7||{"a":1}', 200, b'{"a":1}', 0),
    ("GET", OK + "content-length:3, 3|Content-Length: 3||abc", 200, b"abc", 0),
    ("GET", OK + "Content-Length: 0||", 200, b"", 0),
    ("GET", OK + "Content-Encoding: Identity|Content-Length: 3||abc", 200, b"abc", 0),
    ("GET", "HTTP/1.1 404 |Content-Length: 3||abc", 404, b"abc", 0),
    ("GET", "HTTP/1.1 500\nContent-Length: 3\n\nabc", 500, b"abc", 0),
    ("GET", "HTTP/1.1 204 No Content|Content-Length: 9||", 204, b"", 0),
    ("GET", "HTTP/1.1 304 Not Modified|Location: /x|Content-Length: 9||", 304, b"", 0),
    ("GET", "HTTP/1.1 201 Created|Location: /x|Content-Length: 1||x", 201, b"x", 0),
    ("HEAD", OK + "Content-Length: 7||", 200, b"", 0),
    ("HEAD", CHUNKED, 200, b"", 0),
    ("GET", "HTTP/1.1 100 Continue||" + OK + "Content-Length: 3||abc", 200, b"abc", 0),
    ("GET", "HTTP/1.1 103 Hints|Content-Length: 9||" + OK + "Content-Length: 1||a", 200, b"a", 0),
    ("GET", CHUNKED + "4|abcd|3|efg|0||", 200, b"abcdefg", 2),
    ("GET", CHUNKED + "0||", 200, b"", 2),
    ("GET", CHUNKED.upper() + '3;x=y;z="q"|abc|0;end|A: b|C: d||', 200, b"abc", 14),
    (
        "GET",
        OK + "Transfer-Encoding: Chunked||a|0123456789|A|0123456789|0||",
        200,
        b"0123456789" * 2,
        2,
    ),
    ("GET", OK + "Transfer-Encoding:| chunked|Content-Length: 9||0003 |abc|000||", 200, b"abc", 2),
    ("GET", OK + "Content-Length: x|" + CHUNKED[len(OK) :] + "3\nabc\n0\n\n", 200, b"abc", 1),
)

# Replies that no client should take, and a part of what is said of them.
WRONG = (
    ("SSH-2.0-OpenSSH_9.2|", "not HTTP"),
    ("\x15\x03\x01\x00\x02\x02\x46\n", "not HTTP"),
    ("HTTP/2 200 OK||", "not HTTP"),
    ("HTTP/1.1 OK||", "not HTTP"),
    ("HTTP/1.1 20 OK||", "not HTTP"),
    ("HTTP/1.1 2000 OK||", "not HTTP"),
    ("||", "not HTTP"),
    (OK + "no colon||", "without a colon"),
    (OK + "Content-Length: -1||", "impossible length"),
    (OK + "Content-Length: ||", "impossible length"),
    (OK + "Content-Length: 0x7||", "impossible length"),
    (OK + "Content-Length: +7||", "impossible length"),
    (OK + "Content-Length: 7 7||", "impossible length"),
    (OK + "Content-Length: 7a||", "impossible length"),
    (OK + "Content-Length: 99999999999||", "impossible length"),
    (OK + "Content-Length: " + "9" * 1000 + "||", "impossible length"),
    (OK + "Content-Length: 7|Content-Length: 8||", "two different lengths"),
    (OK + "Content-Length: 7, 8||", "two different lengths"),
    (OK + "Transfer-Encoding: gzip, chunked||", "transfer encoding gzip, chunked"),
    ("HTTP/1.1 200 " + "x" * 3000 + "||", "a line of more than 2048 bytes"),
    (OK + "X: " + "x" * 100000, "headers of more than 8192 bytes"),
    (OK + ("X: " + "x" * 3000 + "|") * 3 + "|", "headers of more than 8192 bytes"),
    (OK + "X: y|" * 2000 + "|", "headers of more than 8192 bytes"),
    ("HTTP/1.1 100 Continue|X: y||" * 3000, "headers of more than 8192 bytes"),
    (CHUNKED + "xyz|", "impossible length"),
    (CHUNKED + "-1|", "impossible length"),
    (CHUNKED + "|", "impossible length"),
    (CHUNKED + "0x5|", "impossible length"),
    (CHUNKED + "ffffffffff|", "impossible length"),
    (CHUNKED + "5;" + "x" * 3000 + "|", "a line of more than 2048 bytes"),
    (CHUNKED + "1|ab|0||", "longer than it said"),
    (OK + "Content-Encoding: gzip|Content-Length: 3||abc", "encoding gzip"),
)


async def fetch(peer, method="GET", limit_bytes=10000):
    async with await request(method, peer.url + "/") as response:
        return response.status, await response.read(limit_bytes)


async def failure(peer):
    try:
        await fetch(peer)
    except HttpError as exc:
        return exc
    raise AssertionError("the reply was taken")


async def test_whole_replies():
    for method, text, status, body, _ in REPLIES:
        reply = wire(text)
        async with Peer(say(reply)) as peer:
            assert await fetch(peer, method) == (status, body), reply


async def test_a_byte_at_a_time():
    for method, text, status, body, _ in REPLIES:
        reply = wire(text)
        async with Peer(drip(reply)) as peer:
            assert await fetch(peer, method) == (status, body), reply


async def test_cut_in_two_at_every_byte():
    for method, text, status, body, _ in REPLIES:
        reply = wire(text)
        cuts = range(1, len(reply))
        async with Peer(in_turn(*[say(reply[:cut], reply[cut:]) for cut in cuts])) as peer:
            for cut in cuts:
                assert await fetch(peer, method) == (status, body), (reply, cut)


async def test_a_reply_that_ends_early_is_an_error_that_may_be_retried():
    for method, text, status, body, spare in REPLIES:
        reply = wire(text)
        async with Peer(in_turn(*[say(reply[:cut]) for cut in range(len(reply))])) as peer:
            for cut in range(len(reply)):
                try:
                    result = await fetch(peer, method)
                except HttpError as exc:
                    assert exc.retry and "before the reply was complete" in exc.args[0], (
                        reply,
                        cut,
                    )
                    result = None
                assert result == (None if cut < len(reply) - spare else (status, body)), (
                    reply,
                    cut,
                )


async def test_a_body_may_end_with_the_connection():
    for reply in (wire(OK + "|"), wire("HTTP/1.0 200 OK|Server: x||")):
        async with Peer(in_turn(say(reply + LONG), drip(reply + LONG[:9]), say(reply))) as peer:
            assert await fetch(peer) == (200, LONG)
            assert await fetch(peer) == (200, LONG[:9])
            assert await fetch(peer) == (200, b"")


async def test_wrong_replies_are_named():
    for text, part in WRONG:
        reply = wire(text)
        async with Peer(in_turn(say(reply), drip(reply[:9000]))) as peer:
            for _ in range(2):
                error = await failure(peer)
                assert part in error.args[0] and not error.retry, (reply[:80], error)
                assert error.cause.startswith("the server " + peer.url[7:] + " sent "), error
                assert error.args[0] == error.cause + "; " + error.advice and error.advice, error


async def test_a_header_that_is_too_long_counts_as_absent():
    for size in (2045, 2046, 2047, 3000, 5000):
        for name in ("X", "Retry-After", "Content-Encoding"):
            value = "x" * (size - len(name) - 2)
            reply = wire(
                f"HTTP/1.1 429 No|A: 1|{name}: {value}| and more|B: 2|Content-Length: 0||"
            )
            async with Peer(in_turn(say(reply), drip(reply))) as peer:
                for _ in range(2):
                    async with await request("GET", peer.url) as response:
                        kept = f"{value} and more" if size + 2 <= 2048 else None
                        assert response.header(name) == kept, (name, size)
                        assert response.header("a") == "1" and response.header("b") == "2"
    location = "Location: /" + "x" * 3000
    async with Peer(say(wire("HTTP/1.1 302 Found|" + location + "|Content-Length: 0||"))) as peer:
        assert await fetch(peer) == (302, b"")


async def test_control_characters_of_headers_are_not_passed_on():
    reply = wire("HTTP/1.1 500 a\x1b[31mb|Content-Encoding: g\x1b]0;x\x07|Content-Length: 1||x")
    async with Peer(say(reply)) as peer:
        async with await request("GET", peer.url) as response:
            assert response.reason == "a [31mb"
            assert response.header("content-encoding") == "g ]0;x "


async def test_the_status_of_an_encoded_reply_can_be_read():
    async with Peer(
        say(wire("HTTP/1.1 401 No|Content-Encoding: br|Content-Length: 3||abc"))
    ) as peer:
        async with await request("GET", peer.url) as response:
            assert response.status == 401


async def test_headers_are_found_in_any_case():
    lines = "RETRY-AFTER:  2 |X-A: 1|x-a: 2|Empty:|Length: 5|Content-Length: 0|X-Bad: "
    reply = wire("HTTP/1.1 429 Slow é|" + lines) + b"\xff\r\n\r\n"
    async with Peer(say(reply)) as peer:
        async with await request("GET", peer.url) as response:
            assert response.status == 429 and response.reason == "Slow é"
            assert response.header("Retry-After") == "2"
            assert response.header("x-a") == "1, 2"
            assert response.header("empty") == ""
            assert response.header("x-bad") == "\ufffd"
            assert response.header("content") is None
            assert response.header("length") == "5"


async def test_read_is_bounded():
    for head in (OK + "Content-Length: 2560||", OK + "|"):
        async with Peer(say(wire(head) + LONG)) as peer:
            assert await fetch(peer, limit_bytes=2560) == (200, LONG)
            for limit in (0, 1, 2559):
                try:
                    await fetch(peer, limit_bytes=limit)
                except HttpError as exc:
                    assert f"more than {limit} bytes" in exc.args[0]
                else:
                    raise AssertionError(limit)


async def test_readinto_gives_what_came_and_then_nothing():
    reply = (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"
    )
    view = memoryview(bytearray(2))
    async with Peer(say(reply)) as peer:
        async with await request("GET", peer.url) as response:
            pieces = []
            count = await response.readinto(view)
            while count:
                pieces.append(bytes(view[:count]))
                count = await response.readinto(view)
            assert pieces == [b"ab", b"c", b"de", b"fg"]
            assert await response.readinto(view) == 0
            assert response.received == len(reply)


async def test_a_chunk_is_given_out_before_its_line_end_has_come():
    async def answer(stream):
        await say(wire(CHUNKED + "3|abc"))(stream)
        await stream.read(1)  # nothing more until the client is gone

    async with Peer(answer) as peer:
        async with await request("GET", peer.url) as response:
            view = memoryview(bytearray(10))
            assert await response.readinto(view) == 3
