"""Names of a Lua source: which variable each means, and which functions can sleep."""

from micropython import const

_MOST_LOCALS = const(200)  # of one function, as in Lua


class Var:
    """A local variable. text: how Python spells it, without its box.

    in_loop: each round of a loop has its own; captured: an inner function uses it
    """

    def __init__(self, name, func, in_loop):
        self.name = name
        self.func = func
        self.in_loop = in_loop
        self.is_const = False
        self.is_main = False
        self.captured = False
        self.text = ""
        self.values = []  # what it is assigned: nodes, None for what is not known
        self.is_int = None  # whether all these are integers; None while not looked at

    @property
    def boxed(self):
        """Whether the value is in a list of one, so that inner functions keep that of a round."""
        return self.captured and self.in_loop


class Func:
    """A function of the source while it is parsed, and what the emitter must know of it.

    coloured: it is a generator in Python, for it may sleep
    outer: variables of enclosing functions that it uses; written: those that it assigns
    """

    def __init__(self, parent, line, coloured=False):
        self.parent = parent
        self.line = line
        self.end_line = line
        self.coloured = coloured
        self.is_vararg = parent is None
        self.params = []
        self.body = None
        self.outer = set()
        self.written = set()
        self.globals = set()
        self.loops = 0
        self.jumps = 0
        self.active = []
        self._free = []
        self.slots = parent.slots if parent else 0

    def declare(self, name, error):
        """A new variable, which `show` makes visible; error: makes the LuaError of a text."""
        if len(self.active) >= _MOST_LOCALS:
            raise error(f"too many local variables (limit is {_MOST_LOCALS}) in {self.place()}")
        var = Var(name, self, self.loops > 0)
        if self._free:
            slot = self._free.pop()
        else:
            slot = self.slots
            self.slots += 1
        var.text = "L%d" % slot
        return var

    def place(self):
        return f"function at line {self.line}" if self.parent else "main function"

    def show(self, var):
        self.active.append(var)

    def close(self, mark):
        """Ends the block that began with `mark` active variables."""
        while len(self.active) > mark:
            var = self.active.pop()
            if not var.captured and not var.is_main:
                self._free.append(int(var.text[1:]))

    def find(self, name):
        """The variable that a name means here, or None for a global."""
        func = self
        while func:
            for i in range(len(func.active) - 1, -1, -1):
                if func.active[i].name == name:
                    return self._found(func.active[i])
            func = func.parent
        return None

    def _found(self, var):
        if var.func is not self and not var.is_main:
            var.captured = True
            func = self
            while func is not var.func:
                func.outer.add(var)
                func = func.parent
        return var

    def assigns(self, var):
        """Notes that the function sets a variable."""
        if var.is_main:
            self.globals.add(var.text)
        elif var.func is not self:
            self.written.add(var)
