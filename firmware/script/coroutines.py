"""The library `coroutine` of scripts, over generators.

A function that calls coroutine.yield is a generator; what it yields for the driver (ticks, sleeps)
passes through `resume` to whoever resumed it.
"""

from script.calls import pending
from script.errors import value_of
from script.arguments import wrong_type
from script.values import CO, MISSING, Coroutine, LuaError, Table, Y

_current = None  # the coroutine that runs, None in the main one


def make(run):
    main = Coroutine(None)
    main.status = "running"

    def running(*_):
        return (main, True) if _current is None else (_current, False)

    return Table.record(
        {
            b"close": close,
            b"create": create,
            b"isyieldable": isyieldable,
            b"resume": resume,
            b"running": running,
            b"status": status,
            b"wrap": wrap,
            b"yield": yield_,
        }
    )


def create(function=MISSING, *_):
    return _created(function, "create")


def _created(function, name):
    if not callable(function) or function.__class__ is Table:
        raise wrong_type(function, 1, name, "function")
    return Coroutine(function)


def _coroutine(value, name):
    if value.__class__ is not Coroutine:
        raise wrong_type(value, 1, name, "thread")
    return value


def status(co=MISSING, *_):
    return _coroutine(co, "status").status.encode()


def isyieldable(*_):
    return _current is not None


def yield_(*values):
    if _current is None:
        raise LuaError(b"attempt to yield from outside a coroutine", 0)
    return (Y, _yield(values))


def _yield(values):
    return (yield (CO, values))


def close(co=MISSING, *_):
    _coroutine(co, "close")
    if co.status not in ("suspended", "dead"):
        raise LuaError(b"cannot close a %s coroutine" % co.status.encode(), 1)
    if co.generator:
        co.generator.close()
        co.generator = None
    co.status = "dead"
    fault, co.fault = co.fault, None
    return True if fault is None else (False, fault[0])


def resume(co=MISSING, *arguments):
    return _begin(_resume(_coroutine(co, "resume"), arguments))


def _resume(co, arguments):
    is_dead = co.status != "suspended"
    try:
        return (True,) + (yield from _steps(co, arguments))
    except Exception as error:  # of the coroutine, for whoever resumed it
        value = value_of(error)
        if not is_dead:
            co.fault = (value,)
        return (False, value)


def wrap(function=MISSING, *_):
    co = _created(function, "wrap")

    def step(*arguments):
        return _begin(_wrapped(co, arguments))

    return step


def _wrapped(co, arguments):
    try:
        return (yield from _steps(co, arguments))
    except Exception as error:  # goes on, with the place of the call in front
        raise LuaError(value_of(error), 1)


def _begin(generator):
    """Runs a generator for as long as nothing has to wait; the rest is pending."""
    try:
        item = generator.send(None)
    except StopIteration as end:
        return end.value
    return (Y, _rest(generator, item))


def _rest(generator, item):
    while True:
        try:
            value = yield item
        except Exception as error:  # the driver's answer to the item
            step, value = generator.throw, error
        else:
            step = generator.send
        try:
            item = step(value)
        except StopIteration as end:
            return end.value


def _steps(co, arguments):
    """Runs a coroutine to its next yield or its end; returns the values."""
    global _current
    if co.status == "dead":
        raise LuaError(b"cannot resume dead coroutine", 0)
    if co.status != "suspended":
        raise LuaError(b"cannot resume non-suspended coroutine", 0)
    before = _current
    if before:
        before.status = "normal"
    co.status = "running"
    value = arguments
    status = "dead"
    try:
        if co.generator is None:
            _current = co
            r = co.function(*arguments)
            if not pending(r):
                return r if r.__class__ is tuple else (r,)
            co.generator = _body(r)
            value = None
        while True:
            _current = co
            item = co.generator.send(value)
            if item.__class__ is tuple:
                status = "suspended"
                return item[1]
            _current = before
            value = yield item
    except StopIteration as end:
        return end.value
    finally:
        co.status = status
        _current = before
        if before:
            before.status = "running"


def _body(r):
    while pending(r):
        r = yield from r[1]
    return r if r.__class__ is tuple else (r,)
