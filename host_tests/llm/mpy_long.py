"""llm/long.py: long strings in JSON come in pieces and say what the port's own parser says."""

import json

from llm import long

# Beginnings of JSON strings: what may lie across a cut, in every place.
UNITS = (
    b"plain ",
    b'\\"quoted\\" ',
    b"\\\\",
    b"\\\\\\n",
    b"\\u00e9\\u20ac",
    b"\\ud83d\\ude00",
    "日本é😀".encode(),
    b"x\\/y",
)


def joined(value):
    return "".join(value.pieces()) if hasattr(value, "pieces") else value


def test_every_cut():
    for unit in UNITS:
        for shift in range(14):
            inside = b"s" * shift + unit * (1600 // len(unit))
            data = bytearray(b'{"content":"%s","after":1}' % inside)
            got = long.loads(data)
            assert got["after"] == 1 and hasattr(got["content"], "pieces"), unit
            pieces = list(got["content"].pieces())
            assert max(len(piece.encode()) for piece in pieces) <= 512
            assert "".join(pieces) == json.loads(data)["content"], (unit, shift)


def test_only_long_and_named_strings_are_left_where_they_are():
    text = "t" * 1500
    value = {
        "id": text,
        "choices": [
            {"delta": {"content": [{"type": "text", "text": text}], "reasoning": text}},
            {"message": {"tool_calls": [{"function": {"arguments": text, "name": "n"}}]}},
        ],
        "content": "short",
    }
    for data in (json.dumps(value), json.dumps(value).replace('": "', '"\n:\t"')):
        got = long.loads(bytearray(data.encode()))
        assert got["id"] == text and got["content"] == "short"
        delta = got["choices"][0]["delta"]
        assert joined(delta["content"][0]["text"]) == joined(delta["reasoning"]) == text
        function = got["choices"][1]["message"]["tool_calls"][0]["function"]
        assert hasattr(function["arguments"], "pieces") and function["name"] == "n"
        assert joined(function["arguments"]) == text


def test_what_looks_like_a_mark_is_text():
    data = b'{"content":"%s","text":"\\u0000\\u00000"}' % (b"x" * 2000)
    got = long.loads(bytearray(data))
    assert got == {"content": "x" * 2000, "text": "\0\0" + "0"}


def test_bad_utf8_is_replaced():
    data = bytearray(b'{"content":"%s\xff%s"}' % (b"x" * 1000, b"y" * 1000))
    assert joined(long.loads(data)["content"]) == "x" * 1000 + "\ufffd" + "y" * 1000


def test_broken_json_is_a_value_error():
    for data in (
        b'{"content":"' + b"x" * 2000,
        b'{"content":"%s"' % (b"x" * 2000),
        b'{"content":"%s\\"}' % (b"x" * 2000),
    ):
        try:
            long.loads(bytearray(data))
        except ValueError:
            continue
        raise AssertionError(data)
