"""Lets go of modules that are seldom needed: the next import loads them anew."""

import sys


def forget(*names):
    """Removes modules, such as "system.checks", from memory, as far as nothing else holds them."""
    for name in names:
        if name in sys.modules:
            del sys.modules[name]
            room, _, last = name.rpartition(".")
            if room:
                delattr(sys.modules[room], last)
