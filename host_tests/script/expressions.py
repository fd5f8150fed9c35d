"""Random Lua expressions, asked for by kind: num str bool list rec fun nil.

They are mostly right; now and then the wrong kind is given, so that error texts are compared too.
Without floats a program prints the same where floats are single.
"""

import random
import re

NAMES = "a b c d n s t v x y None class def is len print_ self _ L0 G1 K2 M0 F1 V r c Y".split()
FIELDS = ["x", "y", "name", "get", "class", "__index_", "h", "end_"]
LITERALS = ["'\\65\\x42\\u{20AC}'", '[[a"b\\n]]', "[==[]]]==]", "'\\z  tail'"]
WORDS = ["", "a", "abc", "10", "0x10", "1e1", " 7 ", "é", "x y", "hello world", "-3.5", "nil"]
NUMBERS = (
    "0 1 2 3 7 10 -1 -5 255 1000 0.5 1.5 -0.25 3.0 1e3 0x1F 1e15 2^31 0.1 100000000000".split()
)
EDGES = (
    "math.maxinteger math.mininteger 0x7fffffff 1073741823 1073741824 -1073741824 4294967296 "
    "2^53 -2^63 2^63 math.huge -math.huge 0/0 -0.0 1e308 5e-324 9007199254740993 536870911 "
    "-536870912 536870912 2305843009213693951 4611686018427387904"
).split()
FLOAT = re.compile(r"\.|\de|\^|^/$|huge|0/0")
PATTERNS = [
    "%a+",
    "%d",
    "[a-e]",
    ".",
    "(%w)(%w)",
    "()",
    "^%s*",
    "l+",
    "x*",
    "%w-",
    "o$",
    "%s",
    ".",
]

META = [
    "__add = function(a, b) return 1 end",
    "__concat = function(a, b) return 'cat' end",
    "__index = function(t, k) return k end",
    "__index = {x = 5, name = 'base', get = function(self, a) return a end}",
    "__newindex = function(t, k, v) end",
    "__call = function(self, ...) return select('#', ...), ... end",
    "__eq = function() return true end",
    # Both: lua5.4 may be built to take one for the other.
    "__lt = function(a, b) return true end, __le = function(a, b) return nil end",
    "__unm = function(a) return 'neg' end",
    "__len = function() return 7 end",
    "__sub = function(a, b) return type(a) .. type(b) end",
    "__shl = function(a, b) return nil, 2 end",
]


class Expressions:
    """What a program knows while it is written, and the expressions it may use there."""

    def __init__(self, seed, floats=True):
        self.random = random.Random(seed)
        whole = lambda texts: [t for t in texts if floats or not FLOAT.search(t)]
        self.floats = floats
        self.numbers, self.edges, self.words = whole(NUMBERS), whole(EDGES), whole(WORDS)
        self.operators = whole(["+", "-", "*", "//", "%", "+", "-", "*", "/"])
        self.conversions = ["%d", "%s", "%x", "%-5s|", "%q", "%03d", "%c"]
        if floats:
            self.conversions += ["%g", "%5.1f"]
        self.lines = []
        self.scopes = [{}]
        self.loops = ()
        self.yields = False
        self.varargs = True
        self.labels = 0

    # Choices

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def pick(self, *choices):
        return self.random.choice(choices)

    def put(self, line):
        self.lines.append("  " * (len(self.scopes) - 1) + line)

    def names(self, kind=None):
        known = {}
        for scope in self.scopes:
            known.update(scope)
        return [name for name, its in known.items() if kind in (None, its)]

    def variable(self, kind):
        names = self.names(kind)
        return self.random.choice(names) if names else None

    def fresh(self, kind, scope=None):
        name = self.random.choice(NAMES)
        (self.scopes[-1] if scope is None else scope)[name] = kind
        return name

    # Expressions

    def any(self, depth):
        kind = self.pick("num", "num", "str", "bool", "list", "rec", "fun", "nil")
        return self.expression(kind, depth)

    def expression(self, kind, depth):
        if self.chance(2):
            kind = self.pick("num", "str", "bool", "list", "rec", "fun", "nil")
        name = self.variable(kind)
        if name and self.chance(35):
            return name
        if self.varargs and self.chance(2):
            return self.pick("(...)", "select('#', ...)", "(select(2, ...))")
        return getattr(self, kind)(depth - 1)

    def num(self, depth):
        if depth <= 0 or self.chance(25):
            return self.random.choice(self.edges if self.chance(12) else self.numbers)
        e = lambda kind="num": self.expression(kind, depth)
        form = self.random.randrange(14)
        if form < 6:
            op = self.random.choice(self.operators)
            left, right = e(), e()
            if self.chance(5):
                left = e("str")
            return f"({left} {op} {right})" if self.chance(60) else f"{left} {op} {right}"
        if form == 6:
            return f"({e()} {self.pick('&', '|', '~', '<<', '>>')} {e()})"
        if form == 7:
            return f"({self.pick('- ', '~', '#')}{e(self.pick('num', 'num', 'list', 'str'))})"
        if form == 8:
            return f"#{self.primary('list')}"
        if form == 9:
            return self.number_of(f"{self.primary('rec')}.{self.random.choice(FIELDS)}")
        if form == 10:
            return self.pick("({} or 0)", "{}").format(f"{self.primary('list')}[{e()}]")
        if form == 11 and self.floats:
            return f"({e()} ^ {self.pick('2', '0.5', '-1', '3')})"
        if form in (11, 12):
            return self.number_of(self.call(depth))
        function = self.pick("floor", "ceil", "abs", "max", "min", "fmod")
        second = f", {e()}" if function in ("max", "min", "fmod") else ""
        return f"math.{function}({e()}{second})"

    def number_of(self, text):
        return f"(tonumber(({text})) or 1)" if self.chance(85) else text

    def str(self, depth):
        if depth <= 0 or self.chance(30):
            return (
                self.random.choice(LITERALS)
                if self.chance(10)
                else repr(self.random.choice(self.words))
            )
        e = lambda kind: self.expression(kind, depth)
        form = self.random.randrange(10)
        if form < 4:
            parts = [e(self.pick("str", "num", "str")) for _ in range(self.pick(2, 2, 3, 4))]
            return f"cut({' .. '.join(parts)})"
        if form == 4:
            return f"{self.primary('str')}:sub({e('num')}, {e('num')})"
        if form == 5:
            method = self.pick("upper", "lower", "reverse", "len", "byte")
            return f"{self.primary('str')}:{method}()"
        if form == 6:
            pattern = repr(self.random.choice(PATTERNS))
            change = self.pick(
                "'%0'", "'<%0>'", "''", "function(m) return m .. m end", "{a = 'A'}"
            )
            return f"(cut({self.primary('str')}:gsub({pattern}, {change})))"
        if form == 7:
            method = self.pick("match", "find")
            return f"{self.primary('str')}:{method}({repr(self.random.choice(PATTERNS))})"
        if form == 8:
            conversion = self.random.choice(self.conversions)
            kind = "str" if conversion in ("%s", "%-5s|", "%q") else "num"
            return f"string.format({repr(conversion)}, {e(kind)})"
        return self.pick("tostring({})", "tostring(math.type({}))").format(e("num"))

    def bool(self, depth):
        if depth <= 0:
            return self.pick("true", "false", "nil")
        form = self.random.randrange(6)
        if form < 3:
            kind = self.pick("num", "num", "str", "list")
            op = self.pick("==", "~=") if kind == "list" else self.pick("<", "<=", ">", ">=", "==")
            return f"{self.expression(kind, depth)} {op} {self.expression(kind, depth)}"
        if form == 3:
            return f"not {self.paren(self.any(depth))}"
        op = self.pick("and", "or")
        return f"({self.paren(self.any(depth))} {op} {self.paren(self.any(depth))})"

    def paren(self, text):
        return f"({text})"

    def nil(self, depth):
        return "nil"

    def list(self, depth):
        # Without holes: any border of a list that has some is its length.
        items = [self.expression("num", depth) + " or 0" for _ in range(self.pick(0, 1, 2, 3, 3))]
        if self.chance(10):
            items.append(self.pick("nil", self.call(depth), "(...)" if self.varargs else "nil"))
        return "{" + ", ".join(items) + "}"

    def rec(self, depth):
        items = []
        for _ in range(self.pick(1, 2, 3)):
            key = self.random.choice(FIELDS)
            key = self.pick(key, key, f"['{key}']", "[1]", "[true]", "[1.5]")
            value = self.num(0) if key in ("[1]", "[true]", "[1.5]") else self.any(depth)
            items.append(f"{key} = {value}")
        if self.chance(15):
            items.append(self.expression("num", depth))
        made = "{" + ", ".join(items) + "}"
        if self.chance(25):
            meta = ", ".join(self.random.sample(META, self.pick(1, 2, 3)))
            made = f"setmetatable({made}, {{{meta}}})"
        return made

    def fun(self, depth):
        if depth <= 0 or self.chance(50):
            return self.pick(
                "function(a, b) return b, a end",
                "function(...) return ... end",
                "function() end",
                "math.abs",
                "function(a) burn() return a and 1 or 2 end",
            )
        start = len(self.lines)
        parameters = self.function_body(2)
        body = " ".join(line.strip() for line in self.lines[start:])
        del self.lines[start:]
        return f"function({parameters}) {body} end"

    def primary(self, kind):
        name = self.variable(kind)
        if name and self.chance(85):
            return name
        return self.paren(self.expression(kind, 1))

    def call(self, depth):
        arguments = [self.any(depth) for _ in range(self.random.randrange(4))]
        if self.varargs and self.chance(10):
            arguments.append("...")
        record = self.variable("rec")
        if record and self.chance(15):
            return f"{record}:{self.random.choice(FIELDS)}({', '.join(arguments)})"
        return f"{self.primary('fun')}({', '.join(arguments)})"
