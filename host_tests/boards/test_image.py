"""boards/image.py: what is in the images, builds side by side, what a mistake says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
BOARDS = REPO / "boards"
MICROPYTHON = REPO / ".venv" / "bin" / "micropython"
sys.path.insert(0, str(BOARDS))

import freshness
import image

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
        compiled.append(command[-1])
        return run(command, **settings)

    monkeypatch.setattr(image.subprocess, "run", watch)
    image.compile_all(image.code("B"))
    assert compiled == [elsewhere / "room" / "thing.py"]


def test_a_mistake_names_its_file(elsewhere):
    (elsewhere / "room" / "thing.py").write_text("def broken(:\n")
    with pytest.raises(image.ImageError) as caught:
        image.compile_all(image.code("B"))
    assert "firmware/room/thing.py" in str(caught.value) and "SyntaxError" in str(caught.value)


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
    size = int(outputs[0].splitlines()[-1].split()[0].replace(",", ""))
    assert size == (REPO / "build" / "ESP32_GENERIC" / "rom.img").stat().st_size
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
