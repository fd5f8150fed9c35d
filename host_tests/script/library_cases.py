"""Calls of library functions that must end as in lua5.4: (function, arguments)."""

from twins import REPO

PATH = [str(REPO / "firmware"), str(REPO / "firmware" / "lib")]
MODULES = {"strings": "string", "utf8lib": "utf8", "maths": "math", "oslib": "os"}


class Named:
    """An argument that both sides know by its name."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


def is_odd(form, value):
    """What glibc has for itself: `%a` of numbers that are not normal, `%#g` that rounds up."""
    if value == 5e-324:
        return "a" in form.lower()
    return form == "%#g" and value == 999999.5


INF = float("inf")
NAN = float("nan")
NOTHING, SAME, COUNT, NO, TABLE, HALF, UPPER = (
    Named(name) for name in ("nothing", "same", "count", "no", "table", "half", "upper")
)
MAX = (1 << 63) - 1
MIN = -(1 << 63)


def encoded(value):
    """Text as bytes."""
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, dict):
        return {encoded(k): encoded(v) for k, v in value.items()}
    return value


def of(module):
    """The cases of a module, each a (function, list of arguments)."""
    found = []
    for function, rows in CASES[module].items():
        for row in rows:
            row = row if isinstance(row, tuple) else (row,)
            found.append((function, [encoded(arg) for arg in row]))
    return found


# fmt: off
INDEXES = (0, 1, 2, 3, 5, 6, -1, -2, -5, -6, -7, 100, -100, MAX, MIN)
# Searches: string.find, match and gmatch get each of them.
SEARCHES = [
    ("hello world", "wor"), ("hello", ""), ("", ""), ("", "a"), ("hello", "l+"),
    ("hello", "(l)(l)"), ("hello", "()ll()"), ("key = value", "^(%w+)%s*=%s*(%w+)$"),
    ("  trim me  ", "^%s*(.-)%s*$"), ("2026-12-01", "(%d+)-(%d+)-(%d+)"), ("abc", "^b"),
    ("abc", "^a"), ("a.b", "."), ("a.b", "%."), ("a.b", "a.b"), ("x^y", "x^y"), ("^x", "^^"),
    ("a$b", "a$b"), ("ab$", "b$"), ("ab", "b$"), ("a$", "a%$"), ("abc", "[a-c]+"),
    ("abc", "[^b]+"), ("]x", "[]]"), ("]x", "[^]]"), ("a-z", "[a%-z]+"), ("a-z", "[-az]+"),
    ("a-z", "[az-]+"), ("a-", "[a-]+"), ("^", "[%^]"), ("x^", "[x^]+"), ("%d", "[%%d]+"),
    ("abc123", "[%a%d]+"), ("abc 123", "[%w ]+"), ("abc_123", "[%w_]*"),
    (b"\xc3\xa9", b"[\xc3-\xc4]."), ("a]b", "[%]]"), ("THE (quick) fox", "%((%a+)%)"),
    ("f(a(b)c)d)", "%b()"), ("f(a(b", "%b()"), ("xaxx", "%bxx"), ("((a)", "%b()"),
    ("THE (quick) fox", "%f[%a]%a+%f[%A]"), ("foo.bar", "%f[%w]%w+$"), ("aaa", "%f[b]"),
    ("", "%f[%z]"), ("a", "%f[%z]"), ("[[x]]", "%[%[(.-)%]%]"),
    ('say "hi" or \'ho\'', "([\"'])(.-)%1"), ("abab", "(ab)%1"), ("abac", "(ab)%1"),
    ("aa", "(a)%1"), ("", "()%1"), ("abc", "()%1"), ("x", "(x)%1*"), ("aaab", "a-b"),
    ("aaab", "a*b"), ("aaab", "a?b"), ("aaab", "a+b"), ("aaa", "a-"), ("aaa", "a-$"),
    ("aaa", ".-"), ("b", "a*"), ("b", "a?"), ("b", "a+"), ("baa", "a*$"), ("äöü", "."),
    ("äöü", "..?.?.?.?.?.?"), ("a\0b", "%z"), ("a\0b", "a.b"), ("a\0b", "\0b"), ("a\0b", "[\0]"),
    ("\n\t ", "%s+"), ("\x01\x7f", "%c+"), ("!#~", "%p+"), ("!#~", "%g+"), ("xYz", "%u"),
    ("xYz", "%l+"), ("xFf0g", "%x+"), ("xYz", "%U+"), ("ab12", "%D+"), ("ab12", "%A+"),
    ("ab 12", "%S+"), ("ab 12", "%W"), (b"a\x80b", b"%G+"), (b"a\x80b", b"%C+"), ("a,b", "%P+"),
    ("abg", "%X+"), ("Ab", "%L"), ("\0a", "%Z"), ("a%b", "%%"), ("a)b", "a)b"), (")", ")"),
    ("a(b", "a%(b"), ("a+b", "a+b"), ("a+b", "a%+b"), ("+", "+"), ("*", "*"), ("?", "?"),
    ("-", "-"), ("a-", "a-"), ("**", "**"), ("a*", "a**"), ("$", "$"), ("$$", "$$"), ("x", "x$$"),
    ("^^", "^^^"), ("x", "^"), ("abc", "^$"), ("", "^$"), ("x", "(()x())"), ("abc", "((a)(b)(c))"),
    ("abc", "(a(b(c)))"), ("abc", "(a*(.)%w(%s*))"), ("0123456789", "(.+(.?)())"),
    ("hey xyzK", "(%w+)K"), ("254 K", "(%d*)K"), ("hey ", "(%w*)$"), ("hey wo", "(%w+)$"),
    ("aaaaa", "(a-)(a-)(a+)$"), ("  \n\r*&\n\r   xuxu  \n\n", "%g%g%g+"), ("a", "a" * 40),
    ("a" * 40, "a" * 40), ("a" * 50 + "b", "(a*)b"), ("ab" * 30, "(a.)%1$"),
    ("name=anna;age=30", "(%w+)=(%w+)"),
    ("http://x.org:80/p?q=1", "^(%a+)://([^:/]+):?(%d*)(/?.*)$"),
    ("1.5e-3", "^-?%d+%.?%d*[eE]?[-+]?%d*$"), ("#ff8800", "^#(%x%x)(%x%x)(%x%x)$"),
    ("one;two;;four", "[^;]*"), ("one;two;;four", "([^;]*);?"), (b"\xff\xfe", b"[\xfe-\xff]+"),
    (b"x\xff", b"[^\x80-\xff]"), ("a\nb", "a.b"), ("a\nb", "^b"), ("[x]", "[[]"), ("[x]", "[[x]"),
    ("a", "[a-%%]"), ("%", "[a-%%]"), ("-", "[a-%%]"), ("b", "[a-]"), ("d", "[%a-z]"),
    ("-", "[%a-z]"), ("-", "[a-%z]"), ("z", "[z-a]"), ("-", "[+--]"), (",", "[+--]"), ("a", "["),
    ("a", "[a"), ("a", "[^"), ("a", "[]"), ("a", "[^]"), ("a", "[a-"), ("a", "[a%"), ("a", "[a%]"),
    ("a", "%"), ("a", "a%"), ("a", "b%"), ("a", "b["), ("a", "a["), ("a", "("), ("a", "(a"),
    ("a", "b(a"), ("a", "a)"), ("a", "b)"), ("a", "(()"), ("a", "(a))"), ("a", "%b"), ("a", "%ba"),
    ("a", "%b("), ("a", "%f"), ("a", "%fa"), ("a", "%f[a"), ("a", "%1"), ("a", "%0"),
    ("a", "(%1)"), ("a", "(a%1)"), ("a", "(a)%2"), ("ab", "a*%9"),
    ("a", "(" * 33 + "a" + ")" * 33), ("a", "(" * 32 + "a" + ")" * 32), ("a", "()" * 33),
    ("a", "(a)(b" + ")(" * 30), ("a" * 300, "a?" * 198), ("a" * 300, "a?" * 199),
    ("a" * 300, "a?" * 200), ("a" * 300, "a?" * 250), ("b", "a?" * 250), ("a" * 300, "a*" * 201),
    ("a" * 300, "a-" * 199), ("a" * 300, "a-" * 200), (123, 2), (1.5, "%."), (12, "%d"),
    ("a", None), (None, "a"), (), ("a",), ({}, "a"), ("a", {}), (True, "a"), ("a", False),
    (SAME, "a"),
]
STARTS = [("banana", "a", init) for init in INDEXES] + [("banana", "", init) for init in INDEXES]
STARTS += [
    ("banana", "^a", 2), ("banana", "^a", 3), ("banana", "^.-n", 4), ("banana", "()", 7),
    ("banana", "()", 8),
]
STARTS += [
    ("a", "a", "1"), ("a", "a", "x"), ("a", "a", 1.0), ("a", "a", 1.5), ("a", "a", {}),
    ("a", "a", None), ("a", "a", True),
]
STARTS += [("banana", "%f[a]a", 3), ("banana", "%f[n]", 3)]

FORMATS = [
    "%d", "%5d", "%-5d|", "%05d", "%+d", "% d", "%+5d", "%-+5d|", "%-05d|", "%0-5d|", "%+05d",
    "% 05d", "%.3d", "%8.3d|", "%-8.3d|", "%08.3d|", "%.0d|", "%.d|", "%+.3d", "%i", "%99d", "%u",
    "%5u", "%x", "%X", "%o", "%#x", "%#X", "%#o", "%8x", "%08x", "%-8x|", "%#8x", "%#08x",
    "%-#8x|", "%.4x", "%#.4x", "%#.4o", "%#.0o", "%.0x", "%c", "%3c", "%-3c|",
]
INTEGERS = (0, 1, -1, 7, 42, -42, 12345, 2**31, -(2**31), 2**53, MAX, MIN)
FLOAT_FORMATS = [
    "%f", "%.0f", "%.1f", "%.2f", "%5.1f", "%-9.3f|", "%09.3f", "%+.2f", "% .2f", "%#.0f", "%.20f",
    "%.99f", "%e", "%.0e", "%.3e", "%E", "%#.0e", "%12.4e", "%g", "%.3g", "%.14g", "%.17g", "%.0g",
    "%G", "%#g", "%#.3g", "%10.3g|", "%-10.3g|", "%010.3g", "%+g", "%a", "%A", "%.0a", "%.1a",
    "%.3a", "%.20a", "%+a", "%20a", "%-20a|", "%020a", "%#.0a",
]
FLOATS = (
    0.0, -0.0, 1.0, -1.0, 0.1, 0.5, 1.5, 2.5, 0.25, 0.125, 2.675, 1.005, 3.14159265358979, -2.5,
    1 / 3, 2 / 3, 9.5, 9.95, 9.9995, 9.99996, 99.5, 999999.5, 1e5, 1e6, 123456789.0, 1e15, 1e16,
    1e-4, 1e-5, 0.00012345, 1e20, 1e22, 1e23, 1e100, 1e-100, 1e300, 5e-324,
    2.2250738585072014e-308, 1.7976931348623157e308, 2.0**53, 2.0**63, 1e21, INF, -INF,
)
BAD_FORMATS = [
    ("%",), ("%", 1), ("%5", 1), ("%y", 1), ("%10y", 1), ("abc%", 1), ("%123d", 1), ("%.123f", 1),
    ("%-#0+ 5.3d", 1), ("%#d", 1), ("%#u", 1), ("%+u", 1), ("%+x", 1), ("% x", 1), ("%+c", 65),
    ("%.3c", 65), ("%0c", 65), ("%F", 1.0), ("%n", 1), ("%l", 1), ("%ld", 1), ("%hd", 1),
    ("%*d", 1, 1), ("%1$d", 1), ("%5.5.5d", 1), ("%0000000000000000000005d", 1),
    ("%00000000000000000005d", 1), ("%\0", 1), ("%\0d", 1), ("%d%", 1), ("%d %d", 1), ("%d",),
    ("%s",), ("%d", "x"), ("%d", "1.5"), ("%d", 1.5), ("%d", {}), ("%d", None), ("%d", True),
    ("%d", INF), ("%d", 2.0**63), ("%x", "z"), ("%c", "z"), ("%f", "z"), ("%f", None), ("%e", {}),
    ("%y", ), ("%.5y", "a"), ("%#d", "x"), ("%#5s", "x"), ("%0s", "x"), ("%+s", "x"), ("% s", "x"),
    ("%#5s", "a\0b"), ("%5s", "a\0b"), ("%.1s", "a\0b"), ("%s", "a\0b"), ("%10q", "x"),
    ("%.3q", "x"), ("%-q", "x"), ("%q",), ("%q", {}), ("%q", SAME), ("%5p", 1), ("%.3p", 1),
    ("%-8p|", 1), ("%p", None), ("%p", True), ("%0p", 1), ("%0a", "x"), ("%123a", "x"),
    ("%123e", "x"), ("%123e", 1), (None,), (), ({},), (True,), (5,), (1.5,), ("%\xe9",),
    ("%\xe9", 1), ("%+.3 d", 1), ("%5.-3d", 1), ("%-", 1), ("%.", 1), ("%5.", 1), ("%+5.1", 2),
]
STRINGS_IN = ["", "a", "abc", "hello world", "a%b", "é", b"\xff\x00"]
QUOTED = [
    "", "abc", 'say "hi"', "back\\slash", "new\nline", "\r\t\0", "\x001", "\x0012",
    "\x01a\x1f9\x7f", "\x7f1", b"\x80\xff", "é", 0, 1, -1, MAX, MIN, 0.0, -0.0, 0.1, 1.0, 1e100,
    -2.5, INF, -INF, NAN, 5e-300, None, True, False,
]
TEXTS = (
    "", "abc", "äöü", "a€b", "😀x", b"\xff", b"a\x80", b"\xc3", b"\xe2\x82", b"\xc0\x80",
    b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xfd\xbf\xbf\xbf\xbf\xbf",
    b"\x80a", b"a\xc3\xa4\xa4", b"\xc3a",
)
NUMBERS = [(x,) for x in (
    0, 1, -1, MAX, MIN, 0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, 3.0, 3.7, -3.7, 1e15, 2.0**53,
    2.0**62, 2.0**63, -(2.0**63), 1e100, -1e100, 1e300, 5e-324, INF, -INF, NAN, "5", "3.7", "-2",
    "0x10", "x", "", None, True, {},
)] + [()]
ANGLES = [(x,) for x in (
    0, 1, -1, 0.5, -0.5, 2, -2, 3.14159265358979, 1e10, INF, -INF, NAN, "1", "x", None,
)] + [()]
COMPARED = [
    (1, 2), (2, 1), (1, 2.5), (1, 1.0), (1.0, 1), (3, 1, 2), (1, 3, 2), (-0.0, 0.0), (INF, 1),
    (NAN, 1), (1, NAN), (MAX, 2.0**63), (MIN, -(2.0**63)), ("a", "b"), ("b", "a"), ("10", "9"),
    (1, "x"), ("x", 1), ({}, 1), (1,), ("x",), (None,), (), (1, None), (1, True),
]
DATE_FIELDS = [
    {}, {b"hour": 0}, {b"hour": 25}, {b"hour": -1}, {b"min": 61}, {b"min": -61}, {b"sec": 99},
    {b"sec": -1}, {b"sec": 10**6}, {b"month": 14}, {b"month": 0}, {b"month": -13}, {b"day": 0},
    {b"day": -3}, {b"day": 400}, {b"month": 2, b"day": 30},
    {b"year": 2023, b"month": 2, b"day": 29}, {b"year": 1900}, {b"year": 1970}, {b"year": 1969},
    {b"year": 2100, b"month": 3}, {b"year": 0}, {b"year": -1}, {b"year": 3000}, {b"year": 2**40},
    {b"day": 2**31}, {b"day": 2**31 - 1}, {b"month": 2**31 + 1}, {b"year": "2024"}, {b"year": "x"},
    {b"year": 2024.0}, {b"year": 2024.5}, {b"month": "x"}, {b"hour": {}}, {b"sec": 1.5},
    {b"isdst": False}, {b"wday": 5, b"yday": 300}, {b"extra": "x"}, {b"year": True},
]
DATE_FORMS = [
    "!%c", "%c", "!*t", "*t", "!%Y-%m-%d %H:%M:%S", "!%a %A %b %B %C %d %D",
    "!%e %F %g %G %h %H %I %j", "!%m %M %n%p %r %R %S %t %T", "!%u %U %V %w %W %x %X %y %Y",
    "%z %Z %%", "!%z", "!%Z", "!%Ec %EC %Ex %EX %Ey %EY",
    "!%Od %Oe %OH %OI %Om %OM %OS %Ou %OU %OV %Ow %OW %Oy", "", "!", "plain", "%Q", "%", "%E",
    "%Ez", "%EQ", "%O", "%Oz", "%s", "%5d", "%-d", "%P", "%k", "*tx", "!*t2", "% ",
]
CASES = {
    "strings": {
        "len": ["", "a", "a\0b", "é", 12, 1.5, None, (), {}, True, ("a", 1)],
        "sub": [("hello", i) for i in INDEXES] + [("hello", i, j) for i in INDEXES
            for j in INDEXES] + [
                ("", 1), ("", 1, 0), ("hello", "2"), ("hello", 2.0), ("hello", 2.5),
                ("hello", "x"), ("hello", 2, "3"), ("hello", 2, 3.5), ("hello", 2, {}),
                ("hello", None), ("hello", ), (), (12345, 2, 3), ("hello", 1, None),
                ("hello", 2, None), ({}, 1), ("привет", 1, 2), ("hello", True),
                ("hello", 1.0, 2.0), ("hello", 1e100), ("hello", INF), ("x" * 100, 2, 90),
            ],
        "upper": ["abc", "ABC", "aBc1é", "", 5, (), None, {}, "z" * 100],
        "lower": ["ABC", "abc", "aBc1É", "", 5, (), None, {}],
        "reverse": ["abc", "", "a", "é", 123, (), None, {}, "a\0b", "ab" * 50],
        "byte": [("hello", i) for i in INDEXES] + [("hello", i, j) for i in (1, 2, -1, 0, -9, 9)
            for j in INDEXES] + [
                "", "A", (), None, {}, ("a", "1"), ("a", 1.5), ("a", None), ("a", None, None),
                ("a", None, -1), ("a", 1, None), ("a", "x"), ("abc", 2, "x"), (65,), ("\xff",),
                (b"\xff\0", 1, -1), ("abc", 1.0, 3.0),
            ],
        "char": [
            (), 65, (72, 105), (0, 255), 256, -1, "65", "x", 65.0, 65.5, None, (65, None),
            (65, 66, 256), (65, "y", -1), {}, (65, {}), 1e100, True, MAX,
        ],
        "rep": [
            ("a", 3), ("ab", 3, ","), ("", 5), ("a", 0), ("a", -1), ("a", 1, "x"), ("a", 2, "xyz"),
            ("", 3, "-"), ("", 10**9), ("a", 2**40), ("ab", 2**62), ("a", MAX), ("a", MIN),
            ("a", "3"), ("a", 2.0), ("a", 1.5), ("a", "x"), ("a",), (), (None, 1), ("a", 2, None),
            ("a", 2, 7), ("a", 2, {}), ({}, 1), (12, 2), ("a", None), ("a", 70), ("", 2, ""),
            ("a", 2**40, ""),
        ],
        "find": SEARCHES + STARTS + [
            ("a.b", ".", 1, True), ("a.b", ".", 1, False), ("a.b", ".", 1, None),
            ("a.b", ".", 1, 0), ("a.b", "%.", 1, True), ("abc", "", 4, True), ("abc", "", 5, True),
            ("abc", "c", -1, True), ("a\0b", "\0", 1, True), ("^a", "^a", 1, True),
            ("aXb", "X", None, True), ("a" * 3000 + "b", "a" * 100 + "b"),
            ("a" * 70000, "a" * 1000 + "b"), ("a" * 70000 + "b", "a" * 1000 + "b", 5),
            ("a" * 3000, ".-b"), ("a" * 3000, "(.-)%1b"), ("x" * 3000 + "yz", "y()z"),
        ],
        "match": SEARCHES + STARTS,
        "gmatch": SEARCHES + STARTS + [
            ("abc", ""), ("hello world", "%a+"), ("k=v, a=b", "(%w+)=(%w+)"), ("abc", "()"),
            ("abc", "."), ("abcde", "()(.)", 3), ("abc", "b*"), ("aab", "a*"), ("^a^a", "^a"),
            ("^^", "^*"), ("xyz", ".", -2),
        ],
        "gsub": [row + (by,) for row in SEARCHES for by in ("<%0>", "x")] + [row + (SAME,)
            for row in SEARCHES if "%1" not in row] + [
                ("hello", "l", "L"), ("hello", "l", "L", 1), ("hello", "l", "L", 0),
                ("hello", "l", "L", -1), ("hello", "l", "L", 5), ("hello", "", "-"), ("", "", "-"),
                ("", "x", "y"), ("abc", "%w", "%0%0"), ("abc", "%w", "%%%0"),
                ("abc", "(%w)", "%1,"), ("abc", "%w", "%1"), ("abc", "%w", "%2"),
                ("abc", "x", "%2"), ("abc", "(a)(b)(c)", "%3%2%1"), ("abc", "(a)()(b)", "%2%1%3"),
                ("abc", "a", "%"), ("abc", "x", "%"), ("abc", "a", "%x"), ("abc", "a", "x%"),
                ("abc", "a", "%a%1"), ("abc", "^a", "x"), ("aaa", "^a", "x"), ("aaa", "^a*", "x"),
                ("abc", "$", "x"), ("abc", "^", "x"), ("abc", "b*", "x"),
                ("hello world", "o", {"o": "0"}),
                ("hello", ".", {b"h": 1, b"e": 2.5, b"l": False}), ("abc", ".", {}),
                ("abc", "(.)(.)", {b"a": "x"}), ("abc", "()", {1: "x", 3: "z"}),
                ("abc", ".", {b"a": {}}), ("abc", ".", NOTHING), ("abc", ".", SAME),
                ("abc", "(.)()", SAME), ("abc", "(.)(.)", COUNT), ("abc", ".", COUNT),
                ("abc", "", COUNT), ("abc", ".", NO), ("abc", ".", TABLE), ("abc", ".", HALF),
                ("abc", "%w+", UPPER), ("abc", "()", SAME), ("abc", "(a", SAME),
                ("abc", "a)", SAME), ("abc", ".", 5), ("abc", ".", 1.5), ("abc", ".", None),
                ("abc", "."), ("abc", ".", True), ("abc",), (), (None, ".", "x"),
                ("abc", ".", "x", "2"), ("abc", ".", "x", "y"), ("abc", ".", "x", 1.5),
                ("abc", ".", "x", {}), ("abc", ".", "x", None), (123, 2, 4),
                ("abc def", "%f[%w]%w", "<%0>"), ("abc", "%f[%w]", "|"), ("a b c", " ", ""),
                ("a.b.c", "%.", "/"), ("  x  ", "^%s+", ""), ("  x  ", "%s+$", ""),
                ("hello world", "(%w+) (%w+)", "%2 %1"),
                ("$name is $age", "%$(%w+)", {b"name": "Bob", b"age": 42}), ("abc", "[b]", "%%"),
                ("a,b,,c", ",", ", "), ("\0a\0", "%z", "0"), ("x" * 200, "x", "yz"),
                ("äöü", b"[\xc3]", "."), ("one two", "%w+", "%0 %0", 1),
                ("abcabc", "b", {b"b": True}), ("abc", "b", {b"b": True}), ("aaa", "a-", "x"),
                ("aXb", "%u", "_%0"), ("abc", "%b()", "x"), ("f(x)", "%b()", "[%0]"),
            ],
        "format": [(form, value) for form in FORMATS for value in INTEGERS
            if "c" not in form or 0 < value < 256] + [(form, value) for form in FLOAT_FORMATS
            for value in FLOATS if not is_odd(form, value)] + BAD_FORMATS
        + [(form, value) for form in (
            "%s", "%10s|", "%-10s|", "%.2s", "%-6.1s|", "%.0s|", "%.s|", "%1s",
        ) for value in STRINGS_IN if not (isinstance(value, bytes) and len(form) == 2)]
        + [("%q", value) for value in QUOTED]
        + [
            ("plain",), ("",), ("%%",), ("100%%", 1), ("%d%%", 50), ("%s %s", 1, 2), ("%s", None),
            ("%s", True), ("%s", 1.5), ("%s", 1e15), ("%s", -0.0), ("%5s|", 1.5), ("%d", "10"),
            ("%d", " 10 "), ("%d", 3.0), ("%d", "3.0"), ("%f", 1), ("%.2f", "1.5"), ("%x", 255.0),
            ("%s%s%s", "a", "b", "c"), ("%s", "x" * 200), ("%120s", "x"), ("%99s|", "x"),
            ("%-99s|", "x"), ("%5s", "x" * 150), ("%.99s", "x" * 150),
            ("%d %s %5.2f|%x", 1, "two", 3.0, 255), ("%c%c%c", 76, 117, 97), ("%c", 0),
            ("%c", 321), ("%5c|", 65), ("%d", 1, 2, 3), ("%g", 100), ("%g", 2**53),
            ("%5.1f|%-8s|%03d", 3.14159, "ab", 7), ("%+.3e", 12345.678), ("é%sé", "ü"),
            ("%i", 3.0), ("%q", "x"), ("%5%", 1), ("%-%", 1),
        ],
    },
    "utf8lib": {
        "char": [
            (), 65, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF, 0x110000, 0x1FFFFF,
            0x200000, 0x3FFFFFF, 0x4000000, 0x7FFFFFFF, 0x80000000, -1, (72, 228, 8364, 128512),
            "65", "x", 65.0, 65.5, None, (65, None), {}, 0xD800,
        ],
        "len": [(text,) + rest for text in TEXTS for rest in (
            (), (1,), (2,), (3,), (1, 2), (1, -2), (-1,), (-2, -1), (1, 0), (2, 1), (1, -1, True),
        )] + [
                ("abc", 4), ("abc", 5), ("abc", 0), ("abc", -4), ("abc", 1, 4), ("abc", 1, 3),
                ("abc", 4, 3), ("abc", -9), ("", 1), ("", 2), ("", 1, 0), (), None, {},
                ("abc", "x"), ("abc", 1, "x"), ("abc", 1.5), 12, ("abc", None, None),
                ("abc", 1, None, False), ("abc", 3, 2), ("abc", MIN), ("abc", 1, MAX),
            ],
        "codepoint": [(text,) + rest for text in TEXTS for rest in (
            (), (1,), (2,), (1, -1), (-1,), (3,), (1, 3), (1, -1, True),
        )] + [
                ("abc", 4), ("abc", 3, 4), ("abc", 0), ("abc", -4), ("abc", 4, 3), ("abc", 3, 2),
                (), None, ("abc", "x"), ("", 1), ("", 1, 0), ("", 1, -1), 12, ("abc", 1, None),
                ("abc", None, 2),
            ],
        "offset": [(text, n) + rest for text in TEXTS for n in (0, 1, 2, 3, 4, 5, -1, -2, -3, -4)
            for rest in ((), (1,), (2,), (3,), (-1,))] + [
                ("abc", 1, 4), ("abc", 1, 5), ("abc", 1, 0), ("abc", -1, 4), ("abc", -1, 5),
                ("abc", 0, 5), ("abc", 0, 4), (), "abc", ("abc", "x"), ("abc", 1.5), ("abc", None),
                ("", 0), ("", 1), ("", -1), ("", 2), ("abc", MAX), ("abc", MIN), ("abc", 1, MIN),
            ],
        "codes": [(text,) + rest for text in TEXTS for rest in ((), (True,), (False,))] + [
            (), None, {}, 12,
        ],
    },
    "maths": {
        "floor": NUMBERS, "ceil": NUMBERS, "abs": NUMBERS, "sqrt": NUMBERS, "tointeger": NUMBERS
            + [("3.0",), (" 7 ",)], "type": NUMBERS, "modf": NUMBERS,
        "exp": [(0,), (1,), (-1,), (1000,), (-1000,), (INF,), (-INF,), "1", "x", ()],
            "sin": ANGLES, "cos": ANGLES, "tan": ANGLES, "asin": ANGLES, "acos": ANGLES,
            "atan": ANGLES + [
                (1, 0), (0, -1), (-0.0, -1), (1, 1), (-1, -1), ("1", "2"), (1, None), (1, "x"),
                (1, {}), (INF, INF),
            ],
        "deg": ANGLES, "rad": ANGLES,
        "log": [(x,) + base for x in (1, 2, 8, 10, 100, 1000, 1024, 0.5, 0, -1, INF, "8", 3)
            for base in ((), (2,), (10,), (3,), (0,), (1,), (-1,), (0.5,), (None,), ("2",))] + [
                (), "x", (1, "x"), (1, {}),
            ],
        "fmod": [(a, b) for a in (5, -5, 0, MIN, MAX, 5.5, -5.5, 0.0, -0.0, INF, "7", 1e300)
            for b in (3, -3, 1, -1, 0, 2.5, -2.5, 0.0, INF, -INF, "2", MIN)] + [
                (), 1, ("x", 1), (1, "x"), (1, None),
            ],
        "max": COMPARED, "min": COMPARED, "ult": [(a, b) for a in (0, 1, -1, MAX, MIN, 2.0, "3")
            for b in (0, 1, -1, MAX, MIN, 2.0)] + [(1.5, 1), (1,), (), (None, 1), (1, "x")],
        "pow": [(2, 10), (2.0, 0.5), (0, -1), (-8, 1 / 3), (2, "3"), (), (2,)],
        "random": [
            (5, 1), (0.5,), (1, 2, 3), ("x",), (1,), (7, 7), (MIN, MIN), (MAX, MAX), ("1",),
            (1.0,), (-1,), (1, 0), (1, None), None, {},
        ],
        "randomseed": [(42,), (42, 7), ("x",), (1.5,), (3.0,), (None,), ("7",), (1, "x")],
    },
    "oslib": {
        "time": [({b"year": 2024, b"month": 1, b"day": 1, **more},) for more in DATE_FIELDS] + [
            ({},), ({b"year": 2024},), ({b"year": 2024, b"month": 1},),
            ({b"month": 1, b"day": 1}, ), (5,), ("x",), (True,),
        ],
        "date": [(form, at) for form in DATE_FORMS for at in (
            0, 1, 86399, 10**9, 1700000000, 951782400, 1709164800, 1735689599, 1704067200,
            4102444800, -1, -86400 * 365, 2**33, 1609459199, 1230768000,
        )]
        + [
            ("!%Y", 2.0**40), ("!%Y-%m-%d %j", 2**50), ("!%Y", MAX), ("!%Y", MIN), ("x", 1.5),
            ("x", "y"), ("%H", "5"), (5, 0), ({}, 0), (True, 0), ("!%H", 1e300),
        ],
    },
}
# fmt: on
