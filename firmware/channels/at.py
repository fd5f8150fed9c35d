"""`AT` commands: the serial line's side for machines.

A command answers with zero or more `+CLAW:<payload>` lines and then `OK`, or with
`ERROR:<sentence>`. Text in a payload is one JSON value on one line. In a command fields are
separated by commas; the last one takes the rest of the line as it is, any may be a JSON string.
"""

import asyncio

import jsontext
from agent.bus import Message, QueueFull
from channels.console import SESSION, printable
from micropython import const
from nearest import nearest
from oserror import reason
from system import heap
from system.redact import Stream, redact
from system.config import ConfigError
from system.paths import PathError
from system.version import VERSION
from tools.registry import ToolError

_PREFIX = "AT+CLAW="
_STOPPABLE = ("AT+CLAW=ask", "AT+CLAW=lua")  # while they wait
_FILE_LIMIT_BYTES = const(65536)  # what tools write at most


class AtError(Exception):
    """A command that cannot be carried out; args[0] is the sentence for the other side."""


class AskReply:
    """The way back of `AT+CLAW=ask`: one JSON string, written as the answer arrives."""

    def __init__(self, console):
        self._console = console
        self._open = False
        self.ended = asyncio.Event()
        self.sentence = ""

    async def text(self, piece):
        if not self._open:
            self._console.write('+CLAW:"')
            self._open = True
        self._console.write(jsontext.dumps(piece)[1:-1])

    async def notice(self, sentence):
        self._close()  # an answer that starts over is a payload of its own, the last one counts
        self._console.say(sentence)

    async def end(self, sentence):
        if not sentence:
            await self.text("")
        self._close()
        self.sentence = sentence
        self.ended.set()

    def _close(self):
        if self._open:
            self._console.write('"\n')
        self._open = False


async def run(line, console, services):
    """Carries out one command and writes its whole reply.

    line: with .text (str) and .stopped (a stop came while it waited)
    console: what the reply is printed on; services: the dict handed down by main
    """
    try:
        if line.stopped and line.text.startswith(_STOPPABLE):
            raise AtError("Stopped.")
        if line.text != "AT":
            await _command(line.text, console, services)
        console.write("OK\n")
    except (AtError, ConfigError, PathError, QueueFull, ToolError) as error:
        console.write(f"ERROR:{_one_line(str(error))}\n")
    except OSError as error:
        console.write(f"ERROR:{reason(error)}\n")


async def _command(text, console, services):
    if not text.startswith(_PREFIX):
        raise AtError(f"only AT and {_PREFIX}<command> are known")
    name, comma, rest = text[len(_PREFIX) :].partition(",")
    handler = _COMMANDS.get(name)
    if not handler:
        close = nearest(name, _COMMANDS)
        hint = f"did you mean {close}?" if close else "known: " + " ".join(sorted(_COMMANDS))
        raise AtError(f"unknown command '{name}'; {hint}")
    result = handler(rest if comma else None, console, services)
    if hasattr(result, "send"):
        await result


def _one_line(text):
    """A sentence without secrets and without what a terminal would act on."""
    return " ".join(printable(redact(text), "").split())


def _payload(console, text):
    console.write(f"+CLAW:{text}\n")


def _fields(rest, count):
    """Splits the rest of a command into at most `count` fields; the last takes what is left."""
    fields = []
    while rest is not None and len(fields) < count:
        end = _string_end(rest)
        if end and rest[end : end + 1] in ("", ","):
            try:
                field = jsontext.parse(rest[:end])
            except ValueError as error:
                raise AtError(f"a field is not a JSON string: {error}")
            rest = rest[end + 1 :] if end < len(rest) else None
        elif len(fields) == count - 1:
            field, rest = rest, None
        else:
            field, comma, after = rest.partition(",")
            rest = after if comma else None
        fields.append(field)
    return fields


def _string_end(text):
    """Returns where a JSON string at the start of text ends (after its quote), or 0."""
    end = 0 if text.startswith('"') else -1
    while end >= 0:
        end = text.find('"', end + 1)
        backslashes = 0
        while end > 0 and text[end - 1 - backslashes] == "\\":
            backslashes += 1
        if end > 0 and backslashes % 2 == 0:
            return end + 1
    return 0


async def _ask(rest, console, services):
    text = (_fields(rest, 1) or [""])[0]
    if not text.strip():
        raise AtError("ask needs a text: AT+CLAW=ask,<text>")
    reply = AskReply(console)
    services["bus"].post(Message(SESSION, text, reply))
    await reply.ended.wait()
    if reply.sentence:
        raise AtError(reply.sentence)


async def _cap(rest, console, services):
    registry = services["registry"]
    if rest is None:
        for name in registry.names():
            _payload(console, name)
        return
    name, _, arguments = rest.partition(",")
    result = await registry.run(name.strip(), arguments.strip() or "{}")
    console.write("+CLAW:")
    for piece in jsontext.quoted(result):
        console.write(str(piece, "utf-8"))
    console.write("\n")


def _cfg(rest, console, services):
    config = services["config"]
    fields = _fields(rest, 2)
    if not fields:
        for key in config.keys():
            _payload(console, "{" + jsontext.dumps(key) + ":" + config.shown(key) + "}")
        return
    if len(fields) == 2:
        config.set_text(fields[0], fields[1])
    else:
        _payload(console, config.shown(fields[0]))


def _session(rest, console, services):
    sessions = services["sessions"]
    if rest == "list":
        for key in sessions.list():
            _payload(console, jsontext.dumps(key))
    elif rest in ("new", "clear"):
        sessions.clear(SESSION)
    elif rest == "clear,all":
        sessions.clear_all()
    else:
        raise AtError("session takes list, new, clear or clear,all")


def _fs(rest, console, services):
    from tools import files

    fields = _fields(rest, 2)
    action, path = fields if len(fields) == 2 else (rest, "/data/")
    if action == "list":
        for name, _ in files.listing(path):
            _payload(console, jsontext.dumps(name))
    elif action == "delete":
        files.delete(path)
    elif action == "read":
        _write_file(console, files.existing(path)[0])
    else:
        raise AtError("fs takes list, read or delete, and a path under /data/ or /rom/")


def _write_file(console, path):
    from llm.body import FileText

    secrets = Stream()
    console.write('+CLAW:"')
    for chunk in FileText(path, _FILE_LIMIT_BYTES).chunks():
        console.write(secrets.feed(str(chunk, "utf-8")))
    console.write(secrets.end() + '"\n')


async def _lua(rest, console, services):
    fields = _fields(rest, 2)
    if not fields or not fields[0]:
        raise AtError("lua takes the path of a script, and its arguments as a JSON object")
    jobs = services["jobs"]
    try:
        arguments = jsontext.parse(fields[1]) if len(fields) == 2 else {}
        if not isinstance(arguments, dict):
            raise ValueError("not an object")
    except ValueError as error:
        raise AtError(f"the arguments of a script are a JSON object: {error}")
    try:
        outcome, printed = await jobs.run(jobs.source(fields[0]), SESSION, arguments)
    except ValueError as error:
        raise AtError(error.args[0])
    if outcome.error:
        fault = {"error": outcome.error, "lua_error": outcome.traceback}
        result = jsontext.dumps(fault)[1:-1]
    else:
        result = '"result":' + (outcome.result or "null")
    _payload(console, redact("{" + result + ',"stdout":' + jsontext.dumps(printed) + "}"))


def _heap(rest, console, services):
    _nothing(rest)
    _payload(console, jsontext.dumps(heap.report()))


def _wifi(rest, console, services):
    fields = _fields(rest, 2)
    if len(fields) != 2:
        raise AtError("wifi takes <ssid>,<password>; quote a name that holds a comma")
    services["config"].update({"wifi.ssid": fields[0], "wifi.password": fields[1]})


def _stop(rest, console, services):
    """The stop happened when the line was read; here it is acknowledged, in its turn."""
    _nothing(rest)


def _version(rest, console, services):
    _nothing(rest)
    _payload(console, jsontext.dumps(VERSION))


def _restart(rest, console, services):
    _nothing(rest)
    services["restart"]("AT+CLAW=restart")


def _nothing(rest):
    if rest is not None:
        raise AtError("this command takes nothing after it")


_COMMANDS = {
    "ask": _ask,
    "cap": _cap,
    "cfg": _cfg,
    "session": _session,
    "fs": _fs,
    "lua": _lua,
    "heap": _heap,
    "wifi": _wifi,
    "stop": _stop,
    "version": _version,
    "restart": _restart,
}
