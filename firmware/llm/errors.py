"""What goes wrong on the wire to the model."""


class LlmError(Exception):
    """A request to the model that failed for good.

    args[0] is a sentence for the user: what happened and what to do. sent and received are the bytes that the
    request took on the wire, over all tries.
    """

    def __init__(self, sentence):
        super().__init__(sentence)
        self.sent = 0
        self.received = 0


class ProtocolError(Exception):
    """What was sent or received does not hold together (args[0] says how); a new try may mend it."""
