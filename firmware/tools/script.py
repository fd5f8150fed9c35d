"""Lua scripts for the model: one whose end is waited for, or jobs, which go on by themselves."""

from tools.registry import ToolError, tool

_CONSOLE = "serial:0"  # whom a script tells what it has to say when no conversation started it


@tool(
    "lua_run",
    "Run a Lua script to its end. Read /rom/docs/lua.md before writing one.",
    {
        "path": {"type": "string", "description": "a .lua file"},
        "code": {"type": "string", "description": "or Lua text"},
        "args": {"type": "object", "description": "for its run(args)"},
        "timeout_ms": {"type": "integer"},
    },
)
async def lua_run(ctx, path=None, code=None, args=None, timeout_ms=None):
    jobs = ctx.services["jobs"]
    script = _told(jobs.source, path, code)
    outcome, printed = await _done(jobs.run(script, _session(ctx), args, timeout_ms))
    lines = [_ended(outcome)]
    if printed:
        lines += ["printed:", printed.rstrip("\n")]
    return "\n".join(lines)


@tool(
    "lua_run_async",
    "Start a Lua script as a job that goes on by itself, until stopped.",
    {
        "path": {"type": "string"},
        "args": {"type": "object", "description": "for its run(args)"},
        "name": {"type": "string"},
        "replace": {"type": "boolean", "description": "stop the job of that name"},
        "timeout_ms": {"type": "integer"},
    },
    ("path",),
)
async def lua_run_async(ctx, path, args=None, name=None, replace=False, timeout_ms=None):
    jobs = ctx.services["jobs"]
    script = _told(jobs.source, path)
    job = await _done(jobs.start(script, _session(ctx), args, timeout_ms, name, replace))
    return f"OK: {job.title()} {job.state}; lua_job_get with job_id={job.number} shows its output"


@tool(
    "lua_job_get",
    "Show a Lua job's state, result and output.",
    {
        "job_id": {"type": "integer"},
        "since_seq": {"type": "integer", "description": "first line wanted"},
    },
    ("job_id",),
)
def lua_job_get(ctx, job_id, since_seq=1):
    job = _told(ctx.services["jobs"].find, job_id)
    lines = [f"OK: {_described(job)}"]
    if job.outcome and job.outcome.error:
        lines.append(_fault(job.outcome))
    elif job.outcome and job.outcome.result:
        lines.append("result: " + job.outcome.result)
    printed = job.log.lines(since_seq)
    if printed and printed[0][0] > max(since_seq, 1):
        lines.append(f"[lines {max(since_seq, 1)} to {printed[0][0] - 1} are gone]")
    lines += [f"{number}: {text}" for number, text in printed]
    lines.append(f"[go on with since_seq={job.log.next}]")
    return "\n".join(lines)


@tool("lua_job_list", "List the Lua jobs.", {})
def lua_job_list(ctx):
    return "\n".join([_described(job) for job in ctx.services["jobs"].list()]) or "(no jobs)"


@tool("lua_job_stop", "Stop a Lua job.", {"job_id": {"type": "integer"}}, ("job_id",))
async def lua_job_stop(ctx, job_id):
    job = await _done(ctx.services["jobs"].stop(job_id))
    return f"OK: {_described(job)}"


def _told(function, *arguments):
    """Calls a function of the jobs; what it refuses is told to the model."""
    try:
        return function(*arguments)
    except ValueError as error:
        raise ToolError(error.args[0])


async def _done(coroutine):
    """As `_told`, for what takes its time."""
    try:
        return await coroutine
    except ValueError as error:
        raise ToolError(error.args[0])


def _session(ctx):
    return ctx.session or _CONSOLE


def _described(job):
    return f"{job.title()} {job.state}, {job.seconds()} s"


def _ended(outcome):
    if outcome.error:
        return "Error: " + _fault(outcome)
    return "OK: result " + outcome.result if outcome.result else "OK"


def _fault(outcome):
    return outcome.error + ("\n" + outcome.traceback if outcome.traceback else "")
