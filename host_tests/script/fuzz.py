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


# What is different on purpose, or in time; labels are looked at before what comes after them.
BEYOND = (
    b"stack overflow",
    b"oracle: no end",
    b"is no jump to the end of a loop around it",
    b"<goto ",
    b"no visible label",
)
ADDRESS = re.compile(rb"(function|table|thread): 0x\w+")
FUNCTION = re.compile(rb"(?:bad argument (#\d+) to|calling) '[^']*'(?: on bad self)?")
PLACE = re.compile(rb"x\.lua:\d+: ")
NAMED = re.compile(rb" \((?:local|upvalue|global|field|method|constant) '[^\n]*?'\)")


def same(oracle, got):
    """Whether two results are the same but for what is known to differ.

    The sign of a NaN is the processor's, and so are addresses; lua5.4 calls a function of the
    library what the call calls it. The engine has less room to recurse; it may leave out which
    variable it was, but not give another, and may add the place.
    """
    if oracle == got or any(text in oracle + got for text in BEYOND):
        return True
    oracle, got = [
        FUNCTION.sub(rb"bad argument", ADDRESS.sub(rb"\1", text.replace(b"-nan", b"nan")))
        for text in (oracle, got)
    ]
    lines = oracle.split(b"\n"), got.split(b"\n")
    return len(lines[0]) == len(lines[1]) and all(map(same_line, *lines))


def same_line(one, two):
    if one.count(b"x.lua:") < two.count(b"x.lua:"):  # what C functions find wrong has no place
        one, two = PLACE.sub(b"", one), PLACE.sub(b"", two)
    return one == two or NAMED.sub(b"", one) == two


def differences(programs):
    """(program, lua5.4's result, the engine's) of those that differ."""
    results = zip(programs, lua54(programs), engine(programs))
    return [entry for entry in results if not same(*entry[1:])]


def kind(entry):
    """What two results differ in: their first lines that are not the same, without numbers."""
    for one, two in zip(entry[1].split(b"\n"), entry[2].split(b"\n")):
        if not same(one, two):
            return re.sub(rb"\d+", b"", NAMED.sub(b"", one)), re.sub(
                rb"\d+", b"", NAMED.sub(b"", two)
            )
    return None


def shrink(entry):
    """The program without the lines that its difference does not need."""
    lines, wanted = entry[0].split(b"\n"), kind(entry)
    size = len(lines) // 2
    while size:
        starts = range(0, len(lines), max(1, size // 2))
        found = differences([b"\n".join(lines[:i] + lines[i + size :]) for i in starts])
        found = [entry[0] for entry in found if kind(entry) == wanted]
        if found:
            lines = min(found, key=len).split(b"\n")
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
        for entry in found[:3]:
            for entry in differences([shrink(entry)]):
                parts = [part.decode(errors="backslashreplace") for part in entry]
                print("---- program\n{}\n---- lua5.4\n{}\n---- engine\n{}".format(*parts))
        if found or strange:
            print(f"{len(found)} of {BATCH} programs differ from lua5.4 at --seed {seed}")
            sys.exit(1)
        seed, count = seed + 1, count + BATCH
    print(f"{count} programs are the same")


if __name__ == "__main__":
    main()
