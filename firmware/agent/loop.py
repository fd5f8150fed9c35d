"""The agent: ask the model, run the tools it calls, ask again, until it answers without calls.

A turn is capped in rounds and in calls a round, every call id gets its tool message, and a turn
always ends with an answer or with a sentence that says what to do. What happened is kept in the
session as one record, except when a turn failed before any tool acted: then nothing is kept and
the user simply asks again.
"""

import asyncio
import logging
import time

from agent.progress import Progress, line
from clip import clip
from llm.errors import LlmError
from micropython import const
from oserror import reason
from system.redact import redact

_MESSAGE_LIMIT_BYTES = const(8192)  # a stored message is cut there, with a note
_LOG_LIMIT_BYTES = const(160)
_SAME_LIMIT = const(3)  # the same call with the same result so many times in a row leads nowhere

_NO_ANSWER = {  # by the outcome that the turn has so far
    "ok": "The model gave an empty answer; ask again, or take another (/config llm.model NAME).",
    "capped": "The model called tools for {} rounds without an answer; ask for less at once, or "
    "raise agent.max_rounds.",
    "repeated": "The model repeated one call with the same result; say it another way, or /new "
    "starts afresh.",
}

_CUT = {  # by finish_reason
    "length": "The answer was cut at the model's length limit; ask for less, or raise "
    "llm.max_tokens.",
    "content_filter": "The model's provider withheld the answer; say it another way.",
}

log = logging.getLogger("agent")


class Agent:
    """Runs one turn at a time; the bus sees to that.

    services: dict with config, registry, sessions, context (see rooms.py)
    client: llm.client.Client
    tools: the context of tool calls, told here which conversation a turn belongs to
    """

    def __init__(self, services, client, tools):
        self._config = services["config"]
        self._registry = services["registry"]
        self._sessions = services["sessions"]
        self._context = services["context"]
        self._client = client
        self._tools = tools

    async def turn(self, message):
        """Answers one message on its reply object, whatever network, model, tools and flash do."""
        self._sessions.history_bytes = self._config["agent.history_kb"] * 1024
        try:
            session = self._sessions.open(message.session)
        except (OSError, MemoryError) as error:
            await message.reply.end(_failure(error)[1])
            return
        run = Progress(message, session.begin())
        self._tools.session = message.session
        self._tools.channel = message.session.split(":")[0]
        try:
            # Whoever typed a key into the chat did not mean to tell the model's provider.
            text = clip(redact(message.text), _MESSAGE_LIMIT_BYTES)
            run.turn.add(line("user", text))
            await self._converse(run, session.segments())
        except asyncio.CancelledError:
            run.fail("stopped", "Stopped.")
        except Exception as error:  # the border of a turn: it ends with a sentence all the same
            run.fail(*_failure(error))
        message.ending = True
        self._settle(run)
        log.info(run.metric())
        await run.finish()

    async def _converse(self, run, history):
        for _ in range(self._config["agent.max_rounds"]):
            answer = await self._ask(run, history, self._registry.visible())
            if answer.calls:
                run.called(answer)
                await self._run_calls(run, answer)
            elif answer.said.total_bytes:
                run.turn.add(answer.message())
                if answer.finish in _CUT:
                    await run.notice(_CUT[answer.finish])
                return
            else:
                raise LlmError(_CUT.get(answer.finish) or _NO_ANSWER["ok"])
            if run.same >= _SAME_LIMIT:
                run.outcome = "repeated"
                break
        else:
            run.outcome = "capped"
        await self._conclude(run, history)

    async def _conclude(self, run, history):
        """Asks once more without tools, so that the user gets an answer all the same."""
        answer = await self._ask(run, history, [])
        if not answer.said.total_bytes:
            raise LlmError(_NO_ANSWER[run.outcome].format(run.rounds - 1))
        answer.calls = ()  # whatever it calls now is not run
        run.turn.add(answer.message())

    async def _ask(self, run, history, tools):
        messages = [self._context.system(run.session)] + history + run.turn.segments()
        run.sample_heap()
        start = time.ticks_ms()
        try:
            answer = await self._client.ask(messages, tools, run)
        except LlmError as error:
            run.count(error)
            raise
        finally:
            run.llm_ms += time.ticks_diff(time.ticks_ms(), start)
        await run.heard(answer)
        run.sample_heap()
        return answer

    async def _run_calls(self, run, answer):
        limit = self._config["agent.max_calls"]
        for number, (call_id, name, arguments) in enumerate(answer.calls):
            if number >= limit:
                result = f"Error: not run, at most {limit} calls are run at a time; call it again"
            elif run.same >= _SAME_LIMIT:
                result = "Error: not run, the call before it gave the same result again"
            elif call_id in answer.cut_calls:
                result = "Error: not run, its arguments were cut off at the answer's length limit"
            else:
                run.starts(call_id)
                start = time.ticks_ms()
                result = await self._registry.run(name, arguments)
                run.tool_ms += time.ticks_diff(time.ticks_ms(), start)
                run.ran(name, arguments, result)
                log.info("%s %s -> %s", name, _shown(arguments), _shown(result))
                run.sample_heap()
            run.result(call_id, result)

    def _settle(self, run):
        try:
            run.settle()
        except (OSError, MemoryError) as error:
            why = reason(error) if isinstance(error, OSError) else "out of memory"
            log.error("turn not stored: %s", why)
            if not run.sentence:
                run.fail("storage", f"The answer stands but will not be remembered: {why}.")


def _failure(error):
    """Returns the outcome and the sentence of a turn that an exception has ended."""
    if isinstance(error, LlmError):
        return "error", str(error)
    if isinstance(error, MemoryError):
        return "memory", "The board ran out of memory in this turn; /new starts a shorter one."
    log.exception("turn failed", exc_info=error)
    if isinstance(error, OSError):
        return "storage", f"A file was not read or written: {reason(error)}; see what /data holds."
    name = type(error).__name__
    return "failed", f"The turn failed ({name}: {error}); /log has the details."


def _shown(text):
    return clip(redact(text), _LOG_LIMIT_BYTES, "…")
