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


def empty(*names):
    """Forgets modules of which nothing will run again, and takes out what they hold.

    Something on the stack may still point to one of them; that must not keep it all.
    """
    modules = [sys.modules[name] for name in names if name in sys.modules]
    forget(*names)
    for module in modules:
        module.__dict__.clear()
