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
    return _advance(_coroutine(co, "resume"), False, None, arguments)


def wrap(function=MISSING, *_):
    co = _created(function, "wrap")

    def step(*arguments):
        return _advance(co, True, None, arguments)

    return step


def _advance(co, is_wrapped, resumed, value):
    """Runs a coroutine until it yields, ends or waits; returns what `resume` returns.

    resumed: None to begin after a yield, else the generator's method that takes `value`
    """
    global _current
    before = _current
    status = "dead"
    try:
        if resumed is None:
            if co.status != "suspended":
                status = co.status
                kind = b"dead" if status == "dead" else b"non-suspended"
                raise LuaError(b"cannot resume %s coroutine" % kind)
            co.status = "running"
        if before:
            before.status = "normal"
        _current = co
        if co.generator is None:
            item = co.function(*value)
        else:
            item = _item(co, resumed or co.generator.send, value)
        while pending(item):
            co.generator = item[1]
            item = _item(co, item[1].send, None)
        if item.__class__ is _Waiting:
            status = "running"
            return (Y, _wait(co, is_wrapped, item.item))
        if item.__class__ is not tuple:
            item = (item,)
        elif item and item[0] is CO:
            status = "suspended"
            item = item[1]
        return item if is_wrapped else (True,) + item
    except Exception as error:  # the coroutine's, for whoever resumed it
        value = value_of(error)
        if status == "dead" and co.status != "dead":
            co.fault = (value,)
        if is_wrapped:
            raise LuaError(value, 1)  # with the place of the call in front
        return (False, value)
    finally:
        co.status = status
        _current = before
        if before:
            before.status = "running"


class _Waiting:
    """What a coroutine waits for, which is the driver's business."""

    def __init__(self, item):
        self.item = item


def _item(co, step, value):
    """One step of a generator: its results, what it yields to `resume`, or a _Waiting."""
    try:
        item = step(value)
    except StopIteration as end:
        return end.value
    return item if item.__class__ is tuple else _Waiting(item)


def _wait(co, is_wrapped, item):
    try:
        value = yield item
    except Exception as error:  # the driver's answer
        return _advance(co, is_wrapped, co.generator.throw, error)
    return _advance(co, is_wrapped, co.generator.send, value)
