"""Runs one script as the firmware does: `micropython once.py SCRIPT MOCKS`. Fails when it does.

table.py bisects the heap with it, so there is nothing else in here.
"""

import sys

sys.path[:] = [".frozen", sys.argv[2]]

import asyncio
import gc

from script import runner
from script.run import Run
from script.source import Source

gc.threshold((gc.mem_free() + gc.mem_alloc()) // 8)  # as main.py does
source = Source("x.lua", lambda: open(sys.argv[1], "rb"))
run = Run("once", {}, len, len)
outcome = asyncio.run(runner.execute(run, source, {}, 1 << 28, bool))
if outcome.state != "DONE":
    print(outcome.error)
    sys.exit(1)
