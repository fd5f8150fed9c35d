"""What the libraries of scripts do with a run: ticks, the size of strings, what they keep."""

from script import format, matcher, pattern, strings
from script.values import Cancel, LuaError, state


class Run:
    def __init__(self, most=1 << 30, config=None):
        self.ticks = 0
        self.most = most
        self.closers = []
        self.services = {"config": config} if config else {}
        self.during_tick = None

    def tick(self):
        self.ticks += 1
        if self.ticks > self.most:
            raise Cancel("ticks", "enough")
        if self.during_tick:
            call, self.during_tick = self.during_tick, None
            call()

    def on_close(self, function):
        self.closers.append(function)


def library(most=1 << 30):
    state.run = Run(most)
    return strings.make(state.run)


def error_of(function, *args):
    try:
        function(*args)
    except LuaError as error:
        return error.value
    return None


def test_hostile_patterns_end_by_the_budget():
    string = library(200)
    for subject, text in (
        (b"a" * 28, b".-" * 18 + b"x"),
        (b"a" * 300, b"(.*)(.*)(.*)(.*)x"),
        (b"a" * 200, b"a?" * 150 + b"b"),
    ):
        state.run.ticks = 0
        try:
            string.get(b"find")(subject, text)
        except Cancel as cancel:
            assert cancel.kind == "ticks"
        else:
            raise AssertionError(text)


def test_work_without_a_machine_ticks_too():
    string = library()
    big = b"a" * 60000
    for function, args in (
        ("find", (big, b"a" * 30000 + b"b", 1, True)),
        ("gsub", (big, b"a", b"b")),
        ("reverse", (big,)),
        ("upper", (big,)),
        ("rep", (big, 1)),
        ("match", (big, b"%a" * 20000 + b"x")),
    ):
        state.run.ticks = 0
        error = error_of(string.get(function.encode()), *args)
        assert state.run.ticks > 2 or error == b"pattern too complex", (function, state.run.ticks)


def test_many_small_matches_add_up():
    string = library()
    for _ in range(3000):
        string.get(b"find")(b"name = value", b"^%w+ = (%w+)$")
    assert 10 < state.run.ticks < 100, state.run.ticks


def test_empty_strings_of_any_origin():
    string = library()
    computed = bytes(bytearray())
    for subject in (b"", computed):
        for text in (b"", computed):
            assert string.get(b"find")(subject, text) == (1, 0)
            assert string.get(b"gsub")(subject, text, b"x") == (b"x", 1)
            assert string.get(b"match")(subject, text) == b""
            assert string.get(b"find")(b"ab", text, 3) == (3, 2)


def test_a_tick_may_use_the_same_pattern():
    string = library()
    find = string.get(b"find")
    text = b"(a-)(b)(c*)%1$"
    inner = []
    state.run.during_tick = lambda: inner.append(find(b"abcca", text))
    assert find(b"a" * 400 + b"bcc" + b"a" * 399, text) == ((2, 802, b"a" * 399, b"b", b"cc"))
    assert inner == [(1, 5, b"a", b"b", b"cc")]


def test_a_callback_may_use_the_same_pattern():
    gsub = library().get(b"gsub")
    twice = lambda text: gsub(text, b"(%w)%w*", b"%1")[0]
    assert gsub(b"one two", b"(%w)%w*", twice) == (b"o t", 2)


def test_strings_have_a_largest_size():
    string = library()
    big = b"x" * 65536
    for function, args in (
        ("rep", (b"x", 65537)),
        ("rep", (b"x", 1 << 62)),
        ("rep", (b"", 1 << 40, b"ab")),
        ("gsub", (big, b"x", b"yy")),
        ("gsub", (big, b"$", b"y")),
        ("gsub", (big, b"x*", b"%0%0")),
        ("gsub", (b"x" * 300, b".", lambda char: b"y" * 300)),
        ("format", (b"%s%s", big, b"x")),
        ("format", (b"x%s", big)),
    ):
        error = error_of(string.get(function.encode()), *args)
        assert error == b"resulting string too large", (function, error)
    assert len(string.get(b"rep")(b"x", 65536)) == 65536
    assert len(string.get(b"format")(b"%s", big)) == 65536


def test_long_results_are_charged():
    string = library()
    room = state.room
    string.get(b"sub")(b"x" * 60, 2)
    assert state.room == room
    string.get(b"rep")(b"x", 1000)
    string.get(b"gsub")(b"x" * 1000, b"x", b"y")
    string.get(b"format")(b"%s", b"x" * 1000)
    assert room - state.room == 3000, room - state.room
    state.room = room


def test_what_is_kept_is_little_and_goes_with_the_run():
    string = library()
    for i in range(100):
        string.get(b"find")(b"x", b"%%a%d" % i)
        string.get(b"format")(b"%%d%d" % i, i)
    string.get(b"find")(b"x", b"%a" * 500)
    string.get(b"format")(b"x" * 500)
    assert 0 < len(pattern._cache) <= 8 and 0 < len(format._cache) <= 8
    assert len(pattern._cache[b"%a99"].words) == 9
    for function in state.run.closers:
        function()
    assert not pattern._cache and not format._cache


def test_a_pattern_too_long_for_the_machine():
    string = library()
    assert error_of(string.get(b"find"), b"x", b"[a-z]x" * 10000) is None
    many = b"".join([b"[%c%c]" % (a, b) for a in range(97, 120) for b in range(97, 187)])
    assert error_of(string.get(b"find"), b"x", many) == b"pattern too complex"


def test_random_numbers():
    from script import maths

    state.run = Run()
    math = maths.make(state.run)
    random, seed = math.get(b"random"), math.get(b"randomseed")
    for low, high in ((1, 6), (-3, 3), (0, 1 << 40), (-(1 << 63), (1 << 63) - 1)):
        drawn = [random(low, high) for _ in range(60)]
        assert all([low <= number <= high for number in drawn])
        assert len(set(drawn)) > 3
    assert all([0 <= random() < 1 for _ in range(100)])
    assert {random(3) for _ in range(100)} == {1, 2, 3}
    seed(42)
    first = [random(1000) for _ in range(9)]
    seed(42)
    assert [random(1000) for _ in range(9)] == first
    seed(43)
    assert [random(1000) for _ in range(9)] != first
    seed(42)
    maths.make(state.run)
    assert [random(1000) for _ in range(9)] != first


def test_local_time_is_that_of_the_setting():
    from script import oslib

    state.run = Run(config={"time.tz": "CET-1CEST,M3.5.0,M10.5.0/3"})
    os = oslib.make(state.run)
    date, seconds = os.get(b"date"), os.get(b"time")
    summer, winter = 1720000000, 1705000000
    assert date(b"%Y-%m-%d %H:%M:%S %z", summer) == b"2024-07-03 11:46:40 +0200"
    assert date(b"%H:%M %z", winter) == b"20:06 +0100"
    assert date(b"!%H:%M", winter) == b"19:06"
    for moment in (summer, winter, 0, 1711846800, 1711846799, 1729990800, 1 << 31):
        table = date(b"*t", moment)
        assert table.get(b"isdst") is (moment in (summer, 1711846800)), moment
        assert seconds(table) in (moment, moment + 3600), moment  # an hour comes twice
    assert seconds().__class__ is int
    assert 0 <= os.get(b"clock")() < 1


def test_fuel_is_no_negative_number():
    library()
    for _ in range(200):
        matcher.search(pattern.compiled(b".-b"), b"a" * 77, 0)
        matcher.work(33)
        assert matcher._fuel[0] >= 0
