"""Local time by POSIX zones; the moments around a change are those of the tz database."""

from system import zone

BERLIN = "CET-1CEST,M3.5.0,M10.5.0/3"
NEW_YORK = "EST5EDT,M3.2.0,M11.1.0"
SYDNEY = "AEST-10AEDT,M10.1.0,M4.1.0/3"
HOUR = 3600


def test_offsets():
    for name, at, hours in (
        ("UTC0", 1700000000, 0),
        ("<+0330>-3:30", 1700000000, 3.5),
        ("EST+5", 1700000000, -5),
        (BERLIN, 1774745999, 1),  # 2026-03-29 00:59:59 UTC
        (BERLIN, 1774746000, 2),
        (BERLIN, 1792889999, 2),  # 2026-10-25 00:59:59 UTC
        (BERLIN, 1792890000, 1),
        (NEW_YORK, 1772953199, -5),  # 2026-03-08 06:59:59 UTC
        (NEW_YORK, 1772953200, -4),
        ("EST5EDT", 1772953200, -4),
        (NEW_YORK, 1793512799, -4),  # 2026-11-01 05:59:59 UTC
        (NEW_YORK, 1793512800, -5),
        (SYDNEY, 1775318399, 11),  # 2026-04-04 15:59:59 UTC
        (SYDNEY, 1775318400, 10),
        (SYDNEY, 1791043199, 10),  # 2026-10-03 15:59:59 UTC
        (SYDNEY, 1791043200, 11),
        ("XXX0YYY-1:30,J60/0,J61/0", 1709251200, 1.5),  # 2024-03-01, a leap year
        ("XXX0YYY,J60,J61", 1709258400, 1),  # 2024-03-01 02:00 UTC
        ("XXX0YYY,59,61", 1709172000, 1),  # 2024-02-29 02:00 UTC, the day numbered 59
    ):
        got = zone.offset(name, at)
        assert got == hours * HOUR, (name, at, got / HOUR)


def test_local_time():
    assert zone.local(BERLIN, 1782907200) == (2026, 7, 1, 14, 0, 0, 2)
    assert zone.local("UTC0", 1798761599) == (2026, 12, 31, 23, 59, 59, 3)
    assert zone.local("<+0330>-3:30", 1798761599)[:4] == (2027, 1, 1, 3)
