"""How compiled scripts reach into tables: native code for the common cases, and what is slow.

In native code a global costs as much as a call, an attribute little: hence `Table` and `len` as
arguments, and classes asked of a constant.
"""

import micropython
from micropython import const

from script.calls import call1, one
from script.meta import length, named_type
from script.values import EMPTY, LuaError, Table, Y, charge, state

_MOST_HOPS = const(20)  # along __index in native code
_MOST_LOOPS = const(2000)  # of __index and __newindex, as in Lua


@micropython.native
def get(o, k, Table=Table, len=len):
    if o.__class__ is Table:
        kind = k.__class__
        if kind is b"".__class__:
            v = o.h.get(k)
        elif kind is (0).__class__:
            a = o.a
            if 0 < k < len(a):
                v = a[k]
            else:
                v = o.h.get(k)
        else:
            return _index(o, k)
        if v is not None:
            return v
        m = o.m
        if m is None:
            return None
        if kind is b"".__class__:
            return inherited(o, m, k)
    return _index(o, k)


@micropython.native
def meth(o, k, Table=Table):
    if o.__class__ is Table:
        v = o.h.get(k)
        if v is not None:
            return v
        m = o.m
        if m is None:
            return None
        return inherited(o, m, k)
    if o.__class__ is b"".__class__:
        return _of_strings(o, k)
    return _index(o, k)


@micropython.native
def _of_strings(o, k):
    """A method of a string."""
    table = state.run.strings
    if table is not None:
        v = table.h.get(k)
        if v is not None:
            return v
    return _index(o, k)


@micropython.native
def inherited(o, m, k, Table=Table):
    """What the tables behind __index have for a string key."""
    hops = 0
    while hops < _MOST_HOPS:
        t = m.h.get(b"__index")
        if t.__class__ is not Table:
            break
        v = t.h.get(k)
        if v is not None:
            return v
        m = t.m
        if m is None:
            return None
        hops += 1
    return _index(o, k)


@micropython.native
def put(o, k, v, Table=Table, len=len):
    if o.__class__ is Table:
        if v is not None:
            kind = k.__class__
            if kind is b"".__class__:
                h = o.h
                if k in h:
                    h[k] = v
                    return
            elif kind is (0).__class__:
                a = o.a
                n = len(a)
                if 0 < k <= n and o.m is None:
                    if k < n:
                        a[k] = v
                        return
                    if n & 63 and n > 1 and not o.h:
                        a.append(v)
                        return
        if o.m is None:
            o.put(k, v)
            return
    _set_index(o, k, v)


@micropython.native
def len_(o, Table=Table, len=len):
    kind = o.__class__
    if kind is Table:
        if o.m is None:
            return len(o.a) - 1
    elif kind is b"".__class__:
        return len(o)
    return length(o)


@micropython.native
def tab(a, h, Table=Table):
    return Table(a, h)


@micropython.native
def tabn(a, h, Table=Table):
    """A table of a constructor's items and fields, which may be nil or have any key."""
    table = Table(a)
    if a is not EMPTY:
        table.trim()
    for key in h:
        if key.__class__ is not b"".__class__ or h[key] is None:
            break
    else:
        table.h = h
        return table
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


def _strings():
    """The library `string` of the run: what a string is indexed in."""
    run = state.run
    return run.program.strings() if run.strings is None else run.strings


def _index(o, k):
    o = one(o)
    k = one(k)
    what = ("index", k)
    for _ in range(_MOST_LOOPS):
        if o.__class__ is Table:
            value = o.get(k)
            if value is not None or o.m is None:
                return value
            way = o.m.get(b"__index")
            if way is None:
                return None
        elif o.__class__ is bytes:
            way = _strings()
        else:
            raise LuaError(b"attempt to index a %s value" % named_type(o), 1, what)
        if way.__class__ is not Table and callable(way):
            return one(way(o, k))
        o = way
        what = ()
    raise LuaError(b"'__index' chain too long; possible loop", 1)


def _set_index(o, k, v):
    what = ("index", k)
    for _ in range(_MOST_LOOPS):
        if o.__class__ is not Table:
            raise LuaError(b"attempt to index a %s value" % named_type(o), 1, what)
        way = None if o.m is None else o.m.get(b"__newindex")
        if way is None or o.get(k) is not None:
            o.put(k, v)
            return
        if way.__class__ is not Table and callable(way):
            call1(way, o, k, v)
            return
        o = way
        what = ()
    raise LuaError(b"'__newindex' chain too long; possible loop", 1)


def fill(env):
    env.update(
        get=get, put=put, meth=meth, len_=len_, tab=tab, tabn=tabn, tabv=tabv, tabk=tabk, tabm=tabm
    )
