"""A short run of the fuzzer, always the same; `make fuzz` makes new programs for two minutes."""

import audit
import fuzz
import pytest
from corpus import CATEGORIES, read
from twins import LUA, NO_LUA, pieces

pytestmark = pytest.mark.skipif(not LUA, reason=NO_LUA)


@pytest.mark.parametrize("seed", (1000, 1002))
def test_made_up_programs(seed):
    found, strange = fuzz.batch(seed, damage=False)
    assert (found[:1], strange[:1]) == ([], [])


def test_damaged_programs():
    found, strange = fuzz.batch(1000, damage=True)
    assert (found[:1], strange[:1]) == ([], [])


def test_names_in_the_python_of_the_corpus():
    texts = [snippet.text for path in CATEGORIES.values() for snippet in read(path)]
    assert audit.findings(texts) == []


def test_names_in_the_python_of_10000_programs():
    made = 0
    for start in range(0, 10000, 1000):
        texts = [fuzz.program(seed, size=1, preamble=False) for seed in range(start, start + 1000)]
        assert audit.findings(texts) == []
        made += len(texts)
    assert made == 10000


def test_the_audit_reads_as_python_does():
    texts = [fuzz.program(seed) for seed in range(100)]
    for piece in pieces(texts):
        assert audit.strange(piece) == audit.tokenized(piece) == set()


@pytest.mark.parametrize(
    "piece, name",
    [
        ("G0=open", "open"),
        ("G0=get(G1,__import__)", "__import__"),
        ("G0=f.__globals__", "__globals__"),
        ("G0=L1.h", "h"),
        ("M0=Gx", "Gx"),
        ("G1='x'", "text"),
    ],
)
def test_the_audit_finds(piece, name):
    assert name in audit.strange(piece)
    assert name in audit.tokenized(piece) or name == "text"
