"""The operators of compiled scripts, in native code: the common cases, the rest is meta.py's.

A global costs as much as a call in native code, an attribute little: hence classes are asked of a
constant.
"""

import micropython
from micropython import const

from script import meta
from script.numbers import wrap
from script.values import MAX_STRING, LuaError, charge

# What meta.arith and meta.bitwise are to do.
_ADD = const(0)
_SUB = const(1)
_MUL = const(2)
_DIV = const(3)
_MOD = const(4)
_POW = const(5)
_IDIV = const(6)
_BAND = const(7)
_BOR = const(8)
_BXOR = const(9)
_SHL = const(10)
_SHR = const(11)


@micropython.native
def add(a, b):
    kind = a.__class__
    other = b.__class__
    if kind is (0).__class__:
        if other is kind:
            a += b
            if -536870912 <= a <= 536870911:
                return a
            return wrap(a)
        if other is (0.0).__class__:
            return a + b
    elif kind is (0.0).__class__ and (other is kind or other is (0).__class__):
        return a + b
    return meta.arith(_ADD, a, b)


@micropython.native
def sub(a, b):
    kind = a.__class__
    other = b.__class__
    if kind is (0).__class__:
        if other is kind:
            a -= b
            if -536870912 <= a <= 536870911:
                return a
            return wrap(a)
        if other is (0.0).__class__:
            return a - b
    elif kind is (0.0).__class__ and (other is kind or other is (0).__class__):
        return a - b
    return meta.arith(_SUB, a, b)


@micropython.native
def mul(a, b):
    kind = a.__class__
    other = b.__class__
    if kind is (0).__class__:
        if other is kind:
            a *= b
            if -536870912 <= a <= 536870911:
                return a
            return wrap(a)
        if other is (0.0).__class__:
            return a * b
    elif kind is (0.0).__class__ and (other is kind or other is (0).__class__):
        return a * b
    return meta.arith(_MUL, a, b)


@micropython.native
def div(a, b):
    kind = a.__class__
    if kind is (0).__class__ or kind is (0.0).__class__:
        kind = b.__class__
        if (kind is (0).__class__ or kind is (0.0).__class__) and b != 0:
            return a / b
    return meta.arith(_DIV, a, b)


@micropython.native
def mod(a, b):
    kind = a.__class__
    if kind is (0).__class__ and kind is b.__class__ and b != 0:
        return a % b
    return meta.arith(_MOD, a, b)


@micropython.native
def idiv(a, b):
    kind = a.__class__
    if kind is (0).__class__ and kind is b.__class__ and b > 0:
        return a // b
    return meta.arith(_IDIV, a, b)


@micropython.native
def neg(a):
    kind = a.__class__
    if kind is (0).__class__:
        a = -a
        if -536870912 <= a <= 536870911:
            return a
        return wrap(a)
    if kind is (0.0).__class__:
        return -a
    return meta.negate(a)


def pow(a, b):
    return meta.arith(_POW, a, b)


@micropython.native
def band(a, b):
    kind = a.__class__
    if kind is (0).__class__ and kind is b.__class__:
        return a & b
    return meta.bitwise(_BAND, a, b)


@micropython.native
def bor(a, b):
    kind = a.__class__
    if kind is (0).__class__ and kind is b.__class__:
        return a | b
    return meta.bitwise(_BOR, a, b)


@micropython.native
def bxor(a, b):
    kind = a.__class__
    if kind is (0).__class__ and kind is b.__class__:
        return a ^ b
    return meta.bitwise(_BXOR, a, b)


def shl(a, b):
    return meta.bitwise(_SHL, a, b)


def shr(a, b):
    return meta.bitwise(_SHR, a, b)


def bnot(a):
    return meta.invert(a)


@micropython.native
def eq(a, b):
    kind = a.__class__
    if kind is b.__class__ and (kind is (0).__class__ or kind is b"".__class__):
        return a == b
    return meta.equal(a, b)


@micropython.native
def lt(a, b):
    kind = a.__class__
    if kind is b.__class__ and (
        kind is (0).__class__ or kind is (0.0).__class__ or kind is b"".__class__
    ):
        return a < b
    return meta.less(a, b)


@micropython.native
def le(a, b):
    kind = a.__class__
    if kind is b.__class__ and (
        kind is (0).__class__ or kind is (0.0).__class__ or kind is b"".__class__
    ):
        return a <= b
    return meta.less_equal(a, b)


@micropython.native
def gt(a, b):
    kind = a.__class__
    if kind is b.__class__ and (
        kind is (0).__class__ or kind is (0.0).__class__ or kind is b"".__class__
    ):
        return a > b
    return meta.less(b, a)


@micropython.native
def ge(a, b):
    kind = a.__class__
    if kind is b.__class__ and (
        kind is (0).__class__ or kind is (0.0).__class__ or kind is b"".__class__
    ):
        return a >= b
    return meta.less_equal(b, a)


@micropython.native
def cat(*parts):
    for part in parts:
        if part.__class__ is not b"".__class__:
            return _cat_mixed(parts)
    return _sized(b"".join(parts))


@micropython.native
def _cat_mixed(parts):
    texts = []
    for part in parts:
        kind = part.__class__
        if kind is (0).__class__:
            part = b"%d" % part
        elif kind is not b"".__class__:
            return meta.concat(parts)
        texts.append(part)
    return _sized(b"".join(texts))


@micropython.native
def _sized(text, len=len):
    n = len(text)
    if n >= 64:
        if n > MAX_STRING:
            raise LuaError(b"resulting string too large", 1)
        charge(n)
    return text


def fill(env):
    env.update(
        add=add,
        sub=sub,
        mul=mul,
        div=div,
        mod=mod,
        pow=pow,
        idiv=idiv,
        band=band,
        bor=bor,
        bxor=bxor,
        shl=shl,
        shr=shr,
        neg=neg,
        bnot=bnot,
        eq=eq,
        lt=lt,
        le=le,
        gt=gt,
        ge=ge,
        cat=cat,
    )
