"""Random Lua programs that end, and print the same wherever they run.

Fuel bounds what loops and functions do, text is cut, tables are printed with their keys sorted.
"""

from expressions import FIELDS, NAMES, Expressions

PREAMBLE = """\
local F = 300
local function burn() F = F - 1 if F < 0 then error("fuel", 0) end end
local function cut(v) if type(v) == "string" and #v > 40 then return v:sub(1, 40) end return v end
local function dump(v, deep)
  if v ~= v then return "nan" end
  if type(v) == "function" or type(v) == "thread" then return type(v) end
  if type(v) ~= "table" then return tostring(v) end
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
local kept = {}
"""
END = """\
for i, f in ipairs(kept) do show(i, pcall(f, i, "x")) show(pcall(f)) end
"""


class Program(Expressions):
    def text(self, size, preamble):
        for _ in range(size):
            self.top_level()
        for name in sorted(self.scopes[0]):
            self.put(f"show({name})")
        head, end = (PREAMBLE, END) if preamble else ("", "")
        return (head + "\n".join(self.lines) + "\n" + end).encode()

    def top_level(self):
        """A statement that, mostly, does not end the program when it fails."""
        start, known = len(self.lines), dict(self.scopes[0])
        self.statement(2)
        declares = self.scopes[0] != known or self.lines[start:][:1] == ["do"]
        if len(self.lines) > start and not declares and self.chance(85):
            varargs = any("..." in line for line in self.lines[start:])
            head = f"show(pcall(function({'...' if varargs else ''})"
            self.lines[start:] = [head, *("  " + line for line in self.lines[start:]), "end))"]

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
        self.loops, self.varargs, self.yields = (), self.chance(30), False
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
        simple += ["keep"]
        nested = ["if", "for", "each", "while", "repeat", "function", "protect", "do", "gen"]
        if self.loops:
            simple += ["leave", "skip"]
        if self.yields:
            simple += ["yield"] * 3
            nested += ["yielder"]
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
            one = f"{table}[#{table}]"  # no holes: any end of such a list is right
        if one and two and one != two:
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
                self.put(f"{table}[{self.pick('-', '')}#{table}] = {value}")
            elif form == 2:
                self.put(f"table.insert({table}, {value})")
            else:
                self.put(f"show(table.remove({table}))")

    def put_call(self, depth):
        self.put(f"show({self.call(2)})" if self.chance(60) else f"local _ = {self.call(2)}")
        if self.lines[-1].lstrip().startswith("local _"):
            self.scopes[-1]["_"] = "num"

    def put_keep(self, depth):
        self.put(f"kept[#kept + 1] = {self.expression('fun', 2)}")

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
        self.loops = (*outer, self.labels)
        self.put(head)
        self.scopes.append({})
        self.put("burn()")
        self.scopes.pop()
        start = len(self.lines)
        self.block(depth, count, variables)
        label = f"continue{self.loops[-1]}"
        if any(f"goto {label} " in line for line in self.lines[start:]):
            if head == "repeat":  # what `until` sees a goto must not jump over
                self.lines.insert(start, "  do")
                self.put("  end")
            self.put(f"  ::{label}::")
        self.put(foot)
        self.loops = outer

    def put_for(self, depth):
        name = self.random.choice(NAMES)
        first = self.variable("num") or "2"
        first = self.pick("1", "0", "3", f"({first} == {first} and {first} or 1)")  # never a NaN
        last = self.pick("3", "2", "5", f"#{self.primary('list')}", first)
        step = self.pick(
            "", "", "", ", 2", ", -1", ", 0.5" if self.floats else "", f", {self.num(1)}"
        )
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
        self.put(f"if {self.bool(1)} then goto continue{self.random.choice(self.loops)} end")

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
        self.loops, self.varargs = (), False
        self.put("show(pcall(function()")
        self.block(depth)
        if self.chance(30):
            self.put(f"  error({self.any(1)}{self.pick('', ', 0', ', 2')})")
        self.put("end))")
        self.loops, self.varargs, self.yields = outer

    def put_gen(self, depth):
        outer = self.loops, self.varargs, self.yields
        self.loops, self.varargs, self.yields = (), True, True
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

    def put_yielder(self, depth):
        """A local function that yields, and is called by its name only."""
        name = f"give{self.labels}"
        self.labels += 1
        outer = self.loops, self.varargs
        self.loops, self.varargs = (), False
        self.put(f"local function {name}(a, b)")
        self.block(depth, 2, {"a": "num", "b": "num"})
        self.put("  return coroutine.yield(b, a)")
        self.put("end")
        self.loops, self.varargs = outer
        self.scopes[-1][name] = "yielder"

    def put_yield(self, depth):
        name = self.variable("yielder")
        if name and self.chance(60):
            return self.put(f"show({name}({self.any(1)}, {self.any(1)}))")
        self.put(
            self.pick(
                f"coroutine.yield({self.any(2)})",
                f"show(coroutine.yield({self.any(1)}, {self.any(1)}))",
                f"local {self.fresh('num')} = coroutine.yield({self.any(1)})",
            )
        )


def program(seed, size=12, preamble=True, floats=True):
    return Program(seed, floats).text(size, preamble)
