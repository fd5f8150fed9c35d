"""script/tables.py and queues: long work ticks, indexes go beyond a word, queues stay small."""

from lua_main import run_text
from script import tables
from script.values import EMPTY, Table, state

HUGE = b"setmetatable({}, {__len = function() return math.maxinteger end})"
ENDED = b"timed out after 0.1 s"


class Run:
    """As much of a run as sorting needs."""

    def __init__(self):
        self.env = {"c": 100}
        self.ticks = 0

    def tick(self):
        self.ticks += 1
        self.env["c"] = 100


async def lua(text, timeout_ms=2000):
    """What a program prints, with its error at the end."""
    out = bytearray()
    error = await run_text(text, "x.lua", out.extend, timeout_ms)
    return bytes(out) + (error or b"")


def test_values_in_order_already_are_sorted_between_ticks():
    for values in (
        range(3000),
        range(3000, 0, -1),
        [7] * 3000,
        [b"%04d" % i for i in range(3000)],
    ):
        run = state.run = Run()
        table = Table.of(list(values))
        tables.sort(table)
        assert table.a[1:] == sorted(values)
        assert run.ticks > 40, run.ticks
    state.run = None


def test_every_length_is_sorted():
    state.run = Run()
    for n in range(70):
        values = [i * 7919 % 71 for i in range(n)]
        table = Table.of(list(values))
        tables.sort(table)
        assert table.a[1:] == sorted(values), n
    state.run = None


async def test_indexes_beyond_a_word():
    for text, want in (
        (b"print(table.unpack({}, math.maxinteger, math.maxinteger))", b"nil\n"),
        (b"print(table.unpack({[1 << 40] = 7}, 1 << 40, 1 << 40))", b"7\n"),
        (b"print(table.unpack({}, math.maxinteger, math.mininteger))", b"\n"),
        (b"print(table.concat({[1 << 40] = 'x'}, ',', 1 << 40, 1 << 40))", b"x\n"),
        (b"print(select(math.maxinteger, 1))", b"\n"),
        (b"print(pcall(table.unpack, {}, 0, 1 << 40))", b"false\ttoo many results to unpack\n"),
        (b"table.sort(" + HUGE + b")", b"x.lua:1: bad argument #1 to 'sort' (array too big)"),
    ):
        assert await lua(text) == want, (text, await lua(text))


async def test_long_work_ends_with_its_run():
    for call in (b"insert(%s, 1, 'x')", b"remove(%s, 1)"):
        said = await lua(b"table." + call % HUGE, 100)
        assert said.startswith(ENDED), said


async def test_lengths_that_are_no_integers():
    for length, want in (
        (b"2.0", b"12\n"),
        (b"'2'", b"12\n"),
        (b"2.5", b"x.lua:1: object length is not an integer"),
        (b"{}", b"x.lua:1: object length is not an integer"),
    ):
        made = b"setmetatable({1, 2}, {__len = function() return %s end})" % length
        assert await lua(b"print(table.concat(%s))" % made) == want, length
        said = await lua(b"print(table.unpack(%s))" % made)
        assert said == want.replace(b"12", b"1\t2"), said


def test_a_queue_does_not_grow():
    queue = Table()
    for i in range(1, 20000):
        queue.put(i, i)
        if i > 50:
            queue.put(i - 50, None)
    assert len(queue.a) < 300 and len(queue.h) <= 51, (len(queue.a), len(queue.h))
    assert [queue.get(i) for i in (19948, 19950, 19999)] == [None, 19950, 19999]
    for i in range(19000, 20000):
        queue.put(i, None)
    for i in range(1, 100):
        queue.put(i, i)
    assert queue.size() == 99 and EMPTY == [None]
