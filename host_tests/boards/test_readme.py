"""What the README shows works as shown: the AT example, and the tool that an owner adds."""

import re
import subprocess
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
README = (REPO / "README.md").read_text()


def board(root, text):
    """What the board prints on its serial port for the lines of `text`."""
    command = [REPO / "boards" / "unix" / "pinpilot", "--root", root]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_of_a_program(tmp_path):
    line, shown = re.search(
        r"    \$ echo '(.*)' \| boards/unix/pinpilot\n((?:    .*\n)+)", README
    ).groups()
    assert board(tmp_path, line + "\n") == re.sub("^    ", "", shown, flags=re.MULTILINE)


def test_the_example_of_a_tool(tmp_path):
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (tmp_path / "addons").mkdir()
    (tmp_path / "addons" / "blink.py").write_text(code)
    calls = ('{"pin":4,"times":1}', '{"pin":6,"times":1}')
    said = board(tmp_path, "".join(f"AT+CLAW=cap,blink,{call}\n" for call in calls))
    assert '+CLAW:"OK: gpio 4 blinked"\nOK\n' in said
    assert '+CLAW:"Error: gpio 6 is reserved (flash)"\nOK\n' in said
