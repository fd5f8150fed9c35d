"""Calls of Lua functions from Python, and how a pending one is finished."""

import micropython

from script.values import LuaError, Y, state


def pending(r):
    """Whether the result of a call says that it goes on in a generator."""
    return r.__class__ is tuple and len(r) == 2 and r[0] is Y


def drive(generator):
    """Steps a generator to its end from a plain function; the loop goes on inside `run.pump`."""
    value = thrown = None
    while True:
        try:
            item = generator.send(value) if thrown is None else generator.throw(thrown)
        except StopIteration as end:
            return end.value
        value = thrown = None
        try:
            if item.__class__ is tuple:
                raise LuaError(b"attempt to yield across a C-call boundary", 0)
            value = state.run.pump(item)
        except Exception as error:  # into the script, which may catch it
            thrown = error


def finish(r):
    """The result of a call, once it is not pending any more."""
    while pending(r):
        r = drive(r[1])
    return r


def call(function, *arguments):
    """Calls a Lua function; returns the tuple of its results."""
    return many(function(*arguments))


def call1(function, *arguments):
    """Calls a Lua function; returns its first result, or None."""
    return one(function(*arguments))


# How many of the results are wanted; compiled scripts call these, too.


@micropython.native
def one(r, tuple=tuple):
    if r.__class__ is tuple:
        if not r:
            return None
        if r[0] is Y:
            return one(finish(r))
        return r[0]
    return r


@micropython.native
def many(r, tuple=tuple):
    if r.__class__ is tuple:
        if r and r[0] is Y:
            return many(finish(r))
        return r
    return (r,)


@micropython.native
def drop(r, tuple=tuple):
    if r.__class__ is tuple and r and r[0] is Y:
        finish(r)
