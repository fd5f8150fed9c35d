"""Writes expressions as Python. Nothing of the source gets in but numbers: names are slots.

`r` and `o` are temporaries: each use reads what the same expression has set just before. A mark
`@line;` says where a part of the source stood; emit.py makes lines of them.
"""

from script.constructors import Constructors
from script.integers import is_divisor, is_int
from script.sites import ARITH, BITWISE, CALL, CONCAT, INDEX, LENGTH, key_of

_BINARY = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod", "^": "pow", "//": "idiv",
    "&": "band", "|": "bor", "~": "bxor", "<<": "shl", ">>": "shr",
    "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq",
}  # fmt: skip
_NUMBERS = {
    "add": 0, "sub": 1, "mul": 2, "div": 3, "mod": 4, "pow": 5, "idiv": 6,
    "band": 7, "bor": 8, "bxor": 9, "shl": 10, "shr": 11,
}  # fmt: skip
_COMPARES = ("<", "<=", ">", ">=", "==", "~=")
_MULTIPLE = ("call", "method", "vararg")
_LITERAL = 1 << 30


class Phrases(Constructors):
    """The half of the emitter that writes expressions; `func` is the function at hand."""

    def __init__(self, program, sites):
        self.program = program
        self.sites = sites
        self.func = None

    def constant(self, value):
        return "K%d" % self.program.const_slot(value)

    def single(self, node):
        """The Python of one value."""
        kind = node[0]
        if kind == "func":
            return self.function(node[2])
        return getattr(self, "v_" + kind)(node)

    def operand(self, node):
        """The Python of an operand of a helper, which takes the results of a call as they come."""
        if node[0] in ("call", "method") and not self.func.coloured:
            return self.call(node)
        return self.single(node)

    def arguments(self, nodes):
        """The Python of arguments: the last expression may give any number of values."""
        text = ""
        last = len(nodes) - 1
        for i in range(last):  # no comprehension: that is one more call on the C stack
            text += self.single(nodes[i]) + ","
        if last >= 0 and nodes[last][0] in _MULTIPLE:
            text += self.open(nodes[last])
        elif last >= 0:
            text += self.single(nodes[last])
        return text

    def open(self, node):
        """The Python of all values of a call or `...`, as part of an argument list."""
        if node[0] == "vararg":
            return "*V"
        if self.func.coloured:
            call = self.call(node)
            return f"*((r,) if (r:={call}).__class__ is not tuple else (yield from ymany(r)))"
        return f"*many({self.call(node)})"

    def is_open(self, nodes):
        return len(nodes) > 0 and nodes[-1][0] in _MULTIPLE

    def condition(self, node):
        """The Python of whether a value is true in Lua."""
        kind = node[0]
        if kind == "binary" and node[2] in _COMPARES:
            return self.single(node)
        if kind == "unary" and node[2] == "not":
            return f"(not {self.condition(node[3])})"
        if kind == "and" or kind == "or":
            return "(" + f" {kind} ".join([self.condition(part) for part in node[2]]) + ")"
        if kind in ("true", "number", "string", "func"):
            return "True"
        if kind in ("false", "nil"):
            return "False"
        text = self.single(node)
        if kind == "local" and not node[2].boxed:
            return f"({text} is not None and {text} is not False)"
        return f"((r:={text}) is not None and r is not False)"

    # Values

    def v_nil(self, node):
        return "None"

    def v_true(self, node):
        return "True"

    def v_false(self, node):
        return "False"

    def v_string(self, node):
        return self.constant(node[2])

    def v_number(self, node):
        value = node[2]
        if value.__class__ is int and -_LITERAL < value < _LITERAL:
            return str(value) if value >= 0 else f"({value})"
        return self.constant(value)

    def v_vararg(self, node):
        return "(V[0] if V else None)"

    def v_paren(self, node):
        return self.single(node[2])

    def function(self, func):
        raise NotImplementedError  # emit.py

    def v_local(self, node):
        var = node[2]
        return var.text + "[0]" if var.boxed else var.text

    def v_global(self, node):
        return "G%d" % self.program.global_slot(node[2])

    def v_index(self, node):
        _, line, obj, key = node
        self.site(INDEX, line, obj, key)
        return f"@{line};get({self.operand(obj)},{self.operand(key)})"

    # Calls

    def call(self, node):
        """The Python of a call, whose result is as the callee gave it."""
        if node[0] == "call":
            _, line, callee, arguments = node
            self.site(CALL, line, callee)
            text = self.single(callee)
            return f"@{line};{text}({_at_line(line, self.arguments(arguments))})"
        _, line, obj, name, arguments = node
        key = self.constant(name)
        self.site(INDEX, line, obj, ("string", line, name))
        self.site(CALL, line, node)
        arguments = "," + _at_line(line, self.arguments(arguments)) if arguments else ""
        text = self.single(obj)
        if obj[0] in ("global", "string") or (obj[0] == "local" and not obj[2].boxed):
            return f"@{line};meth({text},{key})({text}{arguments})"
        return f"@{line};meth((o:={text}),{key})(o{arguments})"

    def v_call(self, node):
        rest = "(yield from yone(r))" if self.func.coloured else "one(r)"
        return f"(r if (r:={self.call(node)}).__class__ is not tuple else {rest})"

    v_method = v_call

    # Operators

    def v_and(self, node):
        return self._choice("and", node[2], "({0} if {1} else r)")

    def v_or(self, node):
        return self._choice("or", node[2], "(r if {1} else {0})")

    def _choice(self, op, parts, form):
        """A chain side by side: of what is nested, Python's compiler would fill the C stack."""
        tests = []
        last = len(parts) - 1
        is_test = True
        for i in range(last):
            is_test = is_test and _is_test(parts[i])
        for i in range(last):  # no comprehension: that is one more call on the C stack
            text = self.single(parts[i])
            tests.append(text if is_test else f"(r:={text}) is not None and r is not False")
        text = self.single(parts[last])
        if is_test:
            return "(" + f" {op} ".join(tests + [text]) + ")"
        return form.format(text, f" {op} ".join(tests))

    def v_cat(self, node):
        _, line, parts = node
        for i in range(len(parts)):
            self.site(CONCAT, line, parts[i], i)
        return f"@{line};cat({','.join([self.operand(part) for part in parts])})"

    def v_unary(self, node):
        _, line, op, a = node
        if op == "not":
            return f"(not {self.condition(a)})"
        if op == "#":
            self.site(LENGTH, line, a)
            return f"@{line};len_({self.operand(a)})"
        self.site(ARITH if op == "-" else BITWISE, line, a, 0)
        return f"@{line};{'neg' if op == '-' else 'bnot'}({self.operand(a)})"

    def v_binary(self, node):
        _, line, op, a, b = node
        if op in ("==", "~="):
            return self._equality(line, op, a, b)
        name = _BINARY[op]
        if is_int(a) and is_int(b):
            text = self._integers(op, a, b)
            if text:
                return text
        if name in _NUMBERS:
            number = _NUMBERS[name]
            kind = ARITH if number < 7 else BITWISE
            self.site(kind, line, a, number * 2)
            self.site(kind, line, b, number * 2 + 1)
        return f"@{line};{name}({self.operand(a)},{self.operand(b)})"

    def _integers(self, op, a, b):
        """The Python of an operation of two integers; the result has 64 bits again."""
        if op in _COMPARES:
            return f"({self.single(a)}{op}{self.single(b)})"
        if op in ("//", "%"):
            return f"({self.single(a)}{op}{self.single(b)})" if is_divisor(b) else None
        if op not in ("+", "-", "*"):
            return None
        return f"(wrap(r) if (r:={self.single(a)}{op}{self.single(b)})+536870912>>30 else r)"

    def _equality(self, line, op, a, b):
        if a[0] == "nil":
            a, b = b, a
        if is_int(a) and is_int(b):
            return f"({self.single(a)}{'==' if op == '==' else '!='}{self.single(b)})"
        if b[0] == "nil":
            return f"({self.single(a)} {'is' if op == '==' else 'is not'} None)"
        if b[0] == "string":  # Python agrees with Lua about what equals a string
            return f"({self.single(a)}{'==' if op == '==' else '!='}{self.single(b)})"
        text = f"@{line};eq({self.operand(a)},{self.operand(b)})"
        return text if op == "==" else f"(not {text})"

    # Names of what may fail

    def site(self, op, line, node, key=None):
        """Notes the name of an operand, for the message if the operation fails."""
        kind = node[0]
        if kind == "local":
            var = node[2]
            name, kind = var.name, "local" if var.func is self.func else "upvalue"
        elif kind == "global":
            name = node[2]
        elif kind == "index":
            name, kind = _field(node[3]), "field"
        elif kind == "method" and op == CALL:
            name = node[3]
        elif kind == "string" and op != INDEX:
            name, kind = node[2], "constant"
        else:
            name, kind = b"", ""
        if key.__class__ is tuple:
            if key[0] == "string":
                key = self.program.const_slot(key[2])
            else:
                key = key_of(key[2]) if key[0] == "number" else None
        self.sites.add(op, line, kind, self.program.const_slot(name), key)


def _at_line(line, arguments):
    """Arguments that leave Python at the line of the call, where they come from further down."""
    mark = arguments.rfind("@")
    if mark < 0 or arguments[mark + 1 :].split(";", 1)[0] == str(line):
        return arguments
    return f"{arguments},@{line};*()"


def _field(key):
    """How Lua calls a field in a message."""
    if key[0] == "string":
        return key[2]
    is_small = key[0] == "number" and key[2].__class__ is int and 0 <= key[2] < 256
    return b"integer index" if is_small else b"?"


def _is_test(node):
    """Whether the Python of a node gives True or False."""
    return (node[0] == "binary" and node[2] in _COMPARES) or (
        node[0] == "unary" and node[2] == "not"
    )
