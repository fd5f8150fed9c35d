# The firmware as a frozen manifest. A board's own manifest says which board's data goes in:
#
#     include("../firmware.py", board="ESP32_GENERIC")
#
# boards/generate.py makes that data and must have run before.

import os

options.defaults(board="ESP32_GENERIC")

FIRMWARE = os.path.abspath("../firmware")
GENERATED = os.path.abspath(f"../build/{options.board}/gen")

for name in sorted(os.listdir(FIRMWARE)):
    path = os.path.join(FIRMWARE, name)
    if name.endswith(".py"):
        module(name, base_path=FIRMWARE)
    elif os.path.isdir(path) and name not in ("lib", "skills", "docs", "lua"):
        package(name, base_path=FIRMWARE)

for name in sorted(os.listdir(GENERATED)):
    if name.endswith(".py"):
        module(name, base_path=GENERATED)

# Libraries go to the root, where they are imported by their own names. logging is that of
# micropython-lib where the build has it; ours stands in where it cannot be reached.
for name in sorted(os.listdir(FIRMWARE + "/lib")):
    if name == "logging.py":
        try:
            require("logging")
        except ValueError:
            module(name, base_path=FIRMWARE + "/lib")
    elif name.endswith(".py"):
        module(name, base_path=FIRMWARE + "/lib")
