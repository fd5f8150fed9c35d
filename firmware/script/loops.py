"""Writes branches and loops as Python.

A loop that is left by more than one level sets `g` to the number of the jump and breaks; behind
each loop on the way stands what passes it on.
"""

from script.phrases import Phrases


class Loops(Phrases):
    """The part of the emitter that writes what runs more than once, or not at all."""

    def s_if(self, node):
        _, line, arms, otherwise = node
        deep = 0
        word = "if"
        for condition, body in arms:
            if word == "elif" and _has_function(condition):  # which needs lines of its own
                self.write("else:", line)
                self._indent += 1
                deep += 1
                word = "if"
            self.write(f"{word} {self.condition(condition)}:", condition[1])
            self._block(body, line)
            word = "elif"
        if otherwise:
            self.write("else:", line)
            self._block(otherwise, line)
        self._indent -= deep

    def s_while(self, node):
        # Python compiles the condition of a while behind the body, with the lines of the body.
        _, line, condition, body = node
        self.write("while True:", line)
        self._indent += 1
        self.write(f"if not {self.condition(condition)}:break", condition[1])
        self._indent -= 1
        self._loop(body, line)

    def s_repeat(self, node):
        _, line, body, condition = node
        self.write("while True:", line)
        self._loop(body, line, condition)

    def s_fornum(self, node):
        _, line, var, start, limit, step, body = node
        texts = [self.single(part) for part in (start, limit, step) if part]
        self.write(f"for {var.text} in rng({','.join(texts)}):", line)
        self._loop(body, line, None, (var,))

    def s_foreach(self, node):
        _, line, variables, values, body = node
        names = ",".join([var.text for var in variables])
        count = len(variables)
        maker = ("e1(", "e2(")[count - 1] if count < 3 else f"en({count},"
        self.write(f"for {names} in {maker}{self.arguments(values)}):", line)
        self._loop(body, line, None, variables)

    def _loop(self, body, line, until=None, variables=()):
        labels = []
        for inner in reversed(body):
            if inner[0] != "label":
                break
            labels.append(inner[2])
        loop = [labels, until, []]
        self._loops.append(loop)
        self._indent += 1
        self._tick(line)
        for var in variables:
            if var.boxed:
                self.write(f"{var.text}=[{var.text}]", line)
        for inner in body:
            getattr(self, "s_" + inner[0])(inner)
        if until:
            self._until(until)
        self._indent -= 1
        self._loops.pop()
        for number, depth in loop[2]:
            self.write(f"if g=={number}:", line)
            self._indent += 1
            if depth > 1:
                self._loops[-1][2].append((number, depth - 1))
                self.write("break", line)
            else:
                self.write("g=0", line)
                self._continue(self._loops[-1], line)
            self._indent -= 1

    def _tick(self, line):
        self.write("if (c:=c-1)<0:" + ("yield" if self.func.coloured else "tick()"), line)

    def _until(self, condition):
        self.write(f"if {self.condition(condition)}:break", condition[1])

    def _continue(self, loop, line):
        if loop[1]:
            self._until(loop[1])
        self.write("continue", line)

    def s_break(self, node):
        self.write("break", node[1])

    def s_label(self, node):
        pass

    def s_goto(self, node):
        _, line, name = node
        for depth in range(len(self._loops)):
            loop = self._loops[-1 - depth]
            if name in loop[0]:
                break
        else:
            shown = name.decode()
            text = f"goto '{shown}' is no jump to the end of a loop around it; use if or break"
            raise self._error(text, b"", line)
        if not depth:
            self._continue(loop, line)
            return
        self._jumps += 1
        self.write(f"g={self._jumps}", line)
        self.write("break", line)
        self._loops[-1][2].append((self._jumps, depth))


def _has_function(node):
    """Whether a function is made within an expression."""
    if node.__class__ is tuple or node.__class__ is list:
        if node and node[0] == "func":
            return True
        for part in node:
            if _has_function(part):
                return True
    return False
