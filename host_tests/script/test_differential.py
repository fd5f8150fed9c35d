"""Every snippet of the corpus prints under the engine what it prints under lua5.4."""

import re

import pytest
from corpus import CATEGORIES, read
from twins import LUA, NO_LUA, U32, engine, lua54

pytestmark = pytest.mark.skipif(not LUA, reason=NO_LUA)


def short(result):
    """Called by pcall, lua5.4 gives a library function's full name; the engine never does."""
    return re.sub(rb"(bad argument #\d+ to ')\w+\.(\w+')", rb"\1\2", result)


def differences(category, got_of, sight=lambda result: result, skip=()):
    """What the engine prints otherwise than expected, as a text. sight: what of it is compared."""
    snippets = [entry for entry in read(CATEGORIES[category]) if entry.title not in skip]
    texts = [snippet.text for snippet in snippets]
    found = []
    for snippet, oracle, got in zip(snippets, lua54(texts), got_of(texts)):
        expected = oracle = short(oracle)
        if snippet.expected is not None:
            expected = snippet.expected
            assert expected != oracle, f"{snippet.title}: lua5.4 does the same: {snippet.reason}"
        if sight(got) != sight(expected):
            found.append(
                f"---- {snippet.title}\n{snippet.text[:2000].decode(errors='replace')}\n"
                f"expected: {expected.decode(errors='replace')}\n"
                f"engine:   {got.decode(errors='replace')}"
            )
    return "\n".join(found)


@pytest.mark.parametrize("category", CATEGORIES)
def test_category(category):
    found = differences(category, engine)
    assert not found, found


# Where a single float says something else than a double, beyond its digits.
SINGLE = ("sum of tenths", "integers and floats")
# What nests deeper than 16 KB of C stack allow.
DEEP = (
    "40 upvalues [upvalues 40]",
    "12 blocks deep",
    "12 functions deep",
    "15 parentheses, tables and calls deep",
    "a long expression",
    "a long method chain",
)
FLOAT = re.compile(rb"-?\d+\.\d+(e[+-]\d+)?|-?\d+e[+-]\d+|-?\b(inf|nan)\b")


@pytest.mark.u32
@pytest.mark.parametrize("category", CATEGORIES)
def test_category_with_small_integers_and_single_floats(category):
    board = lambda texts: engine(texts, interpreter=U32)
    found = differences(category, board, lambda result: FLOAT.sub(b"#", result), SINGLE + DEEP)
    assert not found, found


def test_all_categories_are_there():
    assert [name[:2] for name in CATEGORIES] == [f"{i:02}" for i in range(1, 67)]
    assert all(len(read(path)) >= 4 for path in CATEGORIES.values())
