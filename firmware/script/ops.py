"""All that compiled scripts call: operators, tables, calls, loops.

A helper does the common case itself and leaves the rest (coercions, metamethods, errors) to
meta.py. An operand may be what a call gave, a list of results or a pending call: meta.py takes the
first result.
"""

import math

import micropython

from script import access, operators
from script.calls import drop, many, one
from script.meta import can_be_called, named_type
from script.numbers import to_number, wrap
from script.values import EMPTY, EMPTYD, LuaError, Y, type_name

FAST = {}  # iterator function → generator function of its (key, value) pairs: next, ipairs' own


# Calls in generators: how many of the results are wanted.


def yone(r):
    while r.__class__ is tuple:
        if not r:
            return None
        if r[0] is not Y:
            return r[0]
        r = yield from r[1]
    return r


def ymany(r):
    while r.__class__ is tuple:
        if not r or r[0] is not Y:
            return r
        r = yield from r[1]
    return (r,)


def ydrop(r):
    while r.__class__ is tuple and r and r[0] is Y:
        r = yield from r[1]


def col(generator):
    """A function that starts a generator function, as a function of Lua."""

    def start(*arguments):
        return (Y, generator(*arguments))

    return start


def tup(*values):
    return values


def adj(n, *values):
    """Exactly n of the values, nils where there are fewer."""
    if len(values) >= n:
        return values[:n]
    return values + (None,) * (n - len(values))


# Loops


@micropython.native
def rng(start, limit, step=1):
    """The values of a numeric for."""
    kind = (0).__class__
    if start.__class__ is kind and limit.__class__ is kind and step.__class__ is kind:
        if -536870912 < start < 536870912 and -536870912 < limit < 536870912:
            if 0 < step < 99999:
                return range(start, limit + 1, step)
            if -99999 < step < 0:
                return range(start, limit - 1, step)
    return _rng(start, limit, step)


def _rng(start, limit, step):
    if start.__class__ is int and step.__class__ is int:
        if step == 0:
            raise LuaError(b"'for' step is zero", 1)
        limit = _for_number(limit, b"limit")
        if limit.__class__ is float:
            limit = _for_limit(limit, step)
        return _count(start, limit, step)
    limit = _for_number(limit, b"limit")  # in Lua's order
    step = float(_for_number(step, b"step"))
    start = float(_for_number(start, b"initial value"))
    if step == 0:
        raise LuaError(b"'for' step is zero", 1)
    return _count(start, float(limit), step)


def _count(value, limit, step):
    while value <= limit if step > 0 else value >= limit:
        yield value
        value += step


def _for_number(value, role):
    """A bound of a numeric for as a number; role: which one it is."""
    number = to_number(value)
    if number is None:
        names = (role, type_name(value))
        raise LuaError(b"bad 'for' %s (number expected, got %s)" % names, 1)
    return number


def _for_limit(limit, step):
    """The integer limit of a numeric for whose limit is a float."""
    if limit != limit:
        return -(1 << 63) if step > 0 else (1 << 63) - 1
    if limit - limit != 0 or not -9.2e18 < limit < 9.2e18:
        return (1 << 63) - 1 if limit > 0 else -(1 << 63)
    return int(math.floor(limit) if step > 0 else math.ceil(limit))


def e1(f=None, s=None, x=None, *_):
    """Iterates a generic for with one variable."""
    make = FAST.get(f)
    if make:
        for key, _ in make(s, x):
            yield key
        return
    while True:
        x = one(_call_iterator(f, s, x))
        if x is None:
            return
        yield x


def e2(f=None, s=None, x=None, *_):
    """Iterates a generic for with two variables."""
    make = FAST.get(f)
    return make(s, x) if make else _pairs(f, s, x)


def _pairs(f, s, x):
    while True:
        r = _call_iterator(f, s, x)
        value = None
        if r.__class__ is tuple:
            r = many(r)
            n = len(r)
            value = r[1] if n > 1 else None
            r = r[0] if n else None
        if r is None:
            return
        x = r
        yield r, value


def en(n, f=None, s=None, x=None, *_):
    """Iterates a generic for with n variables."""
    while True:
        values = adj(n, *many(_call_iterator(f, s, x)))
        x = values[0]
        if x is None:
            return
        yield values


def _call_iterator(f, s, x):
    if not can_be_called(f):
        raise LuaError(b"attempt to call a %s value" % named_type(f), 1, ("iterator",))
    return f(s, x)


def fill(env):
    """Gives an environment all that pieces may name, but for slots, `c` and `tick`."""
    access.fill(env)
    operators.fill(env)
    env.update(
        one=one,
        many=many,
        drop=drop,
        yone=yone,
        ymany=ymany,
        ydrop=ydrop,
        col=col,
        tup=tup,
        adj=adj,
        rng=rng,
        e1=e1,
        e2=e2,
        en=en,
        wrap=wrap,
        Y=Y,
        EMPTY=EMPTY,
        EMPTYD=EMPTYD,
        tuple=tuple,
        range=range,
    )
