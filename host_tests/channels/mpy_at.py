"""channels/at.py: how the fields of a command are told apart."""

from channels.at import AtError, _fields


def test_fields():
    for rest, count, expected in (
        (None, 2, []),
        ("", 1, [""]),
        ("a", 2, ["a"]),
        ("a,b,c", 2, ["a", "b,c"]),
        ("a,b,c", 3, ["a", "b", "c"]),
        ('"a,b",c', 2, ["a,b", "c"]),
        ('"a\\"b\\\\",c', 2, ['a"b\\', "c"]),
        ('"a\\\\\\"b",c', 2, ['a\\"b', "c"]),
        ('"\u706f, \\u00fc"', 1, ["\u706f, \u00fc"]),
        ('x,"y,z"', 2, ["x", "y,z"]),
        ('"a" b', 1, ['"a" b']),
        ('"open', 1, ['"open']),
        ('"open\\"', 1, ['"open\\"']),
        ('"', 1, ['"']),
        ('""', 1, [""]),
        ("a,", 2, ["a", ""]),
    ):
        assert _fields(rest, count) == expected, (rest, count, _fields(rest, count))


def test_a_string_that_is_no_json_is_refused():
    try:
        _fields('"\\x"', 1)
        raise AssertionError
    except AtError:
        pass
