"""How long the agent waits before it asks again."""

import time

from llm import retry


class Reply:
    def __init__(self, **headers):
        self.headers = headers

    def header(self, name):
        return self.headers.get(name.replace("-", "_"))


DATE = "Mon, 30 Nov 2026 12:00:00 GMT"

# Retry-After, and the milliseconds that it asks for when the reply is of DATE.
TABLE = (
    ("0", 0),
    ("2", 2000),
    (" 2 ", 2000),
    ("1.5", 1500),
    ("0.25", 250),
    ("1.", None),
    ("3600", 3600000),
    ("Mon, 30 Nov 2026 12:00:07 GMT", 7000),
    ("Monday, 30-Nov-26 12:01:00 GMT", 60000),
    ("Mon Nov 30 12:00:01 2026", 1000),
    ("Tue Dec  1 12:00:00 2026", 86400000),
    ("Mon, 30 Nov 2026 11:59:00 GMT", 0),
    ("Fri, 01 Jan 2027 00:00:00 GMT", (31 * 24 + 12) * 3600000),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 0),
    (None, None),
    ("", None),
    ("-1", None),
    ("1e3", None),
    ("soon", None),
    ("²", None),
    ("9999999999", 60000),
    ("99999999999999999999", 60000),
    ("99999999999999999999.5", 60000),
    ("00000000000000000000", 0),
    ("9" * 5000, 60000),
    ("99999999999999999999x", None),
    ("-99999999999999999999", None),
    ("+5", None),
    ("5, 5", None),
    ("Mon, 30 Nov 2026", None),
    ("Mon, 30 Nov 2026 aa:bb:cc GMT", None),
    ("Mon, 30 Non 2026 12:00:00 GMT", None),
)


def test_retry_after():
    for value, expected in TABLE:
        asked = retry.asked_wait_ms(Reply(retry_after=value, date=DATE))
        assert asked == expected, (value, asked)


def test_milliseconds_come_first():
    assert retry.asked_wait_ms(Reply(retry_after_ms="120", retry_after="9")) == 120
    assert retry.asked_wait_ms(Reply(retry_after_ms="120.7")) == 120
    assert retry.asked_wait_ms(Reply(retry_after_ms="x", retry_after="9")) == 9000
    assert retry.asked_wait_ms(Reply(retry_after_ms="99999999999", retry_after="9")) == 60000
    assert retry.asked_wait_ms(Reply(retry_after_ms="-1")) is None


def test_leap_days():
    for date, later, days in (
        ("Sat, 28 Feb 2032 00:00:00 GMT", "Mon, 01 Mar 2032 00:00:00 GMT", 2),
        ("Sun, 28 Feb 2100 00:00:00 GMT", "Mon, 01 Mar 2100 00:00:00 GMT", 1),
        ("Wed, 31 Dec 2031 00:00:00 GMT", "Thu, 01 Jan 2032 00:00:00 GMT", 1),
    ):
        assert retry.asked_wait_ms(Reply(retry_after=later, date=date)) == days * 86400000, date


def test_the_boards_clock_serves_when_the_reply_has_no_date():
    clock = time.gmtime(time.time() + 30)
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    value = "Mon, %02d %s %d %02d:%02d:%02d GMT" % (
        clock[2],
        months[clock[1] - 1],
        clock[0],
        clock[3],
        clock[4],
        clock[5],
    )
    assert 28000 <= retry.asked_wait_ms(Reply(retry_after=value)) <= 30000


def test_waits_double_and_spread():
    for tries, base in ((1, 1000), (2, 2000), (3, 4000), (6, 32000)):
        waits = [retry.wait_ms(tries, None) for _ in range(300)]
        assert base * 3 // 4 <= min(waits) < base * 8 // 10, (tries, min(waits))
        assert base * 12 // 10 < max(waits) <= base * 5 // 4, (tries, max(waits))
    assert retry.wait_ms(99, None) <= 60000


def test_a_servers_wait_is_clamped():
    assert retry.wait_ms(1, 0) == 0
    assert retry.wait_ms(1, 1500) == 1500
    assert retry.wait_ms(1, 3600000) == 60000
