"""Secrets never come out, however the text is cut."""

import jsontext
from system import redact

redact.register(
    [
        "sk-TEST-abc",
        'qu"ote\\back',
        "passwörd/1",
        "sk-T",
        "sk-TEST-abcdef",
        "123",
        "aabaab",
        "1001:AAtoken",
    ]
)

# (text, redacted)
CASES = (
    ("", ""),
    ("nothing here", "nothing here"),
    ("key sk-TEST-abc.", "key ***."),
    ("sk-TEST-abcdef", "***"),
    ("sk-TEST-abcde", "***de"),
    ("sk-TEST-ab", "***EST-ab"),
    ("sk-sk-Tsk-T!", "sk-******!"),
    ('{"k":"qu\\"ote\\\\back"}', '{"k":"***"}'),
    ('plain qu"ote\\back', "plain ***"),
    ("http://h/?p=passw%C3%B6rd%2F1&x", "http://h/?p=***&x"),
    ("passwörd/1é", "***é"),
    ("/bot1001:AAtoken/getMe", "/bot***/getMe"),
    ("/bot1001%3AAAtoken/getMe", "/bot***/getMe"),
    ("123 is too short to hide", "123 is too short to hide"),
    ("aabaaabaab", "aaba***"),
    ("sk- at the end sk-", "sk- at the end sk-"),
)


def test_redact():
    for text, expected in CASES:
        assert redact.redact(text) == expected, (text, redact.redact(text))


def test_clean_text_is_the_same_object():
    text = "a clean text that is long enough"
    assert redact.redact(text) is text


def test_stream_cut_at_every_place():
    for text, expected in CASES:
        for first in range(len(text) + 1):
            for second in range(first, len(text) + 1):
                stream = redact.Stream()
                shown = stream.feed(text[:first]) + stream.feed(text[first:second])
                shown += stream.feed(text[second:]) + stream.end()
                assert shown == expected, (text, first, second, shown)


def test_stream_one_character_at_a_time():
    for text, expected in CASES:
        stream = redact.Stream()
        assert "".join([stream.feed(char) for char in text] + [stream.end()]) == expected


def test_stream_holds_back_only_what_may_begin_a_secret():
    stream = redact.Stream()
    assert stream.feed("Hello s") == "Hello "
    assert stream.feed("ki") == "ski"
    assert stream.feed(" sk-TEST-abcd") == " "
    assert stream.feed("!") == "***d!"
    assert stream.end() == ""


def test_escapes_of_the_whole_alphabet():
    secret = "".join(chr(code) for code in range(0x20, 0x7F)) + "äß€"
    redact.register([secret])
    assert redact.redact(jsontext.dumps({"a": secret})) == '{"a":"***"}'


def test_a_replaced_secret_stays_hidden():
    redact.register(["old-secret"])
    redact.register(["new-secret"])
    assert redact.redact("old-secret new-secret") == "*** ***"
