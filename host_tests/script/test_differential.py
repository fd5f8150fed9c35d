"""Every snippet of the corpus prints under the engine what it prints under lua5.4."""

import re

import pytest
from corpus import CATEGORIES, read
from twins import LUA, NO_LUA, engine, lua54

pytestmark = pytest.mark.skipif(not LUA, reason=NO_LUA)


def short(result):
    """Called by pcall, lua5.4 gives a library function's full name; the engine never does."""
    return re.sub(rb"(bad argument #\d+ to ')\w+\.(\w+')", rb"\1\2", result)


@pytest.mark.parametrize("category", CATEGORIES)
def test_category(category):
    snippets = read(CATEGORIES[category])
    texts = [snippet.text for snippet in snippets]
    different = []
    for snippet, oracle, got in zip(snippets, lua54(texts), engine(texts)):
        expected = oracle = short(oracle)
        if snippet.expected is not None:
            expected = snippet.expected
            assert expected != oracle, f"{snippet.title}: lua5.4 does the same: {snippet.reason}"
        if got != expected:
            different.append(
                f"---- {snippet.title}\n{snippet.text[:2000].decode(errors='replace')}\n"
                f"expected: {expected.decode(errors='replace')}\n"
                f"engine:   {got.decode(errors='replace')}"
            )
    assert not different, "\n".join(different)


def test_all_categories_are_there():
    assert [name[:2] for name in CATEGORIES] == [f"{i:02}" for i in range(1, 67)]
    assert all(len(read(path)) >= 4 for path in CATEGORIES.values())
