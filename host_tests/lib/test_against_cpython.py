"""Thousands of damaged texts: jsontext must take and refuse what CPython's strict decoder does."""

import json
import random
import re
import subprocess
from pathlib import Path

from conftest import MICROPYTHON, REPO

JUDGE = Path(__file__).with_name("judge.py")
CASES = 6000
SEEDS = [
    b'{"pin":5,"level":1,"name":"lamp"}',
    b'[1,-2.5e3,0,0.1,1E+2,true,false,null,"",{}, [] ]',
    '{"text":"Grüße 日本 😀\\n\\u00e9\\ud83d\\ude00\\ud83d"}'.encode(),
    b'{"a":{"b":[[{"c":"\\\\\\"/"}]]}}',
    b' \t\r\n"\\u0041\\b\\f" ',
]
PIECES = [bytes((byte,)) for byte in range(256)] + [
    *(b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"0", b"-", b".", b"e", b"\n", b" ") * 12,
    *(
        b"\\u",
        b"\\ud83d",
        b"\\ude00",
        b"\\uDBFF",
        b"true",
        b"nul",
        b"NaN",
        b"1e999",
        b"\xed\xa0\x80",
    ),
    *(b"\xf0\x9f\x98\x80", b"\xe2\x82", b"\xc3", b"\xef\xbb\xbf", b'":"', b'","', b"[" * 33),
]


def damaged():
    rng = random.Random(2026)
    for _ in range(CASES):
        data = rng.choice(SEEDS)
        for _ in range(rng.randint(0, 3)):
            at = rng.randrange(len(data) + 1)
            end = min(len(data), at + rng.choice((0, 0, 1, 1, 2, 8)))
            data = data[:at] + rng.choice((b"", *rng.choices(PIECES, k=2))) + data[end:]
        yield data


def expected(data):
    """What CPython makes of a text, in a list, or None."""
    try:
        text = data.decode()
        value = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        return None
    level = deepest = 0
    for char in re.sub(r'"(\\.|[^"\\])*"', "", text):
        level += (char in "[{") - (char in "]}")
        deepest = max(deepest, level)
    value = normal(value)
    return None if deepest > 32 or "inf" in repr(value) else [value]


def refuse(name):
    raise ValueError(name)


def normal(value):
    """`value` with lone surrogates as U+FFFD and floats as nine digits of text."""
    if isinstance(value, dict):
        return {normal(key): normal(item) for key, item in value.items()}
    if isinstance(value, list):
        return [normal(item) for item in value]
    if isinstance(value, str):
        return re.sub("[\ud800-\udfff]", "\ufffd", value)
    return f"{value:.9g}" if isinstance(value, float) else value


def test_damaged_texts_are_judged_as_cpython_does():
    cases = list(damaged())
    done = subprocess.run(
        [MICROPYTHON, JUDGE, REPO / "firmware" / "lib"],
        input="".join(data.hex() + "\n" for data in cases),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(verdicts) == CASES
    taken = 0
    for data, (text, result) in zip(cases, verdicts):
        assert text == data.decode(errors="replace"), data
        got = None if result is None else [normal(json.loads(result))]
        assert got == expected(data), data
        taken += got is not None
    assert CASES // 10 < taken < CASES * 9 // 10
