import gc

from net.sse import Events

# A stream and the data of its events.
TABLE = (
    (b"data: a\n\n", [b"a"]),
    (b"data:a\n\ndata:  b\n\n", [b"a", b" b"]),
    (b'data: {"a": "b: c"}\r\n\r\ndata: [DONE]\r\n\r\n', [b'{"a": "b: c"}', b"[DONE]"]),
    (b"data: a\r\rdata: b\r\r", [b"a", b"b"]),
    (b"data: a\r\n\ndata: b\n\r\n", [b"a", b"b"]),
    (b"\xef\xbb\xbfdata: a\n\n", [b"a"]),
    (b"data: one\ndata: two\ndata\n\n", [b"one\ntwo\n"]),
    (b"data:\ndata: two\n\n", [b"\ntwo"]),
    (b": OPENROUTER PROCESSING\n\ndata: a\n\n", [b"a"]),
    (b":\n\n:\n\nevent: delta\nid: 1\nretry: 5\ndata: a\n\n", [b"a"]),
    (b"data: : keepalive\n\ndata:\n\ndata\n\ndata: \n\ndata: a\n\n", [b"a"]),
    (b"database: x\ndata x\n data: y\nDATA: z\n\ndata: a\n\n", [b"a"]),
    (b"\n\n\n\r\r\r\n\r\ndata: a\n\n\n\n", [b"a"]),
    (b"event: ping\n\ndata: a\nevent: b\n\n", [b"a"]),
    ('data: {"t":"日本 😀"}\n\n'.encode(), ['{"t":"日本 😀"}'.encode()]),
    (b"data: a\x00b\x0bc\n\n", [b"a\x00b\x0bc"]),
)


def collect(*pieces):
    events = Events()
    out = []
    for piece in pieces:
        out.extend(taken(events, memoryview(piece)))
    events.end()
    return out, events.take() or None


def taken(events, piece):
    """The events that a piece ends."""
    return [events.take() for _ in events.feed(piece)]


def test_whole_streams():
    for stream, expected in TABLE:
        assert collect(stream) == (expected, None), stream


def test_cut_at_every_byte():
    for stream, expected in TABLE:
        for cut in range(len(stream) + 1):
            assert collect(stream[:cut], stream[cut:]) == (expected, None), (stream, cut)


def test_a_byte_at_a_time():
    for stream, expected in TABLE:
        assert collect(*[stream[at : at + 1] for at in range(len(stream))]) == (expected, None), (
            stream
        )


def test_a_last_event_without_a_blank_line():
    for stream in (b"data: a\n\ndata: b", b"data: a\n\ndata: b\n", b"data: a\r\n\r\ndata: b\r\n"):
        for cut in range(len(stream) + 1):
            assert collect(stream[:cut], stream[cut:]) == ([b"a"], b"b"), (stream, cut)
    assert collect(b"data: a\n\n: bye") == ([b"a"], None)
    assert collect(b"") == ([], None)


def test_an_event_is_given_out_with_its_last_byte():
    for stream in (b"data: a\n\n", b"data: a\r\r", b"data: a\r\n\r"):
        events = Events()
        assert taken(events, stream[:-1]) == []
        assert taken(events, stream[-1:]) == [b"a"], stream


def test_length_of_an_event_is_bounded():
    body = b"x" * 99
    assert taken(Events(100), b"data:" + body + b"\n\n") == [body]
    for stream in (b"data:" + body + b"xx", b"data:" + body + b"\ndata:\n", b"data\n" * 101):
        for size in (1, 7, 1000):
            events = Events(100)
            try:
                for at in range(0, len(stream), size):
                    taken(events, stream[at : at + size])
            except ValueError as exc:
                assert "longer than 100 bytes" in str(exc)
                continue
            raise AssertionError(stream)


def test_other_lines_are_not_held_whatever_their_length():
    events = Events(100)
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(100):
        assert taken(events, b": " + b"x" * 1000) == []
    gc.collect()
    assert gc.mem_alloc() - before < 4000  # of 100 KB that went by
    assert taken(events, b"\ndata: a\n\n") == [b"a"]
