"""The version is named in the firmware; pyproject.toml and the changelog follow it."""

import re
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent


def test_the_version_is_the_same_everywhere():
    source = (REPO / "firmware" / "system" / "version.py").read_text()
    version = re.search(r'^VERSION = "(.+)"$', source, re.MULTILINE)[1]
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    assert f'\nversion = "{version}"\n' in (REPO / "pyproject.toml").read_text()
    newest = re.search(r"^## (\S+)", (REPO / "CHANGELOG.md").read_text(), re.MULTILINE)[1]
    assert newest == version
