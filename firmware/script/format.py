"""string.format of scripts.

A format becomes a template for the port's own `%`, which does integers and padded strings as C
does; whatever it does otherwise comes as finished text.
"""

import math

import micropython
from micropython import const

from script import decimals
from script.numbers import tostring
from script.substitute import counted, too_large
from script.arguments import arg_int, arg_num, arg_str
from script.values import MAX_STRING, MISSING, LuaError, bad_arg

_CACHED = const(8)  # formats kept
_CACHED_BYTES = const(128)  # longer ones are not
_LONGEST = const(22)  # Lua's limit for what may follow a `%`
_MODIFIERS = b"-+ #0.123456789"
# The flags that a conversion takes, and whether it takes a precision.
_TAKES = {
    "a": (b"-+#0 ", True),
    "c": (b"-", False),
    "d": (b"-+0 ", True),
    "p": (b"-", False),
    "s": (b"-", True),
    "u": (b"-0", True),
    "x": (b"-#0", True),
}
_LIKE = {"A": "a", "e": "a", "E": "a", "f": "a", "g": "a", "G": "a"}
_LIKE.update({"i": "d", "o": "x", "X": "x"})
_DECIMALS = {"e": decimals.scientific, "f": decimals.fixed, "g": decimals.general}
_PLAIN = const(1)  # item of `%s`; an int <= 0 stands for an integer of that width

_cache = {}


def forget():
    """Drops the formats that were kept."""
    _cache.clear()


@micropython.native
def format(text=MISSING, *args):
    """Lua's string.format."""
    if text.__class__ is not bytes:
        text = arg_str(text, 1, "format")
    plan = _cache.get(text)
    if plan is None:
        plan = _planned(text)
    size = plan[2]
    count = len(args)
    values = []
    n = 0
    for item in plan[1]:
        if n >= count:
            raise bad_arg(n + 2, "format", "no value")
        value = args[n]
        n += 1
        if item.__class__ is int and item <= 0:
            if value.__class__ is not int:
                value = arg_int(value, n + 1, "format")
            size -= item
        else:
            if item == _PLAIN:
                if value.__class__ is not bytes:
                    value = tostring(value)
            else:
                value = _converted(item, value, n + 1)
            size += len(value)
            if size > MAX_STRING:
                raise too_large()
        values.append(value)
    return counted(plan[0] % tuple(values))


def _planned(text):
    """Returns (template, items, bytes of text); items that are no ints are for _converted."""
    template = []
    items = []
    at = size = 0
    while True:
        percent = text.find(b"%", at)
        if percent < 0:
            template.append(text[at:])
            size += len(text) - at
            break
        template.append(text[at:percent])
        size += percent - at
        at = percent + 1
        if text[at : at + 1] == b"%":
            template.append(b"%%")
            at += 1
            continue
        end = at
        while end < len(text) and text[end] in _MODIFIERS:
            end += 1
        spec, item = _conversion(text[at : end + 1])
        template.append(spec)
        items.append(item)
        at = end + 1
    plan = (b"".join(template), tuple(items), size)
    if len(text) <= _CACHED_BYTES:
        if len(_cache) >= _CACHED:
            _cache.clear()
        _cache[text] = plan
    return plan


def _conversion(form):
    """Returns what stands in the template for `%form`, and its item."""
    letter = chr(form[-1]) if form and form[-1] < 128 else ""
    if form == b"s":
        return b"%s", _PLAIN
    takes = _TAKES.get(_LIKE.get(letter, letter))
    flags, width, places = b"", 0, None
    trouble = None
    if len(form) >= _LONGEST:
        letter = ""
        trouble = b"invalid format (too long)"
    elif letter == "q":
        if len(form) > 1:
            trouble = b"specifier '%q' cannot have modifiers"
    elif takes is None:
        letter = ""
        trouble = b"invalid conversion '%%%s' to 'format'" % form.split(b"\0")[0]
    else:
        flags, width, places = _modifiers(form, takes)
        if flags is None:
            trouble = b"invalid conversion specification: '%%%s'" % form
    item = (letter, flags, width, places, trouble)
    if trouble or letter not in "dis":
        return b"%s", item
    if letter == "s":
        return b"%" + form, item
    if places is not None:
        return b"%s", item
    zero = b"0" if b"0" in flags and b"-" not in flags else b""
    flags = b"".join([flag for flag in (b"-", b"+", b" ") if flag in flags])
    return b"%%%s%s%sd" % (flags, zero, b"%d" % width if width else b""), -width


def _modifiers(form, takes):
    """Returns (flags, width, places) of a form; flags are None if it has what it may not have."""
    allowed, precise = takes
    at = 0
    while form[at] in allowed:
        at += 1
    flags = form[:at]
    width = _two_digits(form, at)
    at += len(width)
    places = None
    if form[at] == 46 and precise:
        places = _two_digits(form, at + 1)
        at += 1 + len(places)
        places = int(places or b"0")
    if at != len(form) - 1 or width[:1] == b"0":
        flags = None
    return flags, int(width or b"0"), places


def _two_digits(form, at):
    end = at
    while end < at + 2 and 48 <= form[end] <= 57:
        end += 1
    return form[at:end]


def _converted(item, value, n):
    """Returns the text of the argument n, for all that is more than `%d` or `%s`."""
    letter, flags, width, places, trouble = item
    if letter in "fge" and value.__class__ is float and trouble is None:
        return _float(letter, value, flags, width, places)
    # In Lua, too, some look at the value first and others at the format.
    if trouble and letter not in "deEfgGiosuxX" or not letter:
        raise LuaError(trouble, 1)
    if letter == "q":
        return _quoted(value, n)
    if letter == "c":
        return _padded(b"", bytes((arg_int(value, n, "format") & 255,)), flags, width)
    if letter == "p":
        bare = value is None or value.__class__ in (bool, int, float)
        return _padded(b"", b"(null)" if bare else b"0x%08x" % id(value), flags, width)
    if letter == "s":
        value = tostring(value)
        if b"\0" in value:
            raise bad_arg(n, "format", "string contains zeros")
    elif letter in "dioxXu":
        value = arg_int(value, n, "format")
    else:
        value = float(arg_num(value, n, "format"))
    if trouble:
        raise LuaError(trouble, 1)
    if letter == "s":
        return value
    if letter in "dioxXu":
        return _integer(letter, value, flags, width, places)
    return _float(letter, value, flags, width, places)


def _padded(head, body, flags, width, zeros=False):
    """Pads to the width: with zeros between head and body, or with spaces."""
    missing = width - len(head) - len(body)
    if missing <= 0:
        return head + body
    if b"-" in flags:
        return head + body + b" " * missing
    if zeros and b"0" in flags:
        return head + b"0" * missing + body
    return b" " * missing + head + body


def _sign(negative, flags):
    if negative:
        return b"-"
    return b"+" if b"+" in flags else b" " if b" " in flags else b""


def _integer(letter, value, flags, width, places):
    head = b""
    if letter in "di":
        head = _sign(value < 0, flags)
        body = b"%d" % abs(value)
    else:
        value &= (1 << 64) - 1
        if letter == "u":
            body = b"%d" % value
        elif letter == "o":
            body = b"%o" % value
        else:
            body = b"%x" % value
            if value and b"#" in flags:
                head = b"0x"
    if places is not None:
        body = b"0" * (places - len(body)) + body if value or places else b""
    if letter == "o" and b"#" in flags and body[:1] != b"0":
        body = b"0" + body
    if letter == "X":
        head, body = head.upper(), body.upper()
    return _padded(head, body, flags, width, places is None)


def _float(letter, value, flags, width, places):
    head = _sign(math.copysign(1, value) < 0, flags)
    value = abs(value)
    point = b"#" in flags
    kind = letter.lower()
    body = decimals.special(value)
    zeros = body is None
    if not zeros:
        pass
    elif kind == "a":
        body = decimals.hexadecimal(value, places, point)
        head += body[:2]
        body = body[2:]
    else:
        body = _DECIMALS[kind](value, 6 if places is None else places, point)
    if kind != letter:
        head, body = head.upper(), body.upper()
    return _padded(head, body, flags, width, zeros)


def _quoted(value, n):
    """Returns a constant of Lua that reads back as the value."""
    kind = value.__class__
    if kind is bytes:
        return _quoted_string(value)
    if kind is int:
        return b"0x%x" % -value if value == -(1 << 63) else b"%d" % value
    if kind is float:
        if value != value:
            return b"(0/0)"
        if value - value != 0:
            return b"1e9999" if value > 0 else b"-1e9999"
        return _float("a", value, b"", 0, None)
    if value is None or kind is bool:
        return tostring(value)
    raise bad_arg(n, "format", "value has no literal form")


def _quoted_string(text):
    parts = [b'"']
    done = 0
    for at in range(len(text)):
        char = text[at]
        if 32 <= char < 127 and char not in b'"\\' or char > 127:
            continue
        parts.append(text[done:at])
        done = at + 1
        if char in b'"\\\n':
            parts.append(b"\\%s" % bytes((char,)))
        elif text[done : done + 1].isdigit():
            parts.append(b"\\%03d" % char)
        else:
            parts.append(b"\\%d" % char)
    parts.append(text[done:])
    parts.append(b'"')
    return b"".join(parts)
