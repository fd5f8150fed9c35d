"""Random Lua programs that end, and print the same wherever they run.

They are mostly right: a variable has a kind (num str list rec fun), and an expression is asked for
by kind. Now and then the wrong kind is given, so that error texts are compared too. Fuel bounds
what loops and functions do; text is cut, and tables are printed with their keys sorted.
"""

import random

NAMES = "a b c d n s t v x y None class def is len print_ self _ L0 G1 K2 M0 F1 V r c Y".split()
FIELDS = ["x", "y", "name", "get", "class", "__index_", "h", "end_"]
WORDS = ["", "a", "abc", "10", "0x10", "1e1", " 7 ", "é", "x y", "hello world", "-3.5", "nil"]
NUMBERS = (
    "0 1 2 3 7 10 -1 -5 255 1000 0.5 1.5 -0.25 3.0 1e3 0x1F 1e15 2^31 0.1 100000000000".split()
)
EDGES = (
    "math.maxinteger math.mininteger 0x7fffffff 1073741823 1073741824 -1073741824 4294967296 "
    "2^53 -2^63 2^63 math.huge -math.huge 0/0 -0.0 1e308 5e-324 9007199254740993 536870911 "
    "-536870912 536870912 2305843009213693951 4611686018427387904"
).split()
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

PREAMBLE = """\
local F = 300
local function burn() F = F - 1 if F < 0 then error("fuel", 0) end end
local function cut(v) if type(v) == "string" and #v > 40 then return v:sub(1, 40) end return v end
local function dump(v, deep)
  if type(v) ~= "table" then return type(v) == "function" and "function" or tostring(v) end
  if deep > 2 then return "table" end
  local out = {}
  for k, e in pairs(v) do out[#out + 1] = dump(k, 9) .. "=" .. dump(e, deep + 1) end
  table.sort(out)
  return "{" .. table.concat(out, ",") .. "}"
end
local function show(...)
  local out = {}
  for i = 1, select("#", ...) do out[i] = dump((select(i, ...)), 0) end
  print(table.concat(out, " "))
end
"""
META = [
    "__add = function(a, b) return 1 end",
    "__concat = function(a, b) return 'cat' end",
    "__index = function(t, k) return k end",
    "__index = {x = 5, name = 'base', get = function(self, a) return a end}",
    "__newindex = function(t, k, v) end",
    "__call = function(self, ...) return select('#', ...), ... end",
    "__eq = function() return true end",
    "__lt = function(a, b) return true end",
    "__le = function(a, b) return nil end",
    "__unm = function(a) return 'neg' end",
    "__len = function() return 7 end",
    "__sub = function(a, b) return type(a) .. type(b) end",
    "__shl = function(a, b) return nil, 2 end",
]


class Program:
    def __init__(self, seed, size=12):
        self.random = random.Random(seed)
        self.size = size
        self.lines = []
        self.scopes = [{}]
        self.loops = 0
        self.yields = False
        self.varargs = True
        self.labels = 0

    def text(self, preamble=True):
        for _ in range(self.size):
            self.top_level()
        for name in sorted(self.names()):
            self.put(f"show({name})")
        head = PREAMBLE if preamble else ""
        return (head + "\n".join(self.lines) + "\n").encode()

    def top_level(self):
        """A statement that, mostly, does not end the program when it fails."""
        start, known = len(self.lines), dict(self.scopes[0])
        self.statement(2)
        declares = self.scopes[0] != known or self.lines[start:][:1] == ["do"]
        if len(self.lines) > start and not declares and self.chance(85):
            varargs = any("..." in line for line in self.lines[start:])
            head = f"show(pcall(function({'...' if varargs else ''})"
            self.lines[start:] = [head, *("  " + line for line in self.lines[start:]), "end))"]

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
            return self.random.choice(EDGES if self.chance(12) else NUMBERS)
        e = lambda kind="num": self.expression(kind, depth)
        form = self.random.randrange(14)
        if form < 6:
            op = self.pick("+", "-", "*", "//", "%", "+", "-", "*", "/")
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
        if form == 11:
            return f"({e()} ^ {self.pick('2', '0.5', '-1', '3')})"
        if form == 12:
            return self.number_of(self.call(depth))
        function = self.pick("floor", "ceil", "abs", "max", "min", "fmod")
        second = f", {e()}" if function in ("max", "min", "fmod") else ""
        return f"math.{function}({e()}{second})"

    def number_of(self, text):
        return f"(tonumber(({text})) or 1)" if self.chance(85) else text

    def str(self, depth):
        if depth <= 0 or self.chance(30):
            return repr(self.random.choice(WORDS))
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
            conversion = self.pick("%d", "%5.1f", "%s", "%x", "%-5s|", "%q", "%g", "%03d", "%c")
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
        items = [self.expression("num", depth) for _ in range(self.pick(0, 1, 2, 3, 3))]
        if self.chance(10):
            items.append(self.pick("nil", self.call(depth), "..." if self.varargs else "nil"))
        return "{" + ", ".join(items) + "}"

    def rec(self, depth):
        items = []
        for _ in range(self.pick(1, 2, 3)):
            key = self.random.choice(FIELDS)
            key = self.pick(key, key, f"['{key}']", "[1]", "[true]", "[1.5]")
            items.append(f"{key} = {self.any(depth)}")
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

    # Statements

    def block(self, depth, count=None, variables=()):
        self.scopes.append(dict(variables))
        for _ in range(count or self.random.randrange(1, 4)):
            self.statement(depth - 1)
        self.scopes.pop()

    def function_body(self, depth):
        """Puts the lines of a function, returns its parameters."""
        outer = self.loops, self.varargs, self.yields
        names = self.random.sample(NAMES, self.random.randrange(3))
        self.loops, self.varargs, self.yields = 0, self.chance(30), False
        kinds = {name: self.pick("num", "num", "str") for name in names}
        parameters = ", ".join(names + ["..."] * self.varargs)
        self.scopes.append(kinds)
        self.put("burn()")
        for _ in range(self.random.randrange(3)):
            self.statement(depth - 1)
        if self.chance(80):
            values = [self.any(2) for _ in range(self.pick(0, 1, 1, 2))]
            if self.chance(15):
                values.append(self.call(1))
            self.put(f"return {', '.join(values)}")
        self.scopes.pop()
        self.loops, self.varargs, self.yields = outer
        return parameters

    def statement(self, depth):
        simple = ["local", "local", "assign", "assign", "show", "swap", "field", "append", "call"]
        nested = ["if", "for", "each", "while", "repeat", "function", "protect", "do", "gen"]
        if self.loops:
            simple += ["leave", "skip"]
        if self.yields:
            simple += ["yield"] * 3
        kind = self.random.choice(simple + nested if depth > 0 else simple)
        getattr(self, "put_" + kind)(depth)

    def put_local(self, depth):
        kind = self.pick("num", "num", "str", "list", "rec", "fun")
        value = self.expression(kind, self.pick(1, 1, 3) if len(self.scopes) == 1 else 3)
        if self.chance(15):
            second = self.any(2)
            name = self.fresh(kind)
            self.put(f"local {name}, {self.fresh('num')} = {value}, {second}")
        elif self.chance(15):
            name = self.random.choice(NAMES)
            if name not in self.names():
                self.scopes[0].setdefault(name, kind)
                self.put(f"{name} = {value}")
        else:
            attribute = ""
            name = self.random.choice(NAMES)
            if self.chance(4):
                attribute, kind = " <const>", "const"
            self.scopes[-1][name] = kind
            self.put(f"local {name}{attribute} = {value}")

    def put_assign(self, depth):
        kind = self.pick("num", "num", "num", "str", "list", "rec")
        name = self.variable(kind)
        if name:
            self.put(f"{name} = {self.expression(kind, 3)}")
        else:
            self.put_local(depth)

    def put_swap(self, depth):
        one, two = self.variable("num"), self.variable("num")
        table = self.variable("list")
        if table and self.chance(40):
            one = f"{table}[{self.expression('num', 1)}]"
        if one and two:
            values = self.pick(f"{two}, {one}", self.call(1), f"{self.num(1)}, {self.call(1)}")
            self.put(f"{one}, {two} = {values}")

    def put_field(self, depth):
        record = self.variable("rec")
        if record:
            self.put(f"{record}.{self.random.choice(FIELDS)} = {self.any(2)}")

    def put_append(self, depth):
        table = self.variable("list")
        if table:
            value = self.expression("num", 2)
            form = self.random.randrange(4)
            if form == 0:
                self.put(f"{table}[#{table} + 1] = {value}")
            elif form == 1:
                self.put(f"{table}[{self.expression('num', 1)}] = {value}")
            elif form == 2:
                self.put(f"table.insert({table}, {value})")
            else:
                self.put(f"show(table.remove({table}))")

    def put_call(self, depth):
        self.put(f"show({self.call(2)})" if self.chance(60) else f"local _ = {self.call(2)}")
        if self.lines[-1].lstrip().startswith("local _"):
            self.scopes[-1]["_"] = "num"

    def put_show(self, depth):
        self.put(f"show({', '.join(self.any(3) for _ in range(self.pick(1, 2)))})")

    def put_if(self, depth):
        self.put(f"if {self.bool(2)} then")
        self.block(depth)
        if self.chance(30):
            self.put(f"elseif {self.any(2)} then")
            self.block(depth)
        if self.chance(50):
            self.put("else")
            self.block(depth)
        self.put("end")

    def loop(self, head, depth, variables=(), foot="end", count=None):
        """A loop whose body may be left, and skipped to a label at its end."""
        outer = self.loops
        self.labels += 1
        self.loops = self.labels
        self.put(head)
        self.scopes.append({})
        self.put("burn()")
        self.scopes.pop()
        start = len(self.lines)
        self.block(depth, count, variables)
        label = f"continue{self.loops}"
        if any(f"goto {label} " in line for line in self.lines[start:]):
            if head == "repeat":  # what `until` sees a goto must not jump over
                self.lines.insert(start, "  do")
                self.put("  end")
            self.put(f"  ::{label}::")
        self.put(foot)
        self.loops = outer

    def put_for(self, depth):
        name = self.random.choice(NAMES)
        first, last = self.pick("1", "0", "3", self.num(1)), self.pick("3", "2", "5", self.num(1))
        step = self.pick("", "", "", ", 2", ", -1", ", 0.5", f", {self.num(1)}")
        self.loop(f"for {name} = {first}, {last}{step} do", depth, {name: "num"})

    def put_each(self, depth):
        one, two = self.random.sample(NAMES, 2)
        iterator = self.pick(
            f"ipairs({self.expression('list', 2)})",
            f"pairs({self.list(2)})",
            f"{self.primary('str')}:gmatch('()(.)')",
            f"next, {self.list(1)}",
        )
        self.loop(f"for {one}, {two} in {iterator} do", depth, {one: "num", two: "num"})

    def put_while(self, depth):
        bound = f"F > {self.random.randrange(300)}"
        self.loop(f"while {self.pick(bound, bound, 'true')} and {self.bool(2)} do", depth)

    def put_repeat(self, depth):
        self.loop(
            "repeat", depth, foot=f"until F < {self.random.randrange(300)} or {self.bool(2)}"
        )

    def put_leave(self, depth):
        self.put(f"if {self.bool(1)} then break end")

    def put_skip(self, depth):
        # Not over a local of the same block: only from a block of its own does the label see all.
        self.put(f"if {self.bool(1)} then goto continue{self.loops} end")

    def put_do(self, depth):
        self.put("do")
        self.block(depth)
        self.put("end")

    def put_function(self, depth):
        form = self.random.randrange(3)
        record = self.variable("rec")
        name = self.random.choice(NAMES)
        if form == 0 and record:
            name = f"{record}{self.pick('.', ':')}{self.random.choice(FIELDS)}"
        start = len(self.lines)
        parameters = self.function_body(depth)
        local = "" if "." in name or ":" in name or name in self.names() else "local "
        self.lines.insert(start, "")
        self.lines[start] = f"{'  ' * (len(self.scopes) - 1)}{local}function {name}({parameters})"
        self.put("end")
        if local:
            self.scopes[-1][name] = "fun"
        elif name in self.names():
            for scope in reversed(self.scopes):
                if name in scope:
                    scope[name] = "fun"
                    break

    def put_protect(self, depth):
        outer = self.loops, self.varargs, self.yields
        self.loops, self.varargs = 0, False
        self.put("show(pcall(function()")
        self.block(depth)
        if self.chance(30):
            self.put(f"  error({self.any(1)}{self.pick('', ', 0', ', 2')})")
        self.put("end))")
        self.loops, self.varargs, self.yields = outer

    def put_gen(self, depth):
        outer = self.loops, self.varargs, self.yields
        self.loops, self.varargs, self.yields = 0, True, True
        name, value = self.random.sample(NAMES, 2)
        if self.chance(50):
            self.put(f"for {value} in coroutine.wrap(function(...)")
            self.block(depth, 3)
            self.put("end) do")
            self.loops, self.varargs, self.yields = outer
            self.scopes.append({value: "num"})
            self.put(f"burn() show({value})")
            self.scopes.pop()
            self.put("end")
            return
        self.put(f"local {name} = coroutine.create(function(...)")
        self.block(depth, 3)
        self.put("end)")
        self.loops, self.varargs, self.yields = outer
        for _ in range(self.pick(2, 3, 4)):
            self.put(f"show(coroutine.resume({name}, {self.any(1)}))")
        self.put(f"show(coroutine.status({name}))")
        self.scopes[-1][name] = "co"

    def put_yield(self, depth):
        self.put(
            self.pick(
                f"coroutine.yield({self.any(2)})",
                f"show(coroutine.yield({self.any(1)}, {self.any(1)}))",
                f"local {self.fresh('num')} = coroutine.yield({self.any(1)})",
            )
        )


def program(seed, size=12, preamble=True):
    return Program(seed, size).text(preamble)
