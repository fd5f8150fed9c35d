"""Messages in, one turn at a time: the bounded queue between the channels and the agent.

A channel posts a `Message` and goes on; the bus hands each to the agent in order. The message's
reply object is the only way back: `await text(piece)` as the answer arrives, `await
notice(sentence)` for what the user should know meanwhile, and exactly once `await end(sentence)`,
where the sentence says why a turn failed and is empty when it did not.
"""

import asyncio
import logging

from micropython import const

_QUEUE_LIMIT = const(8)

log = logging.getLogger("bus")


class QueueFull(Exception):
    """The queue holds as many messages as it may; the sentence is for the sender."""


class Message:
    """One message of a person (or of a schedule).

    session: str, the conversation's key such as `serial:0`
    text: str, any language
    reply: the channel's reply object, see above
    """

    def __init__(self, session, text, reply):
        self.session = session
        self.text = text
        self.reply = reply
        self.ending = False  # set when the turn is over but for its end: nothing is left to stop


class Bus:
    """The queue and the one task (`run`) that empties it.

    routes: by the first word of a session's key, such as `serial`, its channel's
    function (session, text) for what no message asked for
    """

    def __init__(self, agent):
        self._agent = agent
        self._queue = []
        self._news = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._task = None
        self._stopping = False
        self.current = None
        self.routes = {}

    def post(self, message):
        """Queues a message and returns how many are ahead of it (0: it starts at once).

        Raises QueueFull when eight wait already.
        """
        if len(self._queue) >= _QUEUE_LIMIT:
            raise QueueFull(
                "too many messages are waiting; please try again when an answer is out"
            )
        ahead = len(self._queue) + (self.current is not None)
        self._queue.append(message)
        self._idle.clear()
        self._news.set()
        return ahead

    def stop(self):
        """Ends the running turn, whosever it is; the queue goes on. Returns False without one."""
        if self.current is None:
            return False
        if not self._stopping and not self.current.ending:
            self._stopping = True
            self._task.cancel()
        return True

    def is_turn(self):
        """Whether the calling task is the one that runs turns."""
        return asyncio.current_task() is self._task

    def notify(self, session, text):
        """Tells whoever belongs to a session; returns False when its channel is not open."""
        route = self.routes.get(session.split(":")[0])
        if route is None:
            return False
        route(session, text)
        return True

    async def idle(self):
        """Returns when no turn runs and none waits."""
        await self._idle.wait()

    async def run(self):
        """Takes message after message, for ever."""
        self._task = asyncio.current_task()
        while True:
            if not self._queue:
                self._idle.set()
                self._news.clear()
                await self._news.wait()
            self.current = self._queue.pop(0)
            try:
                await self._agent.turn(self.current)
            except asyncio.CancelledError:
                if not self._stopping:  # then it is no stop that came late, but the end
                    raise
            except Exception as error:  # the border of a channel: its reply failed, others go on
                log.exception("reply failed", exc_info=error)
            finally:
                self.current = None
                self._stopping = False
