"""Writes table constructors as Python."""

_NEVER_NIL = ("string", "number", "true", "false", "func", "table", "cat")
_STILL = ("string", "number", "true", "false", "nil", "func", "local", "global", "vararg")
_CHUNK = 48  # items of one list display: they all lie on the stack at once


class Constructors:
    """The part of the emitter that writes tables."""

    def v_table(self, node):
        _, line, entries = node
        if not entries:
            return "tab(EMPTY,EMPTYD)"
        items = [value for key, value in entries if not key]
        fields = [entry for entry in entries if entry[0]]
        if items and entries[-1][0]:  # the last item gives one value only
            items[-1] = ("paren", line, items[-1])
        named = [field for field in fields if field[0][0] == "string"]
        pairs = [field for field in fields if field[0][0] != "string"]
        if items and (pairs or (fields and not _is_still(items) and not _is_still(fields))):
            return self._table_in_order(line, entries)
        is_plain = True
        for part in items + [field[1] for field in named]:
            is_plain = is_plain and part[0] in _NEVER_NIL
        texts = [f"{self.single(key)}:{self.single(value)}" for key, value in named]
        shown = "{" + ",".join(texts) + "}" if texts else "EMPTYD"
        if self.is_open(items) or len(items) > _CHUNK:
            text = f"tabv({shown},{self._lists(items)})"
        else:
            texts = ["None"] + [self.single(item) for item in items]
            array = "[" + ",".join(texts) + "]" if items else "EMPTY"
            text = f"{'tab' if is_plain else 'tabn'}({array},{shown})"
        if pairs:
            texts = [f"{self.single(key)},{self.single(value)}" for key, value in pairs]
            text = f"@{line};tabk({text},{','.join(texts)})"
        return text

    def _table_in_order(self, line, entries):
        """A table whose items and fields both do something: one after the other."""
        texts = []
        for key, value in entries:
            if value is entries[-1][1] and not key and self.is_open([value]):
                texts.append(f"Y,{self.open(value)}")
            else:
                texts.append(f"{self.single(key) if key else None},{self.single(value)}")
        return f"@{line};tabm({','.join(texts)})"

    def _lists(self, items):
        """Lists of a few items each; the last one has all values of the last item."""
        texts = []
        for i in range(0, len(items), _CHUNK):
            part = items[i : i + _CHUNK]
            if i + _CHUNK >= len(items) and self.is_open(items):
                texts.append(f"tup({self.arguments(part)})")
            else:
                texts.append("(" + "".join([self.single(item) + "," for item in part]) + ")")
        return ",".join(texts)


def _is_still(nodes):
    """Whether an order in which these are evaluated cannot be seen."""
    for node in nodes:
        parts = node if node[0].__class__ is tuple else (node,)
        for part in parts:
            if part[0] not in _STILL:
                return False
    return True
