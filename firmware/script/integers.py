"""Proves that an expression is an integer, so that Python's own operators may reckon with it."""

from micropython import const

_LITERAL = const(1 << 29)
_ALWAYS = ("+", "-", "*")  # of integers these are integers
_DIVISIONS = ("//", "%")  # these, too, where the divisor is a literal above 0


def is_int(node):
    """Whether the value is an integer whatever happens."""
    assumed = set()
    if not _holds(node, assumed):
        return False
    for var in assumed:
        var.is_int = True
    return True


def is_divisor(node):
    """Whether a node is a literal that Python divides by as Lua does."""
    return node[0] == "number" and node[2].__class__ is int and 0 < node[2] < _LITERAL


def _holds(node, assumed):
    kind = node[0]
    if kind == "number":
        return node[2].__class__ is int and -_LITERAL < node[2] < _LITERAL
    if kind == "paren":
        return _holds(node[2], assumed)
    if kind == "binary":
        if node[2] in _DIVISIONS:
            return is_divisor(node[4]) and _holds(node[3], assumed)
        return node[2] in _ALWAYS and _holds(node[3], assumed) and _holds(node[4], assumed)
    return kind == "local" and _is_int_var(node[2], assumed)


def _is_int_var(var, assumed):
    """Whether all that a variable is ever assigned are integers, given that those assumed are."""
    if var.is_int is not None or var in assumed:
        return var.is_int is not False
    if var.is_main:  # what comes later in the source is not known yet
        return False
    assumed.add(var)
    for value in var.values:
        if value is None or not _holds(value, assumed):
            var.is_int = False
            return False
    return len(var.values) > 0
