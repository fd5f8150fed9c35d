"""Parses expressions into tuples (kind, line, …), with every name resolved.

nil true false vararg      (kind, line)            number string   (kind, line, value)
local (…, Var)             global (…, name)        func (…, Func)  paren (…, expression)
index (…, object, key)     call (…, function, arguments)
method (…, object, name, arguments)
binary (…, op, a, b)       unary (…, op, a)        and or cat (…, list)
table (…, entries)         list of (key, value), the key of an item is None
"""

from micropython import const

from script.numbers import wrap
from script.scope import Func

_DEEPEST = const(100)
_PRIORITY = {  # of binary operators: left, right
    "or": (1, 1), "and": (2, 2), "<": (3, 3), ">": (3, 3), "<=": (3, 3), ">=": (3, 3),
    "~=": (3, 3), "==": (3, 3), "|": (4, 4), "~": (5, 5), "&": (6, 6), "<<": (7, 7),
    ">>": (7, 7), "..": (9, 9), "+": (10, 10), "-": (10, 10), "*": (11, 11), "/": (11, 11),
    "//": (11, 11), "%": (11, 11), "^": (14, 13),
}  # fmt: skip
_UNARY_PRIORITY = const(12)
_CHAINS = ("and", "or", "..")
_UNARY = ("not", "-", "~", "#")
_CONSTANTS = ("number", "string", "nil", "true", "false")


class Expressions:
    """The half of the parser that reads expressions.

    sleepers: set of names; a function that calls one of these becomes a generator
    """

    def __init__(self, lexer):
        self.lexer = lexer
        self.func = None
        self.sleepers = {b"sleep_ms", b"sleep", b"wait", b"yield"}
        self._depth = 0

    # Tokens

    def take(self, kind):
        """Passes over a token if it is the one at hand; returns whether it was."""
        if self.lexer.kind == kind:
            self.lexer.next()
            return True
        return False

    def expect(self, kind):
        if not self.take(kind):
            raise self.lexer.error(f"'{kind}' expected")

    def expect_end(self, kind, opener, line):
        """The token that closes what `opener` began at a line."""
        if self.take(kind):
            return
        if line == self.lexer.line:
            raise self.lexer.error(f"'{kind}' expected")
        raise self.lexer.error(f"'{kind}' expected (to close '{opener}' at line {line})")

    def name(self):
        if self.lexer.kind != "name":
            raise self.lexer.error("<name> expected")
        name = self.lexer.value
        self.lexer.next()
        return name

    def enter(self):
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.lexer.error("chunk has too many syntax levels", b"")

    def leave(self):
        self._depth -= 1

    # Expressions

    def list(self):
        items = [self.expression()]
        while self.take(","):
            items.append(self.expression())
        return items

    def expression(self, limit=0):
        """An expression whose operators bind closer than `limit`.

        One function for what could be four: each level of nesting costs C stack.
        """
        self.enter()
        lexer = self.lexer
        kind = lexer.kind
        line = lexer.line
        if kind in _UNARY:
            lexer.next()
            left = _unary(kind, line, self.expression(_UNARY_PRIORITY))
        elif kind in _CONSTANTS:
            left = (kind, line, lexer.value)
            lexer.next()
        elif kind == "{":
            left = self._table()
        elif kind == "function":
            lexer.next()
            left = ("func", line, self.function(line))
        elif kind == "...":
            if not self.func.is_vararg:
                raise lexer.error("cannot use '...' outside a vararg function")
            left = ("vararg", line)
            lexer.next()
        else:
            left = self.suffixed()
        while True:
            op = lexer.kind
            priority = _PRIORITY.get(op)
            if not priority or priority[0] <= limit:
                break
            line = lexer.line
            lexer.next()
            left = _joined(op, line, left, self.expression(priority[1]))
        self.leave()
        return left

    def suffixed(self):
        """A name or parenthesis with all that follows it: fields, calls."""
        lexer = self.lexer
        node = self._primary()
        while True:
            kind = lexer.kind
            line = lexer.line
            if kind == ".":
                lexer.next()
                node = ("index", line, node, ("string", line, self.name()))
            elif kind == "[":
                lexer.next()
                node = ("index", line, node, self.expression())
                self.expect("]")
            elif kind == ":":
                lexer.next()
                name = self.name()
                if lexer.kind not in ("(", "{", "string"):
                    raise lexer.error("function arguments expected")
                node = ("method", line, node, name, self._arguments(name))
            elif kind in ("(", "{", "string"):
                node = ("call", line, node, self._arguments(_last_name(node)))
            else:
                return node

    def _primary(self):
        lexer = self.lexer
        line = lexer.line
        if lexer.kind == "name":
            return self.variable(self.name(), line)
        if self.take("("):
            inner = self.expression()
            self.expect_end(")", "(", line)
            return ("paren", line, inner)
        raise lexer.error("unexpected symbol")

    def variable(self, name, line):
        var = self.func.find(name)
        return ("local", line, var) if var else ("global", line, name)

    def _arguments(self, name):
        lexer = self.lexer
        line = lexer.line
        if lexer.kind == "string":
            arguments = [("string", line, lexer.value)]
            lexer.next()
        elif lexer.kind == "{":
            arguments = [self._table()]
        else:
            lexer.next()
            arguments = []
            while lexer.kind != ")":
                arguments.append(self.expression())
                if not self.take(","):
                    break
                if lexer.kind == ")":
                    raise lexer.error("unexpected symbol")
            self.expect_end(")", "(", line)
        if name in self.sleepers:
            self.func.coloured = True
        for node in arguments:
            if node[0] == "func" and node[2].coloured:
                self.func.coloured = True
        return arguments

    def _table(self):
        lexer = self.lexer
        line = lexer.line
        lexer.next()
        entries = []
        while lexer.kind != "}":
            key = None
            if lexer.kind == "name" and lexer.peek() == "=":
                key = ("string", lexer.line, self.name())
                lexer.next()
            elif self.take("["):
                key = self.expression()
                self.expect("]")
                self.expect("=")
            value = self.expression()
            entries.append((key, value))
            if key and key[0] == "string":
                self.note(key[2], value)
            if not self.take(",") and not self.take(";"):
                break
        self.expect_end("}", "{", line)
        return ("table", line, entries)

    def note(self, name, value):
        """Remembers the name of a function that can sleep."""
        if value[0] == "func" and value[2].coloured:
            self.sleepers.add(name)

    def function(self, line, name=None, is_method=False):
        """A function from its parameters on; `name` is noted if the function can sleep."""
        func = Func(self.func, line, name == b"run" and self.func.parent is None)
        self.func = func
        if is_method:
            self._parameter(b"self")
        self.expect("(")
        while self.lexer.kind != ")":
            if self.take("..."):
                func.is_vararg = True
                break
            if self.lexer.kind != "name":
                raise self.lexer.error("<name> or '...' expected")
            self._parameter(self.name())
            if not self.take(","):
                break
            if self.lexer.kind == ")":
                raise self.lexer.error("<name> or '...' expected")
        self.expect(")")
        func.body = self.block()
        func.end_line = self.lexer.line
        self.expect_end("end", "function", line)
        self.func = func.parent
        if func.coloured and name:
            self.sleepers.add(name)
        return func

    def _parameter(self, name):
        var = self.func.declare(name, self.lexer.error)
        var.values.append(None)
        self.func.params.append(var)
        self.func.show(var)

    def block(self):
        raise NotImplementedError  # statements.py


def _joined(op, line, left, right):
    """The node of a binary operation; chains of one kind are lists."""
    if op not in _CHAINS:
        return ("binary", line, op, left, right)
    kind = "cat" if op == ".." else op
    if left[0] != kind:
        return (kind, line, [left, right])
    left[2].append(right)
    return left


def _unary(op, line, operand):
    if op == "-" and operand[0] == "number" and (operand[2] or operand[2].__class__ is float):
        return ("number", line, wrap(-operand[2]))
    return ("unary", line, op, operand)


def _last_name(node):
    """The name by which a function is called, if it has one."""
    if node[0] == "global":
        return node[2]
    if node[0] == "local":
        return node[2].name
    if node[0] != "index" or node[3][0] != "string":
        return None
    name = node[3][2]
    if name == b"call":  # cap.call waits for a tool
        return b"wait" if _last_name(node[2]) == b"cap" else None
    return name
