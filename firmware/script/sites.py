"""The names of operands by line, so that an error can say which one was wrong.

A record is four 16-bit numbers: line, operation and kind of name, slot of the name, key. A key is
the slot of a constant field, the operand of an operator or ANY.
"""

from array import array

from micropython import const

INDEX, CALL, ARITH, BITWISE, CONCAT, LENGTH = range(6)
ANY = const(0xFFFF)
_NUMBER = const(0x8000)  # in the key of an index by a number, and its last bits
_KINDS = ("local", "upvalue", "global", "field", "method", "constant", "")  # "": it has no name


class Sites:
    """The records of one piece."""

    def __init__(self):
        self._records = array("H")

    def add(self, op, line, kind, name, key=None):
        """Adds a record; name: slot of a constant; key: see above, None for any."""
        key = ANY if key is None else key
        for number in (min(line, ANY), op << 4 | _KINDS.index(kind), min(name, ANY), key):
            self._records.append(number)

    def find(self, op, line, key=ANY):
        """Returns a list of (kind, slot of the name) of what matches, without repetitions."""
        found = self._matches(op, line, key)
        return found if found or key == ANY else self._matches(op, line, ANY, True)

    def _matches(self, op, line, key, is_exact=False):
        found = []
        records = self._records
        for i in range(0, len(records), 4):
            if records[i] == line and records[i + 1] >> 4 == op:
                if records[i + 3] == key or (key == ANY and not is_exact):
                    entry = (_KINDS[records[i + 1] & 15], records[i + 2])
                    if entry not in found:
                        found.append(entry)
        return found


def key_of(number):
    """The key of a constant index that is a number."""
    return _NUMBER | int(number) & 0x7FFF if number.__class__ is int else ANY
