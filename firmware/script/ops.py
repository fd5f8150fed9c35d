"""What compiled scripts call: operators, tables, calls, loops. The hot ones are native code.

A helper does the common case itself and leaves the rest (coercions, metamethods, errors) to
meta.py.
"""

import micropython

from script import meta
from script.calls import finish
from script.numbers import wrap
from script.values import EMPTY, EMPTYD, MAX_STRING, LuaError, Table, Y, charge

_ADD, _SUB, _MUL, _DIV, _MOD, _POW, _IDIV = range(7)
_BAND, _BOR, _BXOR, _SHL, _SHR = range(7, 12)

FAST = {}  # iterator function → generator function of its (key, value) pairs: next, ipairs' own


@micropython.native
def get(o, k):
    if o.__class__ is Table:
        if k.__class__ is bytes:
            v = o.h.get(k)
        elif k.__class__ is int:
            a = o.a
            if 0 < k < len(a):
                v = a[k]
            else:
                v = o.h.get(k)
        else:
            v = o.get(k)
        if v is not None or o.m is None:
            return v
    return meta.index(o, k)


@micropython.native
def meth(o, k):
    if o.__class__ is Table:
        v = o.h.get(k)
        if v is not None:
            return v
        m = o.m
        if m is not None:
            m = m.h.get(b"__index")
            if m.__class__ is Table:
                v = m.h.get(k)
                if v is not None:
                    return v
    return meta.index(o, k)


@micropython.native
def put(o, k, v):
    if o.__class__ is Table:
        m = o.m
        if m is None or m.h.get(b"__newindex") is None:
            if v is not None:
                if k.__class__ is int:
                    a = o.a
                    n = len(a)
                    if 0 < k < n:
                        a[k] = v
                        return
                    if k == n and n & 63 and n > 1 and not o.h:
                        a.append(v)
                        return
                elif k.__class__ is bytes:
                    h = o.h
                    if k in h:
                        h[k] = v
                        return
            o.put(k, v)
            return
    meta.set_index(o, k, v)


@micropython.native
def add(a, b):
    if a.__class__ is int and b.__class__ is int:
        a += b
        if -536870912 <= a <= 536870911:
            return a
        return wrap(a)
    if a.__class__ is float and b.__class__ is float:
        return a + b
    return meta.arith(_ADD, a, b)


@micropython.native
def sub(a, b):
    if a.__class__ is int and b.__class__ is int:
        a -= b
        if -536870912 <= a <= 536870911:
            return a
        return wrap(a)
    if a.__class__ is float and b.__class__ is float:
        return a - b
    return meta.arith(_SUB, a, b)


@micropython.native
def mul(a, b):
    if a.__class__ is int and b.__class__ is int:
        a *= b
        if -536870912 <= a <= 536870911:
            return a
        return wrap(a)
    if a.__class__ is float and b.__class__ is float:
        return a * b
    return meta.arith(_MUL, a, b)


def div(a, b):
    return meta.arith(_DIV, a, b)


@micropython.native
def mod(a, b):
    if a.__class__ is int and b.__class__ is int and b != 0:
        return a % b
    return meta.arith(_MOD, a, b)


def pow(a, b):
    return meta.arith(_POW, a, b)


@micropython.native
def idiv(a, b):
    if a.__class__ is int and b.__class__ is int and b > 0:
        return a // b
    return meta.arith(_IDIV, a, b)


def band(a, b):
    return meta.bitwise(_BAND, a, b)


def bor(a, b):
    return meta.bitwise(_BOR, a, b)


def bxor(a, b):
    return meta.bitwise(_BXOR, a, b)


def shl(a, b):
    return meta.bitwise(_SHL, a, b)


def shr(a, b):
    return meta.bitwise(_SHR, a, b)


def neg(a):
    if a.__class__ is int:
        return wrap(-a)
    if a.__class__ is float:
        return -a
    return meta.negate(a)


def bnot(a):
    return meta.invert(a)


def len_(o):
    if o.__class__ is Table and o.m is None:
        return len(o.a) - 1
    if o.__class__ is bytes:
        return len(o)
    return meta.length(o)


@micropython.native
def eq(a, b):
    kind = a.__class__
    if kind is b.__class__:
        if kind is Table:
            if a is b:
                return True
            if a.m is None and b.m is None:
                return False
            return meta.equal(a, b)
        return a == b
    return meta.equal(a, b)


@micropython.native
def lt(a, b):
    kind = a.__class__
    if kind is b.__class__ and (kind is int or kind is float or kind is bytes):
        return a < b
    return meta.less(a, b)


@micropython.native
def le(a, b):
    kind = a.__class__
    if kind is b.__class__ and (kind is int or kind is float or kind is bytes):
        return a <= b
    return meta.less_equal(a, b)


def gt(a, b):
    return lt(b, a)


def ge(a, b):
    return le(b, a)


@micropython.native
def cat(*parts):
    for part in parts:
        if part.__class__ is not bytes:
            return meta.concat(parts)
    text = b"".join(parts)
    n = len(text)
    if n >= 64:
        if n > MAX_STRING:
            raise LuaError(b"resulting string too large", 1)
        charge(n)
    return text


# Calls: how many of the results are wanted. yone, ymany and ydrop are for generators.


@micropython.native
def one(r):
    if r.__class__ is tuple:
        if not r:
            return None
        if r[0] is Y:
            return one(finish(r))
        return r[0]
    return r


@micropython.native
def many(r):
    if r.__class__ is tuple:
        if r and r[0] is Y:
            return many(finish(r))
        return r
    return (r,)


def drop(r):
    if r.__class__ is tuple and r and r[0] is Y:
        finish(r)


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


# Tables


def tab(a, h):
    return Table(a, h)


def tabn(a, h):
    """A table of a constructor's items and fields, which may be nil or have any key."""
    table = Table(a)
    table.trim()
    for key in h:
        if h[key] is not None:
            table.put(key, h[key])
    return table


def tabv(h, *lists):
    """A table of fields, and of the items in some lists."""
    table = tabn(EMPTY, h)
    a = [None]
    for items in lists:
        a.extend(items)
    if len(a) > 1:
        table.a = a
        table.trim()
        charge(len(a) * 16)
    return table


def tabk(table, *pairs):
    """The table, with keys and values that follow each other."""
    for i in range(0, len(pairs), 2):
        table.put(pairs[i], pairs[i + 1])
    return table


def tabm(*order):
    """A table of keys and values in turn; None for the key of an item, Y before the last items."""
    table = Table()
    a = [None]
    i = 0
    while i < len(order):
        key = order[i]
        if key is Y:
            a.extend(order[i + 1 :])
            break
        if key is None:
            a.append(order[i + 1])
        else:
            table.put(key, order[i + 1])
        i += 2
    for i in range(1, len(a)):
        table.put(i, a[i])
    return table


# Loops


def rng(start, limit, step=1):
    """The values of a numeric for."""
    is_int = start.__class__ is int and step.__class__ is int
    start = meta.for_number(start, b"initial value")
    limit = meta.for_number(limit, b"limit")
    step = meta.for_number(step, b"step")
    if is_int:
        if step == 0:
            raise LuaError(b"'for' step is zero", 1)
        if limit.__class__ is float:
            limit = meta.for_limit(limit, step)
        if -(1 << 29) < start < 1 << 29 and -(1 << 29) < limit < 1 << 29 and -99999 < step < 99999:
            return range(start, limit + (1 if step > 0 else -1), step)
        return _count(start, limit, step)
    start = float(start)
    step = float(step)
    if step == 0:
        raise LuaError(b"'for' step is zero", 1)
    return _count(start, float(limit), step)


def _count(value, limit, step):
    while value <= limit if step > 0 else value >= limit:
        yield value
        value += step


def e1(f=None, s=None, x=None, *_):
    """Iterates a generic for with one variable."""
    make = FAST.get(f)
    if make:
        for key, _ in make(s, x):
            yield key
        return
    while True:
        x = one(meta.call_iterator(f, s, x))
        if x is None:
            return
        yield x


def e2(f=None, s=None, x=None, *_):
    """Iterates a generic for with two variables."""
    make = FAST.get(f)
    return make(s, x) if make else _pairs(f, s, x)


def _pairs(f, s, x):
    while True:
        r = meta.call_iterator(f, s, x)
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
        values = adj(n, *many(meta.call_iterator(f, s, x)))
        x = values[0]
        if x is None:
            return
        yield values


HELPERS = {
    "get": get,
    "put": put,
    "meth": meth,
    "add": add,
    "sub": sub,
    "mul": mul,
    "div": div,
    "mod": mod,
    "pow": pow,
    "idiv": idiv,
    "band": band,
    "bor": bor,
    "bxor": bxor,
    "shl": shl,
    "shr": shr,
    "neg": neg,
    "bnot": bnot,
    "len_": len_,
    "eq": eq,
    "lt": lt,
    "le": le,
    "gt": gt,
    "ge": ge,
    "cat": cat,
    "one": one,
    "many": many,
    "drop": drop,
    "yone": yone,
    "ymany": ymany,
    "ydrop": ydrop,
    "col": col,
    "tup": tup,
    "adj": adj,
    "tab": tab,
    "tabn": tabn,
    "tabv": tabv,
    "tabk": tabk,
    "tabm": tabm,
    "rng": rng,
    "e1": e1,
    "e2": e2,
    "en": en,
    "wrap": wrap,
    "Y": Y,
    "EMPTY": EMPTY,
    "EMPTYD": EMPTYD,
    "tuple": tuple,
    "range": range,
}
