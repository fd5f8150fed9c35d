"""One turn under way: where text goes, which calls are owed an answer, what METRIC counts."""

import hashlib
import time

import jsontext
from system import heap
from system.redact import Stream, redact

_CUT_SHORT = "Error: the turn ended while this ran; what it has done is not known"


def line(role, content, call_id=None):
    """Yields one message as the JSON line that is stored and sent, in pieces of bytes."""
    yield b'{"role":"' + role.encode() + b'"'
    if call_id:
        yield b',"tool_call_id":' + jsontext.quote(call_id)
    yield b',"content":'
    yield from jsontext.quoted(content)
    yield b"}"


class Progress:
    """The state of one turn; it is also the sink that llm/client.py streams into.

    message: agent.bus.Message; turn: the session's open record (agent/session.py)
    """

    def __init__(self, message, turn):
        self.session = message.session
        self.turn = turn
        self.outcome = "ok"
        self.sentence = ""
        self.rounds = self.calls = self.same = 0
        self.llm_ms = self.tool_ms = self.sent = self.received = self.heap_peak = 0
        self._reply = message.reply
        self._start = time.ticks_ms()
        self._secrets = Stream()
        self._owed = []  # ids of calls without an answer; the one that is running, or None
        self._running = None
        self._last_call = None
        self._spoke = self._gap = False

    # What the model says, on its way to the reply

    async def text(self, piece):
        """Passes a piece of the answer on, without secrets."""
        await self._send(self._secrets.feed(piece))

    async def notice(self, sentence):
        """Tells the user what goes on (a retry, a wait); text held back is of the lost answer."""
        self._secrets = Stream()
        await self._reply.notice(redact(sentence))

    async def heard(self, answer):
        """Takes note of a whole answer: the rest of it goes out, the next starts a new line."""
        await self._send(self._secrets.end())
        self._gap = self._spoke
        self.count(answer)

    def count(self, request):
        """Counts one request to the model; `request` has .sent and .received in bytes."""
        self.rounds += 1
        self.sent += request.sent
        self.received += request.received

    async def _send(self, piece):
        if piece:
            if self._gap:
                piece = "\n" + piece
            self._gap = False
            self._spoke = True
            await self._reply.text(piece)

    # What the tools answered

    def called(self, answer):
        """Stores the model's message with its calls, which from now on are owed an answer each."""
        self.turn.add(answer.message())
        self._owed = [call[0] for call in answer.calls]

    def starts(self, call_id):
        """Counts a call that is being run from now on: whatever comes, it may have acted."""
        self.calls += 1
        self._running = call_id

    def result(self, call_id, content):
        """Stores the tool message that answers one call."""
        self.turn.add(line("tool", content, call_id))
        self._owed.remove(call_id)
        self._running = None

    def ran(self, name, arguments, result):
        """Counts how often in a row the same call had the same result."""
        digest = hashlib.sha256(name)  # of up to 20 KB that need not stay in memory
        digest.update(arguments)
        digest.update(result)
        call = digest.digest()
        self.same = self.same + 1 if call == self._last_call else 1
        self._last_call = call

    def sample_heap(self):
        """Notes the heap at this point of the turn."""
        self.heap_peak = max(self.heap_peak, heap.sample())

    # The end

    def fail(self, outcome, sentence):
        """Ends the turn with a sentence in place of an answer."""
        if self.outcome == "ok":  # a turn that was capped and then failed was capped
            self.outcome = outcome
        self.sentence = redact(sentence)

    def settle(self):
        """Commits the record: whole when it was answered or a tool acted, else not at all.

        Raises OSError when the flash refuses it.
        """
        if self.sentence and not self.calls:
            self.turn.drop()
            return
        for call_id in list(self._owed):
            ran = call_id == self._running
            self.result(call_id, _CUT_SHORT if ran else "Error: not run, the turn had ended")
        if self.sentence:
            self.turn.add(line("assistant", "(" + self.sentence + ")"))
        self.turn.commit()

    async def finish(self):
        """Gives the reply its end, exactly once."""
        await self._reply.end(self.sentence)

    def metric(self):
        """Returns the turn's METRIC line for the log; times in ms, sizes in bytes."""
        total_ms = time.ticks_diff(time.ticks_ms(), self._start)
        return (
            f"METRIC turn total_ms={total_ms} llm_ms={self.llm_ms} tool_ms={self.tool_ms} "
            f"rounds={self.rounds} calls={self.calls} sent={self.sent} received={self.received} "
            f"heap_peak={self.heap_peak} outcome={self.outcome}"
        )
