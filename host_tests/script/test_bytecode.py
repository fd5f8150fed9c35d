"""The engine in plain bytecode, as boards/image.py makes it for stock images, does the same."""

import shutil
import sys

import pytest
from corpus import CATEGORIES, read
from twins import HERE, MARK, MICROPYTHON, REPO, engine, run_all

sys.path.insert(0, str(REPO / "boards"))

import image

# What native helpers do most of: arithmetic, comparison, tables, methods, patterns, formats.
CHOSEN = [name for name in CATEGORIES if int(name[:2]) % 4 == 1 or name[:2] in ("49", "50", "51")]


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A tree with lua_main.py and a firmware whose native functions are bytecode."""
    root = tmp_path_factory.mktemp("plain")
    for name, path in image.code("ESP32_GENERIC").items():
        copy = root / "firmware" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(image.NATIVE.sub(b"", path.read_bytes()))
    (root / "boards" / "unix").mkdir(parents=True)
    shutil.copytree(REPO / "boards" / "unix" / "mocks", root / "boards" / "unix" / "mocks")
    (root / "host_tests" / "script").mkdir(parents=True)
    return shutil.copy(HERE / "lua_main.py", root / "host_tests" / "script")


def test_bytecode_does_what_native_code_does(plain):
    snippets = [snippet for name in CHOSEN for snippet in read(CATEGORIES[name])]
    texts = [snippet.text for snippet in snippets]
    in_bytecode = run_all([MICROPYTHON, "-X", "heapsize=8M", plain, "-", MARK], texts, 60)
    for snippet, native, bytecode in zip(snippets, engine(texts), in_bytecode):
        assert bytecode == native, snippet.title
