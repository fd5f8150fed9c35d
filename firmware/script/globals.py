"""`_G` of scripts: a view of the slots that their globals are in."""

from script.base import next_
from script.values import Table


def globals_table(run, names):
    """The table `_G`: a view of the slots of the globals. names: those of the library."""
    program = run.program

    def index(_, key):
        return program.global_value(key) if key.__class__ is bytes else None

    def set_index(table, key, value):
        if key in program.names or key in names:
            program.set_global(key, value)
        else:  # no code names it: no slot is spent
            table.put(key, value)
        return ()

    def all_pairs(table):
        for name in names:
            program.global_slot(name)
        view = Table.record({})
        for name in program.names:
            value = program.global_value(name)
            if value is not None:
                view.put(name, value)
        for key, value in table.items():
            view.put(key, value)
        return (next_, view, None)

    table = program.globals = Table()
    table.m = Table.record(
        {b"__index": index, b"__newindex": set_index, b"__pairs": all_pairs, b"__metatable": False}
    )
    return table
