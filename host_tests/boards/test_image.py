"""boards/image.py: what the images hold, native code, builds side by side, mistakes."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
BOARDS = REPO / "boards"
MICROPYTHON = REPO / ".venv" / "bin" / "micropython"
U32 = REPO / "build" / "u32" / "micropython-u32"
sys.path.insert(0, str(BOARDS))

import freshness
import image

NUMBERS = {"x86": 1, "x64": 2, "xtensawin": 10, "rv32imc": 11}
ARCHS = ("x64", "x86", "xtensawin")
HALF_NATIVE = """import micropython


@micropython.native
def add(a, b):
    return a + b


def fail():
    return add(1, None)
"""
USE = """
import sys, vfs
with open(sys.argv[1], "rb") as file:
    data = file.read()
vfs.mount(vfs.VfsRom(memoryview(data)), "/rom")
sys.path[:] = ["/rom"]
from room.inner import half
print(half.add(20, 22), half.__file__)
try:
    half.fail()
except TypeError as error:
    sys.print_exception(error)
"""
LIST = """
import os, sys, vfs
def walk(path):
    for name, kind, *_ in os.ilistdir(path):
        if kind == 0x4000:
            walk(path + "/" + name)
        else:
            print(path[4:] + "/" + name)
with open(sys.argv[1], "rb") as file:
    data = file.read()
vfs.mount(vfs.VfsRom(memoryview(data)), "/rom")
walk("/rom")
"""


def listed(path):
    """The files of an image as MicroPython mounts it, each with a leading slash."""
    command = [MICROPYTHON, "-X", "heapsize=4M", "-c", LIST, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split()


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A firmware of two files, built in a folder of its own."""
    firmware = tmp_path / "firmware"
    (firmware / "room").mkdir(parents=True)
    (firmware / "boot.py").write_text("boot = 1\n")
    (firmware / "room" / "thing.py").write_text("x = 1\n")
    (firmware / "docs").mkdir()
    (firmware / "docs" / "page.md").write_text("# page\n")
    (firmware / "skills" / "blink" / "scripts").mkdir(parents=True)
    (firmware / "skills" / "blink" / "helper.py").write_text("not python\n")
    monkeypatch.setattr(image, "REPO", tmp_path)
    monkeypatch.setattr(image, "FIRMWARE", firmware)
    monkeypatch.setattr(image, "BUILD", tmp_path / "build")
    monkeypatch.setattr(image, "CACHE", tmp_path / "build" / "cache")
    gen = tmp_path / "build" / "B" / "gen"
    gen.mkdir(parents=True)
    (gen / "made.py").write_text("y = 2\n")
    return firmware


def test_code_and_data_have_their_places(elsewhere):
    assert sorted(image.code("B")) == ["lib/made.py", "room/thing.py"]
    data = image.data()
    assert {"docs/page.md", "skills/blink/helper.py"} < set(data)
    assert all(name.endswith(".der") for name in data if name.startswith("certs/"))


def test_what_is_compiled_is_kept(elsewhere, monkeypatch):
    first = image.compile_all(image.code("B"))
    assert sorted(first) == ["lib/made.mpy", "room/thing.mpy"]
    assert all(mpy[:2] == b"M\x06" for mpy in first.values())
    monkeypatch.setattr(image.subprocess, "run", lambda *_, **__: pytest.fail("compiled again"))
    assert image.compile_all(image.code("B")) == first
    monkeypatch.undo()


def test_a_change_compiles_one_file(elsewhere, monkeypatch):
    image.compile_all(image.code("B"))
    (elsewhere / "room" / "thing.py").write_text("x = 2\n")
    compiled = []
    run = subprocess.run

    def watch(command, **settings):
        compiled.append(command[command.index("-s") + 1])
        return run(command, **settings)

    monkeypatch.setattr(image.subprocess, "run", watch)
    image.compile_all(image.code("B"))
    assert compiled == ["room/thing.py"]


def test_a_mistake_names_its_file(elsewhere):
    (elsewhere / "room" / "thing.py").write_text("def broken(:\n")
    with pytest.raises(image.ImageError) as caught:
        image.compile_all(image.code("B"))
    assert "firmware/room/thing.py" in str(caught.value) and "SyntaxError" in str(caught.value)


@pytest.fixture
def half_native(elsewhere):
    """A module deep in the tree of which one function is to be native."""
    path = elsewhere / "room" / "inner" / "half.py"
    path.parent.mkdir()
    path.write_text(HALF_NATIVE)
    return path


def arch_of(mpy):
    """The number of the architecture in the head of a .mpy, 0 for bytecode."""
    return mpy[2] >> 2


def test_native_code_is_one_image_an_architecture(half_native):
    sources = image.code("B")
    plain = image.compile_all(sources)
    assert {arch_of(mpy) for mpy in plain.values()} == {0}
    for arch, number in NUMBERS.items():
        native = image.compile_all(sources, arch)
        assert native.keys() == plain.keys()
        differs = {name for name in plain if native[name] != plain[name]}
        assert differs == {"room/inner/half.mpy"}
        assert arch_of(native["room/inner/half.mpy"]) == number
    half_native.write_text(HALF_NATIVE.replace("a + b", "a - b"))
    assert image.compile_all(sources, "x86") != native
    assert image.compile_all(sources) != plain


@pytest.mark.parametrize("arch", NUMBERS)
def test_the_firmware_compiles_for_every_processor(arch):
    """Jumps and constants of one reach less far than those of another."""
    native = image.compile_all(image.code("ESP32_GENERIC"), arch)
    assert {arch_of(mpy) for mpy in native.values()} == {0, NUMBERS[arch]}


def test_every_board_has_an_architecture():
    chips = {board: image.architectures(board)[-1] for board in image.BOARDS}
    assert chips["ESP32_GENERIC"] == chips["ESP32_GENERIC_S3"] == "xtensawin"
    assert chips["ESP32_GENERIC_C3"] == chips["ESP32_GENERIC_C6"] == "rv32imc"


@pytest.mark.parametrize(
    "interpreter,arch",
    [(MICROPYTHON, None), (MICROPYTHON, "x64"), (U32, None), (U32, "x86")],
    ids=["64-bit", "64-bit-native", "32-bit", "32-bit-native"],
)
def test_native_and_plain_run_alike(interpreter, arch, half_native, tmp_path):
    if not interpreter.exists():
        pytest.skip("needs the 32-bit build: make u32")
    if arch == "x64" and platform.machine() != "x86_64":
        pytest.skip("needs a machine of that architecture")
    path = tmp_path / "some.img"
    path.write_bytes(image.pack(image.compile_all(image.code("B"), arch)))
    done = subprocess.run(
        [interpreter, "-X", "heapsize=1M", "-c", USE, path],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "42 /rom/room/inner/half.mpy", done.stdout + done.stderr
    # Native code has no line numbers; what is stripped leaves those of the rest as they were.
    assert any('half.py", line 10, in fail' in line for line in lines)


def test_pack_is_what_micropython_mounts(tmp_path):
    files = {"top.mpy": b"1", "a/b/c.txt": b"x" * 300, "a/z": b"", "lib/m.mpy": b"22"}
    path = tmp_path / "some.img"
    path.write_bytes(image.pack(files))
    assert sorted(listed(path)) == sorted("/" + name for name in files)
    path.write_bytes(image.pack({}))
    assert listed(path) == []


def test_builds_side_by_side_give_whole_images():
    command = [sys.executable, BOARDS / "image.py", "ESP32_GENERIC"]
    builds = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    outputs = [build.communicate()[0] for build in builds]
    assert [build.returncode for build in builds] == [0] * 4
    assert len(set(outputs)) == 1
    rom = listed(REPO / "build" / "ESP32_GENERIC" / "rom.img")
    data = listed(REPO / "build" / "ESP32_GENERIC" / "data.img")
    assert {"/main.mpy", "/lib/tool_catalog.mpy", "/lib/board_data.mpy"} < set(rom)
    assert not [name for name in rom if name.endswith(".py") or name.startswith("/boot")]
    assert set(data) < set(rom) and not [name for name in data if name.endswith(".mpy")]
    printed = [line.split() for line in outputs[0].splitlines() if line.endswith("in all")]
    images = {name: int(size.replace(",", "")) for size, name, *_ in printed}
    assert images.keys() == {"data.img", "rom.img", *(f"rom-{arch}.img" for arch in ARCHS)}
    for name, size in images.items():
        assert size == (REPO / "build" / "ESP32_GENERIC" / name).stat().st_size
    assert "tools" in outputs[0] and "llm" in outputs[0]


def test_an_unchanged_image_is_left_alone():
    command = [sys.executable, BOARDS / "image.py", "--quiet"]
    path = REPO / "build" / "ESP32_GENERIC" / "rom.img"
    subprocess.run(command, check=True)
    before = path.stat().st_ino
    assert subprocess.run(command, check=True, capture_output=True).stdout == b""
    assert path.stat().st_ino == before


def test_freshness_sees_every_change(tmp_path, monkeypatch):
    monkeypatch.setattr(freshness, "REPO", tmp_path)
    source = tmp_path / "firmware" / "room" / "thing.py"
    source.parent.mkdir(parents=True)
    source.write_text("x = 1\n")
    (tmp_path / "pyproject.toml").write_text("")
    stamp = freshness.stamp("B")
    stamp.parent.mkdir(parents=True)
    assert not freshness.is_fresh("B")

    def changes(change):
        stamp.write_text(freshness.fingerprint())
        assert freshness.is_fresh("B")
        change()
        return not freshness.is_fresh("B")

    assert changes(lambda: source.write_text("x = 22\n"))
    assert changes(lambda: os.utime(source, ns=(0, 0)))
    assert changes(lambda: source.rename(source.with_name("other.py")))
    assert changes(lambda: source.with_name("other.py").unlink())
    assert changes(lambda: (tmp_path / "pyproject.toml").write_text("pins"))


def test_a_build_leaves_the_image_fresh():
    subprocess.run([sys.executable, BOARDS / "image.py", "--quiet"], check=True)
    assert freshness.is_fresh("ESP32_GENERIC")
