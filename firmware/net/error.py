"""What a request may end in."""


class HttpError(Exception):
    """args[0] is a sentence for a person; .retry: may the same request be sent again (bool)."""

    def __init__(self, sentence, retry=False):
        super().__init__(sentence)
        self.retry = retry
