"""Request bodies: exact lengths whatever the files hold, no byte too many when they change."""

import json
import os
from array import array

from llm.body import Body, Chain, FileText, Lines
from llm.errors import ProtocolError


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def content(segment):
    data = b"".join(bytes(piece) for piece in segment.chunks())
    assert segment.size() == len(data)
    return data


class Raw:
    """A file as a segment, as it is."""

    def __init__(self, path):
        self._path = path

    def size(self):
        return os.stat(self._path)[6]

    def chunks(self):
        with open(self._path, "rb") as file:
            piece = file.read(100)
            while piece:
                yield piece
                piece = file.read(100)


async def sent(body):
    packets = []

    async def send(piece):
        packets.append(bytes(piece))

    await body.write(send)
    return packets


# A file and its text as the model reads it.
TEXTS = (
    (b"", ""),
    (b"plain", "plain"),
    (b'"quoted" \\ \n\t\r\x00\x1f end\n', '"quoted" \\ \n\t\r\x00\x1f end\n'),
    ("Zähler 日本 😀".encode(), "Zähler 日本 😀"),
    (b"a\xff\xfeb", "a\ufffd\ufffdb"),
    (b"a\xed\xa0\xbdb", "a\ufffd\ufffd\ufffdb"),
    (b"cut \xf0\x9f\x98", "cut \ufffd"),
    (b"\xc3", "\ufffd"),
)


def test_file_text():
    for data, text in TEXTS:
        # The pieces of the file are cut at every place of the text.
        for lead in range(500, 514):
            write("/f", b"x" * lead + data)
            assert json.loads(b'"' + content(FileText("/f")) + b'"') == "x" * lead + text, (
                data,
                lead,
            )


def test_absent_file_is_empty():
    assert content(FileText("/no/such/file")) == b""


def test_long_file_is_cut_at_a_character():
    data = ("é" * 3000).encode()
    write("/f", data)
    for limit in (0, 1, 2, 511, 512, 513, 1024, 1025, 5999):
        text = json.loads(b'"' + content(FileText("/f", limit)) + b'"')
        note = "\n[cut here: the file is longer than %d bytes]" % limit
        assert text == "é" * (limit // 2) + note, limit
    assert json.loads(b'"' + content(FileText("/f", 6000)) + b'"') == "é" * 3000


def test_lines():
    lines = [
        json.dumps({"n": number, "t": "x" * (number * 37 % 600)}).encode() for number in range(40)
    ]
    write("/f", b"".join(line + b"\n" for line in lines))
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(41)]
    for first in range(40):
        for last in range(first, 40, 7):
            expected = lines[first : last + 1]
            assert content(Lines("/f", array("I", (starts[first], starts[last + 1])))) == (
                b",".join(expected)
            ), (first, last)
            # Two ranges with a gap, as between the turns of a session.
            ranges = array("I", (starts[0], starts[1], starts[first], starts[last + 1]))
            assert content(Lines("/f", ranges)) == b",".join(lines[:1] + expected), (first, last)
    assert content(Lines("/f", array("I"))) == b""


def test_chain_separates_what_is_not_empty():
    write("/f", b"1,2")
    parts = [b"", b"0", FileText("/none"), FileText("/f"), Chain([], b";"), b"3", b""]
    assert content(Chain(parts, b",")) == b"0,1,2,3"
    assert content(Chain(parts)) == b"01,23"
    assert content(Chain([Chain(parts, b","), Chain([b"4"]), FileText("/none")], b" - ")) == (
        b"0,1,2,3 - 4"
    )
    assert content(Chain([b"", FileText("/none")], b",")) == content(Chain([], b",")) == b""


async def test_body_is_as_long_as_it_says():
    write("/text", b"line\n" * 300)
    write("/lines", b'{"a":1},' * 99 + b'{"a":1}')
    parts = [b'{"c":"', FileText("/text"), b'","m":[', Raw("/lines"), b"]}"]
    body = Body(parts)
    length = body.size()
    packets = await sent(body)
    data = b"".join(packets)
    assert len(data) == length
    assert json.loads(data) == {"c": "line\n" * 300, "m": [{"a": 1}] * 100}
    assert max(len(packet) for packet in packets) < 1024
    assert await sent(Body([])) == []


async def test_a_file_that_changes_is_noticed():
    for before, after in (
        (b"x" * 3000, b"x" * 2999),
        (b"x" * 3000, b"x" * 3001),
        (b"", b"x"),
        (b"x", b""),
    ):
        write("/f", before)
        body = Body([b"[", FileText("/f"), b"]"])
        length = body.size()
        write("/f", after)
        total = [0]

        async def send(piece):
            total[0] += len(piece)

        try:
            await body.write(send)
            raise AssertionError("not noticed")
        except ProtocolError:
            assert total[0] <= length
        # The next try measures anew.
        assert body.size() == len(after) + 2
        assert b"".join(await sent(body)) == b"[" + after + b"]"


async def test_a_file_that_is_gone_raises():
    write("/f", b"{}\n")
    body = Body([Raw("/f")])
    body.size()
    os.remove("/f")
    try:
        await sent(body)
        raise AssertionError("not noticed")
    except OSError:
        pass


async def test_files_are_closed_when_sending_fails():
    closed = []

    class Segment:
        def size(self):
            return 4000

        def chunks(self):
            try:
                for _ in range(4):
                    yield b"x" * 1000
            finally:
                closed.append(True)

    async def send(piece):
        raise ValueError

    try:
        await Body([Segment()]).write(send)
        raise AssertionError("not raised")
    except ValueError:
        pass
    assert closed == [True]
