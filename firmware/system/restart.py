"""A restart that waits its turn: whoever wants one asks here; it comes when replies are out."""

import asyncio
import logging

log = logging.getLogger("restart")


class Restart:
    """Called with who asks (str) to ask for a restart; `run` carries it out."""

    def __init__(self):
        self._wanted = asyncio.Event()

    def __call__(self, who):
        log.info("asked for by %s", who)
        self._wanted.set()

    @property
    def is_wanted(self):
        """Whether somebody has asked."""
        return self._wanted.is_set()

    async def run(self, *quiet):
        """Waits until a restart is wanted, then for each async function given, then resets."""
        await self._wanted.wait()
        for wait in quiet:
            await wait()
        import machine

        machine.reset()
