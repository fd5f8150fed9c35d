"""What a request may end in."""


class HttpError(Exception):
    """A request that failed; args[0] is the whole sentence for a person.

    cause, advice: its halves, what happened and what to do
    retry: may the same request be sent again
    """

    def __init__(self, cause, advice, retry=False):
        super().__init__(f"{cause}; {advice}")
        self.cause = cause
        self.advice = advice
        self.retry = retry
