"""The pin policy on every board: each GPIO number and use, with and without gpio.allow."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPO / "boards"))
spec = importlib.util.spec_from_file_location(
    "generate_for_boards", REPO / "boards" / "generate.py"
)
generate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(generate)

HIGHEST = 60
BOOT_PIN = "(strapping pin: high at reset stops the boot)"
USES = ("input", "output", "adc")
# What the chips' documents say, written down apart from boards/chips.py.
ESP32 = {
    "absent": [20, 24, 28, 29, 30, 31],
    "highest": 39,
    "input only": [34, 35, 36, 37, 38, 39],
    "flash": [6, 7, 8, 9, 10, 11],
    "UART0": [1, 3],
    "strapping": [0, 2, 5, 12, 15],
    "no output": [12],
    "adc": [0, 2, 4, 12, 13, 14, 15, 25, 26, 27, 32, 33, 34, 35, 36, 37, 38, 39],
}
S2 = {
    "absent": [22, 23, 24, 25],
    "highest": 46,
    "input only": [46],
    "flash": [26, 27, 28, 29, 30, 31, 32],
    "USB": [19, 20],
    "UART0": [43, 44],
    "strapping": [0, 45, 46],
    "adc": list(range(1, 21)),
}
S3 = {**S2, "highest": 48, "input only": [], "strapping": [0, 3, 45, 46]}
EXPECTED = {
    "ESP32_GENERIC": ESP32,
    "ESP32_GENERIC-SPIRAM": {**ESP32, "PSRAM": [16, 17]},
    "ESP32_GENERIC_S2": S2,
    "ESP32_GENERIC_S3": S3,
    "ESP32_GENERIC_S3-SPIRAM_OCT": {**S3, "PSRAM": [33, 34, 35, 36, 37]},
    "ESP32_GENERIC_C3": {
        "absent": [],
        "highest": 21,
        "flash": [12, 13, 14, 15, 16, 17],
        "USB": [18, 19],
        "UART0": [20, 21],
        "strapping": [2, 8, 9],
        "adc": [0, 1, 2, 3, 4],
    },
    "ESP32_GENERIC_C6": {
        "absent": [],
        "highest": 30,
        "flash": [24, 25, 26, 27, 28, 29, 30],
        "USB": [12, 13],
        "UART0": [16, 17],
        "strapping": [4, 5, 8, 9, 15],
        "adc": [0, 1, 2, 3, 4, 5, 6],
    },
}
SCRIPT = """
import sys
sys.path[:] = {paths}
import fake_board
from hardware.pins import Pins, PinError

class Board:
    pass

def verdict(pins, gpio, use):
    try:
        return "ok" + pins.check(gpio, use)
    except PinError as exc:
        return exc.args[0]

import json
result = {{}}
for name, text in {boards}.items():
    namespace = {{}}
    exec(text, namespace)
    board = Board()
    for key in namespace:
        if key.isupper():
            setattr(board, key, namespace[key])
    for allow in (None, list(range(-1, {highest}))):
        config = {{"gpio.allow": allow, "gpio.names": {{}}}}
        pins = Pins(config, board)
        for use in {uses}:
            key = "%s %s %s" % (name, use, "listed" if allow else "free")
            result[key] = [verdict(pins, gpio, use) for gpio in range(-1, {highest})]
print(json.dumps(result))
"""


@pytest.fixture(scope="session")
def verdicts():
    """ "board use free|listed" → sentence by GPIO number, from -1."""
    folders = [REPO / "build" / "ESP32_GENERIC" / "gen"]
    folders += [REPO / "firmware", REPO / "firmware" / "lib", REPO / "host_tests"]
    boards = {board: generate.board_data(board) for board in generate.BOARDS}
    paths = [str(folder) for folder in folders] + [".frozen"]
    script = SCRIPT.format(paths=paths, boards=boards, highest=HIGHEST, uses=USES)
    command = [REPO / ".venv" / "bin" / "micropython", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {key: dict(enumerate(line, -1)) for key, line in json.loads(done.stdout).items()}


def reserved(facts):
    return {
        gpio: reason
        for reason in ("flash", "PSRAM", "USB", "UART0")
        for gpio in facts.get(reason, ())
    }


@pytest.mark.parametrize("board", EXPECTED)
@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("allow", ["free", "listed"])
def test_every_pad(verdicts, board, use, allow):
    facts = EXPECTED[board]
    said = verdicts[f"{board} {use} {allow}"]
    for gpio in range(-1, HIGHEST):
        reason = reserved(facts).get(gpio)
        if gpio < 0 or gpio > facts["highest"] or gpio in facts["absent"]:
            assert said[gpio] == f"gpio {gpio} is not a valid output pin"
        elif reason and not (reason == "UART0" and allow == "listed"):
            assert said[gpio] == f"gpio {gpio} is reserved ({reason})"
        elif use == "adc" and gpio not in facts["adc"]:
            assert said[gpio].startswith(f"gpio {gpio} has no ADC; use one of: ")
        elif use == "output" and gpio in facts.get("input only", ()):
            assert said[gpio] == f"gpio {gpio} is not a valid output pin"
        elif use == "output" and gpio in facts.get("no output", ()) and allow == "free":
            assert said[gpio] == f"gpio {gpio} is not a valid output pin {BOOT_PIN}"
        elif gpio in facts["strapping"]:
            assert said[gpio].startswith("ok (strapping pin: ") and said[gpio].endswith(")")
        else:
            assert said[gpio] == "ok"


def test_quad_boards_keep_the_pads_that_octal_ones_lose(verdicts):
    assert verdicts["ESP32_GENERIC_S3 output free"][35] == "ok"
    assert verdicts["ESP32_GENERIC_S3-SPIRAM_OCT output free"][35] == "gpio 35 is reserved (PSRAM)"


def test_every_board_is_checked():
    assert set(EXPECTED) == set(generate.BOARDS)
