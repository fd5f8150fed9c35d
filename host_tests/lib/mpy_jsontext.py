import json

from jsontext import dumps, escape, parse, quote

HIGH = str(b"\xed\xa0\xbd", "utf-8")
LOW = str(b"\xed\xb8\x80", "utf-8")

GOOD = (
    '{"a":1}',
    "[]",
    "{}",
    " [ 1 , 2.5 , -0 , 1e3 , 1E-3 , 0.5e+2 ] ",
    "true",
    "false",
    "null",
    '"x"',
    "0",
    "-1",
    '{"a":{"b":[{},[],"",null,true]},"c":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9"}',
    "\t[\r\n1\n]\n",
    '"\x7fé日😀"',
    "12345678901234567890",
)

# Text and the byte at which it goes wrong.
WRONG = (
    ("", 0),
    ("   ", 3),
    ("[", 1),
    ("[1", 2),
    ("[1,", 3),
    ("{", 1),
    ('{"a', 3),
    ('{"a"', 4),
    ('{"a":', 5),
    ('{"a":1', 6),
    ('{"a":1,', 7),
    ("[1,]", 3),
    ('{"a":1,}', 7),
    ("[1 2]", 3),
    ('{"a" 1}', 5),
    ('{"pin":5 "value":1}', 9),
    ("{a:1}", 1),
    ("{1:1}", 1),
    ("[,1]", 1),
    ("]", 0),
    ("[}", 1),
    ('{"a":1]', 6),
    ('{"a",1}', 4),
    ("012", 0),
    ("[-012]", 1),
    ("-", 1),
    ("+1", 0),
    (".5", 0),
    ("1.", 2),
    ("[1.]", 3),
    ("1e", 2),
    ("[1e+]", 4),
    ("0x10", 1),
    ("tru", 0),
    ("True", 0),
    ("NaN", 0),
    ("[Infinity]", 1),
    ("nul", 0),
    ("1 2", 2),
    ("{} []", 3),
    ("'a'", 0),
    ('"a\nb"', 1),
    ('"a\x01"', 1),
    ('"\\x41"', 1),
    ('"\\u12g4"', 1),
    ('"\\u12"', 1),
    ('"\\', 2),
    ('"a', 2),
    ("1e400", 0),
    ("[-1e999]", 1),
    ("\ufeff{}", 0),
    ("//\n1", 0),
    ("[1]\x00", 3),
)


def failure(call, *args):
    try:
        call(*args)
    except ValueError as exc:
        return str(exc)
    raise AssertionError(f"accepted: {args!r}")


def test_parse_reads_what_is_json():
    for text in GOOD:
        assert parse(text) == json.loads(text), text
        assert parse(text.encode()) == json.loads(text), text
        assert parse(memoryview(text.encode())) == json.loads(text), text


def test_parse_names_the_byte_that_is_wrong():
    for text, at in WRONG:
        message = failure(parse, text)
        assert message.endswith(f" at byte {at}"), (text, message)


def test_parse_refuses_every_cut_of_an_object():
    text = '{"a":[1,-2.5e3,{"b":"c\\n\\u00e9"},true,null],"d":{}}'
    parse(text)
    for cut in range(len(text)):
        failure(parse, text[:cut])


def test_parse_bounds_the_nesting():
    parse("[" * 32 + "]" * 32)
    assert failure(parse, "[" * 33 + "]" * 33) == "nested deeper than 32 at byte 32"
    assert "deeper" in failure(parse, '{"a":' * 1000)


def test_parse_refuses_invalid_utf8():
    assert failure(parse, b'"ab\xc0\xaf"') == "invalid UTF-8 at byte 3"
    assert failure(parse, b'"\xed\xa0\x80"') == "invalid UTF-8 at byte 1"
    assert failure(parse, b'"a\xe2\x82') == "invalid UTF-8 at byte 2"


def test_parse_joins_surrogates():
    for text, value in (
        ('"\\ud83d\\ude00"', "😀"),
        ('"\\uD83D\\uDE00x"', "😀x"),
        ('"\\ud83d"', "\ufffd"),
        ('"\\ude00\\ud83d"', "\ufffd\ufffd"),
        ('"\\ud83d\\ud83d\\ude00"', "\ufffd😀"),
        ('"\\ud83d\\n\\ude00"', "\ufffd\n\ufffd"),
        ('"\\ud83d\\u0041"', "\ufffdA"),
        ('"\\\\ud83d"', "\\ud83d"),  # a backslash and four letters, no escape
        ('"\\\\\\ud83d\\ude00"', "\\😀"),
        ('"' + HIGH + LOW + HIGH + '"', "😀\ufffd"),
    ):
        result = parse(text)
        assert result.encode() == value.encode(), (text, result)
    assert parse('{"\\ud83d\\ude00":["\\udc00"]}') == {"😀": ["\ufffd"]}


def test_quote_escapes_and_repairs():
    assert (
        quote('a"b\\c/\n\r\t\x00\x1f\x7fé😀')
        == b'"a\\"b\\\\c/\\n\\r\\t\\u0000\\u001f\x7f\xc3\xa9\xf0\x9f\x98\x80"'
    )
    assert quote(HIGH + LOW + HIGH) == b'"\xf0\x9f\x98\x80\xef\xbf\xbd"'
    assert quote("") == b'""'
    for code in range(128):
        assert json.loads(quote(chr(code))) == chr(code)


def test_escape_is_the_inside_of_a_string():
    assert escape(b"") == b""
    assert escape(memoryview(b'say "hi"\n')) == b'say \\"hi\\"\\n'
    assert escape("é😀".encode()) == "é😀".encode()


def test_dumps_writes_compact_sorted_text():
    obj = {
        "b": [1, -2, 2.5, True, False, None, "é\n", (), {}],
        "a": {"z": [], "y": [[], [1]]},
        "": HIGH + LOW,
    }
    assert (
        dumps(obj)
        == '{"":"😀","a":{"y":[[],[1]],"z":[]},"b":[1,-2,2.5,true,false,null,"é\\n",[],{}]}'
    )
    for value in ("x", 0, 10**20, None, True, [], {}, [[]], {"a": {}}):
        assert dumps(value) == json.dumps(value).replace(", ", ",").replace(": ", ":"), value
    assert dumps({HIGH: 1}) == '{"\ufffd":1}'


def test_dumps_refuses_what_is_not_json():
    for value in (
        float("nan"),
        float("inf"),
        -float("inf"),
        b"x",
        bytearray(1),
        {1},
        object(),
        {1: 2},
        {None: 1},
        [1, [object]],
        1j,
    ):
        failure(dumps, value)
        failure(dumps, {"a": [value]})


def test_dumps_bounds_the_nesting():
    deep = []
    for _ in range(31):
        deep = [deep]
    assert dumps(deep) == "[" * 32 + "]" * 32
    assert "deeper" in failure(dumps, [deep])
    loop = {}
    loop["a"] = loop
    assert "deeper" in failure(dumps, loop)
