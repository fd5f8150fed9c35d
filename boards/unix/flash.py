"""The flash of the simulated board: what it holds when it is new, and settings from the environment."""

import json
import os

FOLDERS = ("data", "state", "addons", "certs")
OURS = "# Laid and renewed by boards/unix/pinpilot; delete this line to keep your own changes.\n"
MAIN = '__import__("main").start()  # /rom/main.mpy: boot.py has put /rom first\n'
SETTINGS = {"LLM_URL": ("config.json", "llm.url"), "LLM_MODEL": ("config.json", "llm.model"), "LLM_KEY": ("secrets.json", "llm.key")}


def lay(root, firmware):
    """Fills an empty flash. boot.py and main.py are renewed as long as their first line is ours."""
    for name in FOLDERS:
        (root / name).mkdir(parents=True, exist_ok=True)
    for name, text in (("boot.py", (firmware / "boot.py").read_text()), ("main.py", MAIN)):
        path = root / name
        if not path.exists() or path.read_text(errors="replace").startswith(OURS):
            replace(path, OURS + text)


def take_settings(root, environment):
    """Writes LLM_URL, LLM_MODEL and LLM_KEY into the board's settings."""
    for variable, (name, key) in SETTINGS.items():
        if environment.get(variable):
            settings = read_settings(root, name)
            settings[key] = environment[variable]
            replace(root / name, json.dumps(settings, indent=1, sort_keys=True))


def read_settings(root, name):
    """Returns a settings file as a dict; an absent or broken one is empty, as for the firmware."""
    try:
        settings = json.loads((root / name).read_text())
    except (OSError, ValueError):
        return {}
    return settings if isinstance(settings, dict) else {}


def replace(path, text):
    """Writes a file whole or not at all, and only when it changes."""
    if path.exists() and path.read_text(errors="replace") == text:
        return
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(text)
    os.replace(temporary, path)
