"""A restart that waits its turn: whoever wants one asks here, main carries it out when every reply is out."""

import asyncio
import logging

log = logging.getLogger("restart")


class Restart:
    """Called with the reason (str) to ask for a restart; `await wanted()` returns when somebody has."""

    def __init__(self):
        self._wanted = asyncio.Event()

    def __call__(self, reason):
        log.info("asked for by %s", reason)
        self._wanted.set()

    async def wanted(self):
        await self._wanted.wait()
