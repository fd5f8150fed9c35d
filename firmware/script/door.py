"""Stands for the jobs until a script is asked for: most boards run none for days."""


class Door:
    """services["jobs"]: script.jobs.Jobs, which is loaded when something is wanted of it."""

    def __init__(self, services):
        self._services = services
        self._jobs = None

    def __getattr__(self, name):
        if self._jobs is None:
            from script.jobs import Jobs

            self._jobs = Jobs(self._services)
        return getattr(self._jobs, name)

    # What is asked whether there are scripts or not

    def stop_runs(self):
        return self._jobs is not None and self._jobs.stop_runs()

    def summary(self):
        return "none" if self._jobs is None else self._jobs.summary()

    async def close(self):
        if self._jobs is not None:
            await self._jobs.close()

    def abandon(self):
        if self._jobs is not None:
            self._jobs.abandon()
