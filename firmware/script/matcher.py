"""The machine that matches Lua patterns: runs the byte code of pattern.py over a subject.

It has its own stack and follows Lua's matcher move by move, errors included. It burns fuel: when
that is used up the run gets a tick, so that its limits end a hostile pattern.
"""

from array import array

import micropython
from micropython import const

from script.values import LuaError, state

# Byte code, as pattern.py writes it. The operand `set` is the offset (low, high) of 32 bytes with
# a bit for each character.
_END = const(0)
_CHAR = const(1)  # c
_SET = const(2)  # set
_MAX = const(3)  # set: `*`
_MAX1 = const(4)  # set: `+`
_MIN = const(5)  # set: `-`
_OPT = const(6)  # set: `?`
_OPEN = const(7)
_CLOSE = const(8)
_POSITION = const(9)  # `()`
_EOS = const(10)  # `$` at the end
_BALANCE = const(11)  # open, close
_FRONTIER = const(12)  # set
_BACK = const(13)  # number of the capture, from 0
# 14: index into _ERRORS; as in Lua, an error once a match comes there

# Words of the state; all are >= 0, because a pointer to words may read them without a sign.
_PC = const(0)
_AT = const(1)  # where in the subject
_SP = const(2)
_LEVEL = const(3)  # captures opened
_START = const(4)  # where this attempt began
_ANCHORED = const(5)
_LEAD = const(6)  # set of the first character, 0: any
_BASE = const(7)  # bottom of the stack
_LENGTH = const(8)  # of the subject
# After these a pair (start, length + 2) for each capture, 0: still open, 1: a position; then the
# stack: (pc, at, n) for each place to come back to.
_CAPTURES = const(9)

_DEPTH = const(200)  # Lua's own limit

_FAILED = const(-1)  # instead of an end
_PAUSED = const(-2)
_TROUBLE = const(-3)  # minus the index into _ERRORS
_BAD_CAPTURE = const(-16)  # minus the number of the capture
_ERRORS = (
    b"pattern too complex",
    b"invalid pattern capture",
    b"too many captures",
    b"malformed pattern (ends with '%')",
    b"malformed pattern (missing ']')",
    b"malformed pattern (missing arguments to '%b')",
    b"missing '[' after '%f' in pattern",
)

_FUEL = const(4000)  # steps between two ticks
_FIND = const(65536)  # comparisons between two ticks
_fuel = array("i", (_FUEL,))


@micropython.native
def work(steps):
    """Burns fuel for what needs no machine; a step is the time for one character."""
    left = _fuel[0] - steps
    while left < 0:
        left += _FUEL
        state.run.tick()
    _fuel[0] = left


def find(subject, text, init):
    """As subject.find(text, init), with ticks: many beginnings of a long text take long."""
    if not text:
        return init  # the port finds no b"" in one that was computed
    step = _FIND // (len(text) + 1) + 1
    while len(subject) - init > step + len(text):
        work(_FUEL)
        at = subject.find(text, init, init + step + len(text))
        if at >= 0:
            return at
        init += step
    return subject.find(text, init)


@micropython.native
def search(pattern, subject, init):
    """Looks for a match from init on: returns its end or -1; pattern.words tells the rest."""
    words = pattern.words
    plain = pattern.plain
    if plain is not None:
        start = find(subject, plain, init)
        words[_START] = start
        return start + len(plain) if start >= 0 else _FAILED
    words[_PC] = words[_LEVEL] = 0
    words[_AT] = words[_START] = init
    words[_SP] = words[_BASE]
    words[_LENGTH] = len(subject)
    end = _run(pattern.code, subject, words, _fuel)
    return end if end >= _FAILED else _go_on(pattern, subject, end)


def _go_on(pattern, subject, end):
    words = pattern.words
    while end == _PAUSED:
        # Another job may come to the same pattern during a tick.
        pattern.words = array("i", words)
        _fuel[0] = _FUEL
        state.run.tick()
        pattern.words = words
        end = _run(pattern.code, subject, words, _fuel)
    if end >= _FAILED:
        return end
    if end > _BAD_CAPTURE:
        raise LuaError(_ERRORS[_TROUBLE - end], 1)
    raise LuaError(b"invalid capture index %%%d" % ((_BAD_CAPTURE - end + 1) & 255), 1)


@micropython.viper
def _run(code: ptr8, s: ptr8, words: ptr32, fuel: ptr32) -> int:  # noqa: C901 calls cost more
    """Goes on from `words`; returns the end of the match or one of the answers below 0."""
    steps = fuel[0]
    n = words[_LENGTH]
    base = words[_BASE]
    pc = words[_PC]
    i = words[_AT]
    sp = words[_SP]
    level = words[_LEVEL]
    while True:
        steps -= 1
        if steps < 0:
            words[_PC] = pc
            words[_AT] = i
            words[_SP] = sp
            words[_LEVEL] = level
            return _PAUSED
        op = code[pc]
        good = 0
        push = 0  # whether to come back to (pc, at, n); then goes on at `after`
        after = pc + 1
        at = i
        count = 0
        if op == _CHAR:
            if i < n and s[i] == code[after]:
                i += 1
                pc += 2
                good = 1
        elif op <= _OPT and op != _END:
            mask = code[after] | code[after + 1] << 8
            after = pc + 3
            if op <= _SET:
                if i < n and code[mask + (s[i] >> 3)] >> (s[i] & 7) & 1:
                    i += 1
                    pc = after
                    good = 1
            elif op <= _MAX1:
                while i < n and code[mask + (s[i] >> 3)] >> (s[i] & 7) & 1:
                    i += 1
                count = i - at
                steps -= count
                if op == _MAX1:
                    if count:
                        at += 1
                        count -= 1
                        push = 1
                elif count:
                    push = 1
                else:
                    pc = after
                    good = 1
            elif i < n and code[mask + (s[i] >> 3)] >> (s[i] & 7) & 1:
                if op == _OPT:
                    i += 1
                push = 1
            else:
                pc = after
                good = 1
        elif op == _END:
            words[_LEVEL] = level
            fuel[0] = steps if steps > 0 else 0
            return i
        elif op == _OPEN or op == _POSITION:
            count = _CAPTURES + 2 * level
            words[count] = i
            words[count + 1] = 0 if op == _OPEN else 1
            level += 1
            push = 1
        elif op == _CLOSE:
            count = level - 1
            while count >= 0 and words[_CAPTURES + 1 + 2 * count] != 0:
                count -= 1
            if count < 0:
                return _TROUBLE - 1
            words[_CAPTURES + 1 + 2 * count] = i - words[_CAPTURES + 2 * count] + 2
            push = 1
        elif op == _EOS:
            if i == n:
                pc = after
                good = 1
        elif op == _FRONTIER:
            mask = code[after] | code[after + 1] << 8
            before = s[i - 1] if i else 0
            here = s[i] if i < n else 0
            if not code[mask + (before >> 3)] >> (before & 7) & 1:
                if code[mask + (here >> 3)] >> (here & 7) & 1:
                    pc += 3
                    good = 1
        elif op == _BALANCE:
            if i < n and s[i] == code[after]:
                count = 1
                at += 1
                while at < n and count:
                    if s[at] == code[after + 1]:
                        count -= 1
                    elif s[at] == code[after]:
                        count += 1
                    at += 1
                steps -= at - i
                if count == 0:
                    i = at
                    pc += 3
                    good = 1
        elif op == _BACK:
            count = code[after]
            if count >= level or words[_CAPTURES + 1 + 2 * count] == 0:
                return _BAD_CAPTURE - count
            at = words[_CAPTURES + 2 * count]
            count = words[_CAPTURES + 1 + 2 * count] - 2
            if 0 <= count and count <= n - i:
                steps -= count
                while count and s[at] == s[i]:
                    at += 1
                    i += 1
                    count -= 1
                if count == 0:
                    pc += 2
                    good = 1
        else:
            return _TROUBLE - code[after]
        if push:
            if sp >= base + 3 * (_DEPTH - 1):
                return _TROUBLE
            words[sp] = pc
            words[sp + 1] = at
            words[sp + 2] = count
            sp += 3
            pc = after
            good = 1
        while not good:
            if sp == base:
                start = words[_START]
                if words[_ANCHORED] or start >= n:
                    fuel[0] = steps if steps > 0 else 0
                    return _FAILED
                start += 1
                mask = words[_LEAD]
                if mask:
                    at = start
                    while start < n and not code[mask + (s[start] >> 3)] >> (s[start] & 7) & 1:
                        start += 1
                    steps -= start - at
                    if start == n:
                        fuel[0] = steps if steps > 0 else 0
                        return _FAILED
                words[_START] = start
                i = start
                pc = 0
                level = 0
                break
            sp -= 3
            pc = words[sp]
            op = code[pc]
            if op == _CLOSE:
                words[_CAPTURES + 1 + 2 * words[sp + 2]] = 0
            elif op >= _OPEN:
                level -= 1
            elif op == _OPT:
                i = words[sp + 1]
                pc += 3
                break
            elif op == _MIN:
                i = words[sp + 1]
                mask = code[pc + 1] | code[pc + 2] << 8
                if i < n and code[mask + (s[i] >> 3)] >> (s[i] & 7) & 1:
                    i += 1
                    words[sp + 1] = i
                    sp += 3
                    pc += 3
                    break
            elif words[sp + 2]:
                words[sp + 2] -= 1
                i = words[sp + 1] + words[sp + 2]
                sp += 3
                pc += 3
                break
