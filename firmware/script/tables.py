"""The library `table` of scripts."""

import micropython
from micropython import const

from script.calls import one
from script.meta import length
from script.numbers import tostring
from script.operators import lt
from script.access import get, put
from script.arguments import arg_int, arg_table, opt_int, opt_str, wrong_type
from script.values import MAX_STRING, MISSING, LuaError, Table, bad_arg, charge, state, type_name

_MOST_RESULTS = const(2000)  # of unpack: they all lie on the stack
_PIECE = const(16)  # values that the port's sort takes at a time


def make(run):
    return Table.record(
        {
            b"concat": concat,
            b"insert": insert,
            b"move": move,
            b"pack": pack,
            b"remove": remove,
            b"sort": sort,
            b"unpack": unpack,
        }
    )


def _size(table, name):
    if table.__class__ is Table and table.m is None:
        return table.size()
    arg_table(table, 1, name)
    return _length(table)


def _length(table):
    """What `#` gives, which a metamethod may have made anything."""
    size = length(table)
    if size.__class__ is int:
        return size
    try:
        return arg_int(size, 1, "len")
    except LuaError:
        raise LuaError(b"object length is not an integer", 1)


def _tick(i):
    if not i & 127:
        state.run.tick()


def insert(table=MISSING, *arguments):
    size = _size(table, "insert")
    if len(arguments) == 1:
        put(table, size + 1, arguments[0])
    elif len(arguments) == 2:
        position = arg_int(arguments[0], 2, "insert")
        if not 1 <= position <= size + 1:
            raise bad_arg(2, "insert", "position out of bounds")
        if _is_plain(table, size) and arguments[1] is not None and size:
            table.a.insert(position, arguments[1])
            charge(16)
            if table.h:
                table.migrate(size + 1)
        else:
            i = size
            while i >= position:  # no range: `__len` may give more than a word holds
                put(table, i + 1, get(table, i))
                _tick(i)
                i -= 1
            put(table, position, arguments[1])
    else:
        raise LuaError(b"wrong number of arguments to 'insert'", 1)
    return ()


def _is_plain(table, size):
    """Whether the elements are all in the array part, and no metamethod sees them."""
    return table.m is None and table.size() == size


def remove(table=MISSING, position=MISSING, *_):
    size = _size(table, "remove")
    if position is MISSING or position is None:
        position = size
    else:
        position = arg_int(position, 2, "remove")
        if size + 1 != position and not 1 <= position <= size + 1 and (size or position):
            raise bad_arg(1, "remove", "position out of bounds")
    value = get(table, position)
    if _is_plain(table, size) and 1 <= position <= size:
        table.a.pop(position)
        table.trim()
        return value
    i = position
    while i < size:
        put(table, i, get(table, i + 1))
        _tick(i)
        i += 1
    if position <= size:
        put(table, size, None)
    elif position == size + 1:
        put(table, position, None)
    return value


def concat(table=MISSING, separator=None, start=None, end=None, *_):
    size = _size(table, "concat")
    separator = opt_str(separator, 2, "concat", b"")
    start = opt_int(start, 3, "concat", 1)
    end = opt_int(end, 4, "concat", size)
    parts = []
    total = 0
    for i in range(max(0, min(end - start + 1, MAX_STRING * 16))):
        i += start
        part = get(table, i)
        kind = part.__class__
        if kind is int or kind is float:
            part = tostring(part)
        elif kind is not bytes:
            what = b"invalid value (%s) at index %d in table for 'concat'" % (type_name(part), i)
            raise LuaError(what, 1)
        total += len(part) + len(separator)
        if total > MAX_STRING + len(separator):
            raise LuaError(b"resulting string too large", 1)
        parts.append(part)
        _tick(i)
    charge(total)
    return separator.join(parts)


def pack(*values):
    charge(len(values) * 16)
    table = Table.of(list(values))
    table.put(b"n", len(values))
    return table


def unpack(table=None, start=None, end=None, *_):
    start = opt_int(start, 2, "unpack", 1)
    end = _length(table) if end is None else arg_int(end, 3, "unpack")
    if end - start >= _MOST_RESULTS:
        raise LuaError(b"too many results to unpack", 1)
    values = []
    while start <= end:  # a range() takes no 64 bits
        values.append(get(table, start))
        start += 1
    return tuple(values)


def move(source=MISSING, start=MISSING, end=MISSING, position=MISSING, target=None, *_):
    arg_table(source, 1, "move")
    start = arg_int(start, 2, "move")
    end = arg_int(end, 3, "move")
    position = arg_int(position, 4, "move")
    if target is None:
        target = source
    arg_table(target, 5, "move")
    if end < start:
        return target
    if start <= 0 and end >= (1 << 63) - 1 + start:
        raise bad_arg(3, "move", "too many elements to move")
    if position > (1 << 63) - 1 - (end - start):
        raise bad_arg(4, "move", "destination wrap around")
    count = end - start + 1
    backwards = start < position <= end and target is source
    i = count - 1 if backwards else 0
    for done in range(min(count, 1 << 29)):
        put(target, position + i, get(source, start + i))
        i += -1 if backwards else 1
        _tick(done)
    return target


# Merging takes fewer comparisons than the port's own sort, whose time grows with the square of
# what is in order already, and no recursion.


def _merge_sort(values, compare, width=1):
    """Returns the values in order; each `width` of them are. compare: of Lua, None for `<`."""
    target = list(values)
    env = state.run.env
    n = len(values)
    while width < n:
        for left in range(0, n, 2 * width):
            _merge(values, target, left, min(left + width, n), min(left + 2 * width, n), compare)
            env["c"] -= width  # the comparison counts no ticks when it is the library's own
            if env["c"] < 0:
                state.run.tick()
        values, target = target, values
        width *= 2
    return values


@micropython.native
def _merge(source, target, i, middle, end, compare):
    """Merges source[i:middle] and source[middle:end], both in order, into target[i:end]."""
    j = middle
    for k in range(i, end):
        if i == middle:
            target[k] = source[j]
            j += 1
            continue
        if j < end:
            if compare is None:
                r = source[j] < source[i]
            else:
                r = compare(source[j], source[i])
                if r.__class__ is ().__class__:
                    r = one(r)
            if r is not None and r is not False:
                target[k] = source[j]
                j += 1
                continue
        target[k] = source[i]
        i += 1


def sort(table=MISSING, compare=None, *_):
    size = _size(table, "sort")
    if compare is not None and (not callable(compare) or compare.__class__ is Table):
        raise wrong_type(compare, 2, "sort", "function")
    if size < 2:
        return ()
    if size >> 29:
        raise bad_arg(1, "sort", "array too big")
    if _is_plain(table, size):
        values = table.a[1:]
    else:
        values = []
        for i in range(1, size + 1):
            values.append(get(table, i))
            _tick(i)
    if compare is None and _are_alike(values):
        values = _merge_sort(_in_pieces(values), None, _PIECE)
    else:
        values = _merge_sort(values, compare or lt)
    if _is_plain(table, size):
        table.a[1:] = values
    else:
        for i in range(size):
            put(table, i + 1, values[i])
            _tick(i)
    return ()


def _in_pieces(values):
    """The values, each _PIECE of them in order."""
    ordered = []
    for i in range(0, len(values), _PIECE):
        piece = values[i : i + _PIECE]
        piece.sort()
        ordered.extend(piece)
    return ordered


def _are_alike(values):
    """Whether Python's own comparison says what Lua's does of all these."""
    kind = values[0].__class__
    if kind is not int and kind is not bytes:
        return False
    for value in values:
        if value.__class__ is not kind:
            return False
    return True
