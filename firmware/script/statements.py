"""Parses statements into tuples (kind, line, …); see expressions.py for what is in them.

local (…, vars, values)    assign (…, targets, values)    expr (…, call)    do (…, block)
localfunc (…, Var, Func)   while (…, condition, block)    repeat (…, block, condition)
if (…, [(condition, block)], else block or None)          break (…)         return (…, values)
fornum (…, Var, start, limit, step or None, block)        foreach (…, vars, values, block)
goto (…, name)             label (…, name)
"""

from script.expressions import Expressions

BLOCK_ENDS = ("eof", "end", "else", "elseif", "until")


class Parser(Expressions):
    """Reads one statement after the other; `program` gives main variables their slots."""

    def __init__(self, lexer, program, main):
        super().__init__(lexer)
        self.func = main
        self._program = program
        self._blocks = 0  # how deep; 0 is the top level

    def at_end(self):
        return self.lexer.kind == "eof"

    def block(self, opener=None, line=0):
        """The statements up to the word that ends the block, which stays.

        With the opener "repeat", the condition, too: it may name what is local to the block.
        """
        self.enter()
        self._blocks += 1
        mark = len(self.func.active)
        body = []
        while self.lexer.kind not in BLOCK_ENDS:
            node = self.statement()
            if node:
                body.append(node)
                if node[0] == "return":
                    break
        if opener:
            self.expect_end("until", opener, line)
            body = (body, self.expression())
        self.func.close(mark)
        self._blocks -= 1
        self.leave()
        return body

    def statement(self):
        """One statement, None for an empty one."""
        lexer = self.lexer
        kind = lexer.kind
        line = lexer.line
        read = _READERS.get(kind)
        if read:
            lexer.next()
            return read(self, line)
        if self.take(";"):
            return None
        return self._expression_statement(line)

    def _if(self, line):
        arms = []
        otherwise = None
        while True:
            condition = self.expression()
            self.expect("then")
            arms.append((condition, self.block()))
            if self.take("elseif"):
                continue
            if self.take("else"):
                otherwise = self.block()
            self.expect_end("end", "if", line)
            return ("if", line, arms, otherwise)

    def _while(self, line):
        condition = self.expression()
        return ("while", line, condition, self._named_loop("while", line))

    def _named_loop(self, opener, line):
        self.expect("do")
        self.func.loops += 1
        body = self.block()
        self.func.loops -= 1
        self.expect_end("end", opener, line)
        return body

    def _do(self, line):
        body = self.block()
        self.expect_end("end", "do", line)
        return ("do", line, body)

    def _repeat(self, line):
        self.func.loops += 1
        body, condition = self.block("repeat", line)
        self.func.loops -= 1
        return ("repeat", line, body, condition)

    def _for(self, line):
        first = self.name()
        mark = len(self.func.active)
        if self.take("="):
            start = self.expression()
            self.expect(",")
            limit = self.expression()
            step = self.expression() if self.take(",") else None
            self.func.loops += 1
            var = self._declared(first)
            var.values = [start, step] if step else [start]
            body = self._named_loop("for", line)
            self.func.loops -= 1
            self.func.close(mark)
            return ("fornum", line, var, start, limit, step, body)
        names = [first]
        while self.take(","):
            names.append(self.name())
        if self.lexer.kind != "in":
            wanted = "'in'" if len(names) > 1 else "'=' or 'in'"
            raise self.lexer.error(f"{wanted} expected")
        self.lexer.next()
        values = self.list()
        self.func.loops += 1
        variables = [self._declared(name) for name in names]
        for var in variables:
            var.values.append(None)
        body = self._named_loop("for", line)
        self.func.loops -= 1
        self.func.close(mark)
        return ("foreach", line, variables, values, body)

    def _declared(self, name):
        var = self._new(name, True)
        self.func.show(var)
        return var

    def _new(self, name, in_block=False):
        var = self.func.declare(name, self.lexer.error)
        if self.func.parent is None and not self._blocks and not in_block:
            var.is_main = True
            var.text = "M%d" % self._program.main_slot()
            self.func.globals.add(var.text)
        return var

    def _function(self, line):
        name = self.name()
        target = self.variable(name, line)
        is_method = False
        while self.lexer.kind in (".", ":"):
            is_method = self.lexer.kind == ":"
            self.lexer.next()
            name = self.name()
            target = ("index", line, target, ("string", line, name))
            if is_method:
                break
        func = self.function(line, name, is_method)
        self._check_target(target)
        if target[0] == "local":
            target[2].values.append(None)
        return ("assign", line, [target], [("func", line, func)])

    def _local(self, line):
        if self.take("function"):
            name = self.name()
            var = self._new(name)
            self.func.show(var)
            var.values.append(None)
            return ("localfunc", line, var, self.function(line, name))
        variables = []
        while True:
            var = self._new(self.name())
            if self.take("<"):
                var.is_const = self._attribute() == b"const"
            variables.append(var)
            if not self.take(","):
                break
        values = self.list() if self.take("=") else []
        for i in range(len(variables)):
            self.func.show(variables[i])
            variables[i].values.append(_value(values, i))
        if len(values) == 1:
            self.note(variables[0].name, values[0])
            if values[0][0] == "index" and values[0][3][0] == "string":
                if values[0][3][2] in self.sleepers:
                    self.sleepers.add(variables[0].name)
        return ("local", line, variables, values)

    def _attribute(self):
        attribute = self.name()
        self.expect(">")
        if attribute == b"close":
            raise self.lexer.error("<close> is not supported", b"")
        if attribute != b"const":
            raise self.lexer.error(f"unknown attribute '{attribute.decode()}'", b"")
        return attribute

    def _return(self, line):
        values = []
        if self.lexer.kind not in BLOCK_ENDS and self.lexer.kind != ";":
            values = self.list()
        self.take(";")
        return ("return", line, values)

    def _break(self, line):
        if not self.func.loops:
            raise self.lexer.error(f"break outside loop at line {line}", b"")
        return ("break", line)

    def _goto(self, line):
        self.func.jumps += 1
        return ("goto", line, self.name())

    def _label(self, line):
        name = self.name()
        self.expect("::")
        return ("label", line, name)

    def _expression_statement(self, line):
        node = self.suffixed()
        if self.lexer.kind not in ("=", ","):
            if node[0] not in ("call", "method"):
                raise self.lexer.error("syntax error")
            return ("expr", line, node)
        targets = []
        while True:
            if node[0] not in ("local", "global", "index"):
                raise self.lexer.error("syntax error")
            targets.append(node)
            if not self.take(","):
                break
            node = self.suffixed()
        for target in targets:
            self._check_target(target)
        self.expect("=")
        values = self.list()
        for i in range(len(targets)):
            if targets[i][0] == "local":
                targets[i][2].values.append(_value(values, i))
        if len(targets) == 1:
            self._note_target(targets[0], values[0])
        return ("assign", line, targets, values)

    def _note_target(self, target, value):
        if target[0] == "global":
            self.note(target[2], value)
        elif target[0] == "local":
            self.note(target[2].name, value)
        elif target[3][0] == "string":
            self.note(target[3][2], value)

    def _check_target(self, target):
        if target[0] == "local":
            if target[2].is_const:
                name = target[2].name.decode()
                raise self.lexer.error(f"attempt to assign to const variable '{name}'", b"")
            self.func.assigns(target[2])
        elif target[0] == "global":
            slot = self._program.global_slot(target[2])
            self.func.globals.add("G%d" % slot)


def _value(values, i):
    """What the i-th of some targets is assigned; None for one of the results of a call."""
    return values[i] if i < len(values) else None


_READERS = {
    "if": Parser._if, "while": Parser._while, "do": Parser._do, "for": Parser._for,
    "repeat": Parser._repeat, "function": Parser._function, "local": Parser._local,
    "return": Parser._return, "break": Parser._break, "goto": Parser._goto, "::": Parser._label,
}  # fmt: skip
