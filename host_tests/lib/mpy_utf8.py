from utf8 import Utf8, border, decode, repair

BAD = "\ufffd"

# Bytes and what CPython's bytes.decode("utf-8", "replace") makes of them.
TABLE = (
    (b"", ""),
    (b"plain", "plain"),
    ("Grüße 日本 😀 हिन्दी 한국어".encode(), "Grüße 日本 😀 हिन्दी 한국어"),
    (b"a\x80b", "a" + BAD + "b"),
    (b"\xc0\xaf", BAD * 2),  # overlong
    (b"\xe0\x80\xaf", BAD * 3),
    (b"\xf0\x80\x80\xaf", BAD * 4),
    (b"\xf0\x9f\x98", BAD),  # cut off
    (b"\xf0\x9f\x98x", BAD + "x"),
    (b"\xe2\x82\xe2\x82\xac", BAD + "€"),
    (b"\xed\xa0\xbd\xed\xb8\x80", BAD * 6),  # surrogates
    (b"\xed\x9f\xbf", "\ud7ff"),
    (b"\xf4\x8f\xbf\xbf", "\U0010ffff"),
    (b"\xf4\x90\x80\x80", BAD * 4),
    (b"\xf5\x80\x80\x80\xff", BAD * 5),
    (b"\xee\x80\x80", "\ue000"),
)


def test_decode_replaces_each_bad_sequence():
    for data, text in TABLE:
        assert decode(data) == text, data
        assert decode(memoryview(data)) == text, data


def test_stream_gives_the_same_text_wherever_it_is_cut():
    whole = b"".join(data for data, _ in TABLE)
    text = decode(whole)
    for cut in range(len(whole) + 1):
        cleaner = Utf8()
        pieces = [cleaner.feed(whole[:cut]), cleaner.feed(memoryview(whole)[cut:]), cleaner.end()]
        for piece in pieces:
            str(piece, "utf-8")  # never splits a character
        assert b"".join(pieces).decode() == text, cut


def test_stream_a_byte_at_a_time():
    for data, text in TABLE:
        cleaner = Utf8()
        out = b""
        for at in range(len(data)):
            out += cleaner.feed(data[at : at + 1])
        assert (out + cleaner.end()).decode() == text, data


def test_stream_holds_nothing_that_is_whole():
    for text in ("a", "é", "€", "😀"):
        assert Utf8().feed(text.encode()) == text.encode()


def test_stream_can_be_used_again_after_its_end():
    cleaner = Utf8()
    assert cleaner.feed(b"\xe2\x82") == b""
    assert cleaner.end() == BAD.encode()
    assert cleaner.feed(b"\xac") + cleaner.end() == BAD.encode()


def test_repair_joins_pairs_and_replaces_lone_surrogates():
    pair = str(b"\xed\xa0\xbd\xed\xb8\x80", "utf-8")
    high = str(b"\xed\xa0\xbd", "utf-8")
    low = str(b"\xed\xb8\x80", "utf-8")
    assert repair(pair).encode() == b"\xf0\x9f\x98\x80"
    assert repair("a" + pair + "b" + pair) == "a😀b😀"
    assert repair(high) == BAD
    assert repair(low) == BAD
    assert repair(low + high) == BAD * 2
    assert repair(low + low) == BAD * 2
    assert repair(high + high + low) == BAD + "😀"
    assert repair(high + "x") == BAD + "x"
    assert repair(high + "\ud7ff") == BAD + "\ud7ff"


def test_repair_keeps_the_object_when_it_is_clean():
    for text in ("", "plain", "한국어 \ud7ff \ue000 😀"):
        assert repair(text) is text


def test_border_cuts_no_character():
    data = "aü€😀z".encode()
    borders = (0, 1, 3, 6, 10, 11)
    for at in range(len(data) + 3):
        assert border(data, at) == max(place for place in borders if place <= at), at
    assert border(b"", 5) == 0
    assert border(b"\x80" * 9, 6) == 6  # not UTF-8: it does not search for ever
