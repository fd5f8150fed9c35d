"""Collects `mpy_*.py`: tests written in MicroPython, run under the unix port.

A file `host_tests/<room>/mpy_<module>.py` holds plain functions `test_*()`, `async` where they
need the loop, which use `assert`. One interpreter runs a file; `HEAP = "192K"` at its top sets the
heap (2M otherwise).
"""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parent.parent
MICROPYTHON = REPO / ".venv" / "bin" / "micropython"
HARNESS = REPO / "host_tests" / "harness.py"
TIMEOUT_S = 60


def search_path(board="ESP32_GENERIC"):
    """Host folders that stand for the device's sys.path."""
    generated = REPO / "build" / board / "gen"
    folders = [
        generated,
        REPO / "firmware",
        REPO / "firmware" / "lib",
        REPO / "boards" / "unix" / "mocks",
    ]
    return [str(folder) for folder in folders]


def pytest_sessionstart(session):
    subprocess.run([sys.executable, str(REPO / "boards" / "generate.py")], check=True)


def pytest_pycollect_makemodule(module_path, parent):
    if module_path.name.startswith("mpy_"):
        return MicroPythonFile.from_parent(parent, path=module_path)
    return None


class MicroPythonFile(pytest.File):
    def collect(self):
        self.results = None
        tree = ast.parse(self.path.read_text())
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith(
                "test_"
            ):
                yield MicroPythonItem.from_parent(self, name=node.name, line=node.lineno)

    def heap(self):
        for node in ast.parse(self.path.read_text()).body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "HEAP":
                return ast.literal_eval(node.value)
        return "2M"

    def outcome(self, name):
        """The error text of one test, or None; the file runs at the first question."""
        if self.results is None:
            self.results = self.run_all()
        return self.results.get(name, self.results["crash"])

    def run_all(self):
        root = self.config._tmp_path_factory.mktemp(self.path.stem)
        arguments = {
            "file": str(self.path),
            "root": str(root),
            "paths": search_path() + [str(self.path.parent), str(REPO / "host_tests")],
        }
        command = [MICROPYTHON, "-X", f"heapsize={self.heap()}", HARNESS]
        with subprocess.Popen(
            [str(word) for word in command],
            env={**os.environ, "HARNESS": json.dumps(arguments)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as process:
            try:
                output, end = process.communicate(timeout=TIMEOUT_S)[0], "it ended early"
            except subprocess.TimeoutExpired:
                process.kill()
                output, end = process.communicate()[0], f"nothing for {TIMEOUT_S} s"
        results = {"crash": f"not reached: {end}\n{output[-4000:]}"}
        for line in output.splitlines():
            if line.startswith('{"'):
                record = json.loads(line)
                results[record["test"]] = record["error"]
        return results


class MicroPythonItem(pytest.Item):
    def __init__(self, *, line, **kwargs):
        super().__init__(**kwargs)
        self.line = line

    def runtest(self):
        error = self.parent.outcome(self.name)
        if error is not None:
            raise MicroPythonFailure(error)

    def repr_failure(self, excinfo):
        if isinstance(excinfo.value, MicroPythonFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, self.line - 1, self.name


class MicroPythonFailure(Exception):
    """The traceback printed by the interpreter."""
