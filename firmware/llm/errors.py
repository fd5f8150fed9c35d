"""What goes wrong on the wire to the model."""


class LlmError(Exception):
    """A request to the model that failed for good.

    args[0] is a sentence for the user: what happened and what to do. sent and received are the
    bytes that the request took on the wire, over all tries that got a reply.
    """

    def __init__(self, sentence):
        super().__init__(sentence)
        self.sent = 0
        self.received = 0


class ProtocolError(Exception):
    """What was sent or received does not hold together, as args[0] says; a new try may mend it."""


class Refused(Exception):
    """A try that the server refused.

    cause, advice: what happened and what to do, as the two halves of a sentence
    retry: whether the same request may succeed later
    wait_ms: after how long, by the server's word, or None
    status, body: the HTTP status and what the server said, in lower case
    """

    def __init__(self, cause, advice, retry=False, wait_ms=None, status=0, body=""):
        super().__init__(cause)
        self.cause = cause
        self.advice = advice
        self.retry = retry
        self.wait_ms = wait_ms
        self.status = status
        self.body = body
