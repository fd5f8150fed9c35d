"""The flash of a simulated board: what it holds when it is new, and settings from outside."""

import json
import os

FOLDERS = ("data", "state", "addons", "certs")
OURS = "# Laid and renewed by boards/unix/pinpilot: delete this line to keep your own changes.\n"
MAIN = '__import__("main").start()  # /rom/main.mpy: boot.py has put /rom first\n'


def lay(root, firmware):
    """Makes the folders, boot.py and main.py; both are renewed while their first line is ours."""
    for name in FOLDERS:
        (root / name).mkdir(parents=True, exist_ok=True)
    for name, text in (("boot.py", (firmware / "boot.py").read_text()), ("main.py", MAIN)):
        path = root / name
        if not path.exists() or path.read_text(errors="replace").startswith(OURS):
            replace(path, OURS + text)


def settings(root, name="config.json"):
    """Returns a settings file as a dict; an absent or broken one is empty, as for the firmware."""
    try:
        found = json.loads((root / name).read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def set_model(root, url, key, model):
    """Writes what is not empty into the settings llm.url, llm.key and llm.model."""
    new = {"config.json": {"llm.url": url, "llm.model": model}, "secrets.json": {"llm.key": key}}
    for name, values in new.items():
        values = {key: value for key, value in values.items() if value}
        if values:
            whole = {**settings(root, name), **values}
            replace(root / name, json.dumps(whole, indent=1, sort_keys=True) + "\n")


def replace(path, text):
    """Writes a file whole or not at all, and only when it changes."""
    if path.exists() and path.read_text(errors="replace") == text:
        return
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(text)
    os.replace(temporary, path)
