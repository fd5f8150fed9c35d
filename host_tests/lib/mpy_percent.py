"""Percent-encoding."""

from percent import percent


def test_all_but_letters_digits_and_marks():
    for text, marks, expected in (
        ("", "", ""),
        ("aZ09", "", "aZ09"),
        ("a-b_c.d~e/f", "-._~", "a-b_c.d~e%2Ff"),
        ("100% ü€", "-", "100%25%20%C3%BC%E2%82%AC"),
        ("telegram:5", "_-", "telegram%3A5"),
        ("\0\x7f", "", "%00%7F"),
    ):
        assert percent(text, marks) == expected, text
