"""Writes statements as Python, line by line, and knows which Lua line each of them came from."""

from array import array

from script.loops import Loops
from script.sites import INDEX


class Emitter(Loops):
    """Collects the Python of top-level statements until `take` gets it as one piece.

    error: as Lexer.error
    """

    def __init__(self, program, sites, main, error):
        super().__init__(program, sites)
        self.func = self.main = main
        self._error = error
        self._out = bytearray()
        self._lines = array("H")
        self._indent = 1
        self._functions = 0
        self._loops = []  # from outside in: [labels at the end, condition of repeat, jumps]
        self._jumps = 0

    def size(self):
        return len(self._out)

    def take(self):
        """Returns (source of the piece, Lua line of each line of it) and begins a new one."""
        names = sorted(self.main.globals) + ["c"]
        head = "def P():\n global " + ",".join(names) + "\n g=0\n"
        source = head.encode() + bytes(self._out) + b" pass\n"
        lines = array("H", [0, 0, 0])
        lines.extend(self._lines)
        self._out = bytearray()
        self._lines = array("H")
        self.main.globals = set()
        self._functions = 0
        return source, lines

    def write(self, text, line):
        """One line of Python; where it has parentheses open, marks break it."""
        parts = text.split("@")
        out = self._out
        out.extend(b" " * self._indent)
        out.extend(parts[0].encode())
        self._lines.append(min(line, 65535))
        depth = _depth(parts[0])
        closing = b""
        for part in parts[1:]:
            number, part = part.split(";", 1)
            number = int(number)
            if not depth and number != line and not text.endswith(":"):
                out.extend(b"(")
                text = ":"
                closing = b")"
                depth = 1
            if depth > 0 and number != line:
                line = number
                out.extend(b"\n")
                self._lines.append(min(line, 65535))
            out.extend(part.encode())
            depth += _depth(part)
        out.extend(closing + b"\n")

    def statement(self, node):
        getattr(self, "s_" + node[0])(node)

    def _block(self, body, line):
        self._indent += 1
        before = len(self._lines)
        for node in body:
            getattr(self, "s_" + node[0])(node)
        if len(self._lines) == before:
            self.write("pass", line)
        self._indent -= 1

    # Simple statements

    def s_expr(self, node):
        line = node[1]
        self.write(f"r={self.call(node[2])}", line)
        way = "yield from ydrop" if self.func.coloured else "drop"
        self.write(f"if r.__class__ is tuple and r:{way}(r)", line)

    def s_do(self, node):
        for inner in node[2]:
            self.statement(inner)

    def s_local(self, node):
        _, line, variables, values = node
        texts = self._values(len(variables), values)
        for i in range(len(variables)):
            if variables[i].boxed and texts.__class__ is list:
                texts[i] = f"[{texts[i]}]"
        names = [var.text for var in variables]
        if texts.__class__ is list:
            self.write(",".join(names) + "=" + _row(texts), line)
            return
        self.write(",".join(names) + ",=" + texts, line)
        for var in variables:
            if var.boxed:
                self.write(f"{var.text}=[{var.text}]", line)

    def _values(self, count, values):
        """A list of `count` texts, or one text that gives a tuple of so many values."""
        if len(values) > count or (len(values) < count and self.is_open(values)):
            return f"adj({count},{self.arguments(values)})"
        texts = [self.single(node) for node in values]
        return texts + ["None"] * (count - len(texts))

    def s_localfunc(self, node):
        _, line, var, func = node
        if var.boxed:
            self.write(f"{var.text}=[None]", line)
        self._set(("local", line, var), self.function(func), line)

    def s_assign(self, node):
        _, line, targets, values = node
        if len(targets) == 1 and len(values) == 1:
            self._set(targets[0], None, line, values[0])
            return
        places = [self._place(target, i) for i, target in enumerate(targets)]
        texts = self._values(len(targets), values)
        temporaries = ["q%d" % i for i in range(len(targets))]
        if texts.__class__ is list:
            texts = _row(texts)
        self.write(",".join(temporaries) + ",=" + texts, line)
        for i in range(len(targets) - 1, -1, -1):
            self._store(places[i], targets[i], temporaries[i], line)

    def _place(self, target, i):
        """Evaluates the table and the key of a target before anything is assigned."""
        if target[0] != "index":
            return None
        _, line, obj, key = target
        texts = []
        for part, node in (("s", obj), ("k", key)):
            text = self.single(node)
            if node[0] not in ("string", "number"):
                self.write(f"{part}{i}={text}", line)
                text = f"{part}{i}"
            texts.append(text)
        return texts

    def _store(self, place, target, text, line):
        if place:
            self.site(INDEX, target[1], target[2], target[3])
            self.write(f"put({place[0]},{place[1]},{text})", line)
        else:
            self._set(target, text, line)

    def _set(self, target, text, line, value=None):
        """Assigns Python `text`, or else the expression `value`, to one target."""
        if target[0] == "index":
            _, at, obj, key = target
            self.site(INDEX, at, obj, key)
            obj = self.single(obj)
            key = self.single(key)
            if text is None:
                text = self.single(value)
            self.write(f"put({obj},{key},{text})", line)
            return
        if text is None:
            text = self.single(value)
        self.write(f"{self.single(target)}={text}", line)

    def s_return(self, node):
        _, line, values = node
        if self.func is self.main:
            self.write(f"return tup({self.arguments(values)})", line)
        elif not values:
            self.write("return ()", line)
        elif len(values) > 1:
            if self.is_open(values):
                text = f"tup({self.arguments(values)})"
            else:
                text = "(" + ",".join([self.single(value) for value in values]) + ")"
            self.write("return " + text, line)
        elif values[0][0] == "vararg":
            self.write("return V", line)
        elif values[0][0] in ("call", "method"):
            self.write("return " + self.call(values[0]), line)
        else:
            self.write("return " + self.single(values[0]), line)

    # Functions

    def function(self, func):
        """Writes the definition of a function and returns the Python that gives its value."""
        self._functions += 1
        name = "F%d" % self._functions
        boxes = sorted([var.text for var in func.outer if var.boxed])
        result = name
        line = func.line
        if boxes:
            self._functions += 1
            result = "F%d" % self._functions
            self.write(f"def {result}({','.join(boxes)}):", line)
            self._indent += 1
        parameters = [var.text + "=None" for var in func.params]
        parameters.append("*V" if func.is_vararg else "*_")
        self.write(f"def {name}({','.join(parameters)}):", line)
        outside = (self.func, self._loops)
        self.func = func
        self._loops = []
        self._indent += 1
        self._begin(func)
        for node in func.body:
            getattr(self, "s_" + node[0])(node)
        self.write("return ()", func.end_line)
        self._indent -= 1
        self.func, self._loops = outside
        if func.coloured:
            self.write(f"{name}=col({name})", line)
        if boxes:
            self.write(f"return {name}", line)
            self._indent -= 1
            result += "(" + ",".join(boxes) + ")"
        return result

    def _begin(self, func):
        line = func.line
        self.write("global " + ",".join(sorted(func.globals) + ["c"]), line)
        written = sorted([var.text for var in func.written if not var.boxed])
        if written:
            self.write("nonlocal " + ",".join(written), line)
        self._tick(line)
        if func.jumps:
            self.write("g=0", line)


def _row(texts):
    """Values in a row; in parentheses where they may need several lines."""
    text = ",".join(texts)
    return f"({text})" if len(texts) > 1 and "@" in text else text


def _depth(text):
    depth = 0
    for char in text:
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
    return depth
