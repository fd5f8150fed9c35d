"""Compares made-up programs, and damaged ones, with lua5.4, and audits the Python made of them.

  python host_tests/script/fuzz.py --seconds 120 --seed 7

The first differences are shrunk and printed, and the exit code is 1.
"""

import argparse
import random
import re
import sys
import time

import audit
from generate import program
from twins import LUA, NO_LUA, engine, lua54

BATCH = 100


def same(result):
    """The sign of a NaN is the processor's; pcall(f) gives the full name of f in lua5.4 only."""
    result = result.replace(b"-nan", b"nan")
    return re.sub(rb"(bad argument #\d+ to ')\w+\.(\w+')", rb"\1\2", result)


def differences(programs):
    """(program, lua5.4's result, the engine's) of those that differ."""
    results = zip(programs, lua54(programs), engine(programs))
    return [
        (text, same(oracle), same(got))
        for text, oracle, got in results
        if same(oracle) != same(got)
    ]


def shrink(text):
    """The program without the lines that the difference does not need."""
    lines = text.split(b"\n")
    size = len(lines) // 2
    while size:
        tries = [
            b"\n".join(lines[:i] + lines[i + size :])
            for i in range(0, len(lines), max(1, size // 2))
        ]
        found = [entry for entry in differences(tries) if b" near " not in entry[1] + entry[2]]
        if found:
            lines = min((entry[0] for entry in found), key=len).split(b"\n")
            size = min(size, len(lines) // 2)
        else:
            size //= 2
    return b"\n".join(lines)


def damaged(seed):
    """A program with an accident: cut, bytes lost, doubled, swapped or put in."""
    rng = random.Random(seed)
    text = bytearray(program(seed, size=rng.randrange(1, 6)))
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            del text[at:]
        elif kind == 1:
            del text[at : at + rng.randrange(1, 9)]
        elif kind == 2:
            text[at:at] = rng.choice(TOKENS)
        elif kind == 3:
            text[at:at] = text[at : at + rng.randrange(1, 30)]
        else:
            other = rng.randrange(len(text) + 1)
            text[at : at + 1], text[other : other + 1] = text[other : other + 1], text[at : at + 1]
    return bytes(text)


# What accidents put in.
TOKENS = (
    b"end do then local function return break ( ) { } [ ] = == ~= .. ... . : :: ; , + - * / // % "
    b"^ # & | ~ << >> < > <= >= and or not nil true if else elseif for in while repeat until goto "
    b"' \" [[ ]] -- --[[ \\ \\x \\u{ \\999 0x 1e 1..2 @ ! ? $ ` a.b f() <const> <close>"
).split() + [b"\n"]


def batch(seed, damage):
    """The differences of one batch, and what the audit found."""
    make = damaged if damage else program
    texts = [make(seed * BATCH + i) for i in range(BATCH)]
    return differences(texts), audit.findings(texts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    if not LUA:
        sys.exit(NO_LUA)
    print(f"seed {options.seed}", flush=True)
    end = time.monotonic() + options.seconds
    seed, count = options.seed, 0
    while time.monotonic() < end:
        found, strange = batch(seed, damage=seed % 4 == 0)
        for entry in strange:
            print(entry)
        for text, _, _ in found[:3]:
            text = shrink(text)
            for entry in differences([text]):
                parts = [part.decode(errors="backslashreplace") for part in entry]
                print("---- program\n{}\n---- lua5.4\n{}\n---- engine\n{}".format(*parts))
        if found or strange:
            print(f"{len(found)} of {BATCH} programs differ from lua5.4 at --seed {seed}")
            sys.exit(1)
        seed, count = seed + 1, count + BATCH
    print(f"{count} programs are the same")


if __name__ == "__main__":
    main()
