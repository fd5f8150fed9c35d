# The firmware in the 32-bit unix port, as an ESP32 image has it frozen.

include("$(MPY_DIR)/extmod/asyncio")
include("../firmware.py", board="ESP32_GENERIC")
