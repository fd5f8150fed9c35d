"""What is forgotten is loaded anew; what is not loaded may be forgotten too."""

import sys

from forget import empty, forget


def test_module_of_a_room():
    from system import checks

    before = id(checks)
    kept = checks  # so that the new module cannot come to lie in its place
    forget("system.checks", "system.none")
    assert "system.checks" not in sys.modules and "system" in sys.modules
    from system import checks

    assert id(checks) != before and kept.whole(5, 1, 9) == checks.whole(5, 1, 9)


def test_module_of_the_library():
    import nearest

    forget("nearest")
    assert "nearest" not in sys.modules
    assert nearest.nearest("lampe", ["lamp"]) == "lamp"


def test_its_memory_comes_back():
    import gc

    def used():
        gc.collect()
        return gc.mem_alloc()

    def load():
        __import__("system.checks")

    load()  # names are kept for good
    forget("system.checks")
    before = used()
    load()
    loaded = used() - before
    forget("system.checks")
    assert loaded > 1000 and used() - before < loaded // 4, (loaded, used() - before)


def test_emptied_modules_keep_nothing():
    from system import checks

    kept = checks
    empty("system.checks", "system.none")
    assert "system.checks" not in sys.modules and not hasattr(kept, "whole")
    from system import checks

    assert checks.whole(5, 1, 9) == 5
