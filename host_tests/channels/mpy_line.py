"""channels/line.py: line ends, editing, bounds."""

from channels.line import LIMIT_BYTES, LineReader


def feed(reader, data):
    lines = []
    for byte in data:
        line = reader.feed(byte)
        if line is not None:
            lines.append(line)
    return lines


def test_each_line_end_ends_one_line():
    for end in (b"\r", b"\n", b"\r\n"):
        reader = LineReader()
        assert feed(reader, b"one" + end + b"two" + end) == [b"one", b"two"], end
    assert feed(LineReader(), b"a\n\nb\r\r\nc\n\r\n") == [b"a", b"", b"b", b"", b"c", b""]


def test_a_pipe_keeps_every_byte():
    assert feed(LineReader(), b"a\x08\x1b[A\xff\x00\tb\n") == [b"a\x08\x1b[A\xff\x00\tb"]


def test_backspace_takes_a_whole_character():
    for text, rest, columns in (
        ("ab", "a", 1),
        ("\u00fcb\u00e9", "\u00fcb", 1),
        ("\u706f\u5f00", "\u706f", 2),
        ("a\U0001f4a1", "a", 2),
        ("x", "", 1),
    ):
        out = bytearray()
        reader = LineReader(out.extend)
        feed(reader, text.encode())
        out[:] = b""
        feed(reader, b"\x7f")
        assert reader.rest() == rest.encode(), text
        assert bytes(out) == b"\b" * columns + b" " * columns + b"\b" * columns, text


def test_backspace_at_the_start_does_nothing():
    out = bytearray()
    assert feed(LineReader(out.extend), b"\x08\x7f\x08a\r") == [b"a"]
    assert bytes(out) == b"a\r\n"


def test_control_u_takes_the_line_and_escape_sequences_leave_no_trace():
    reader = LineReader(bytearray().extend)
    assert feed(reader, b"wrong\x15r\x1b[Di\x1b[1;5Cg\x1bOAht\x1b[3~\r") == [b"right"]


def test_echo_is_what_was_typed():
    out = bytearray()
    feed(LineReader(out.extend), "h\u00e4\r".encode())
    assert bytes(out) == "h\u00e4\r\n".encode()


def test_a_line_is_bounded():
    for echo in (None, bytearray().extend):
        reader = LineReader(echo)
        assert feed(reader, b"AT+CLAW=" + b"x" * LIMIT_BYTES + b"\n")[0][:8] == b"AT+CLAW="
        assert reader.too_long
        assert feed(reader, b"next\n") == [b"next"] and not reader.too_long
        assert feed(reader, b"y" * LIMIT_BYTES + b"\n") == [b"y" * LIMIT_BYTES]
