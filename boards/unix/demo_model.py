"""The demo model: a Chat Completions server that understands a page of plain English sentences.

It is for newcomers without a key. It answers with real tool calls, but it knows only the sentences
of demo_language.py, and it never stands in for a model where the agent is to be proved.

usage: python demo_model.py [PORT]      (0, the default, picks a free one)

It listens on the loopback address; its first line of output is the base URL: http://127.0.0.1:PORT/v1
"""

import json
import re
import secrets
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from demo_language import GREETING, not_given, small_talk, understand, worded

MODEL = "demo"
MAX_BODY_BYTES = 8 * 1024 * 1024
WORD_PAUSE_S = 0.01  # so that an answer is seen to stream

INTRODUCTION = (
    "(I am Pinpilot's built-in demo and know a page of simple sentences. For a real model, set "
    "LLM_URL, LLM_KEY and LLM_MODEL in the environment and start again, or type "
    "/config llm.url https://… and the same for llm.key and llm.model.)\n"
)


def reply(request):
    """Returns the assistant message for a Chat Completions request: text or tool calls."""
    messages = request["messages"]
    users = [index for index, message in enumerate(messages) if message.get("role") == "user"]
    if not users:
        return {"role": "assistant", "content": GREETING}
    turn = messages[users[-1] + 1 :]
    results = {m["tool_call_id"]: flat(m.get("content")) for m in turn if m.get("role") == "tool"}
    if results:
        told = [
            worded(tool, arguments, results[key])
            for key, tool, arguments in calls_of(turn)
            if key in results
        ]
        text = "\n".join(told)
    else:
        offered = {entry["function"]["name"] for entry in request.get("tools") or ()}
        question = flat(messages[users[-1]].get("content"))
        pins = [a["pin"] for _, _, a in calls_of(messages) if "pin" in a]
        calls = understand(question, pins[-1] if pins else None)
        missing = sorted({tool for tool, _ in calls} - offered)
        if calls and not missing:
            return {"role": "assistant", "content": None, "tool_calls": as_tool_calls(calls)}
        if missing:
            text = not_given(missing)
        else:
            text = small_talk(question, offered)
    return {"role": "assistant", "content": (INTRODUCTION if len(users) == 1 else "") + text}


def flat(content):
    """The text of a message's content: a string, or a list of parts."""
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content if isinstance(part, dict))
    return content or ""


def as_tool_calls(calls):
    return [
        {
            "id": secrets.token_hex(5)[:9],
            "type": "function",
            "function": {"name": tool, "arguments": json.dumps(arguments, ensure_ascii=False)},
        }
        for tool, arguments in calls
    ]


def calls_of(messages):
    """Every (id, tool, arguments) of the assistant messages, in their order."""
    for message in messages:
        for call in message.get("tool_calls") or ():
            function = call["function"]
            yield call["id"], function["name"], json.loads(function["arguments"])


def deltas(message):
    """The message as a model streams it: words, then calls with their arguments in pieces."""
    yield {"role": "assistant", "content": ""}
    for word in re.findall(r"\s*\S+\s*$|\s*\S+", message["content"] or ""):
        yield {"content": word}
    for index, call in enumerate(message.get("tool_calls", ())):
        function = call["function"]
        head = dict(call, function={"name": function["name"], "arguments": ""})
        yield {"tool_calls": [dict(head, index=index)]}
        for piece in re.findall(".{1,12}", function["arguments"], re.DOTALL):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def finish(message):
    return "tool_calls" if "tool_calls" in message else "stop"


def usage(request, message):
    """Token counts in the form of the real ones, guessed at four characters a token."""
    sent, received = len(json.dumps(request["messages"])) // 4, len(json.dumps(message)) // 4
    return {"prompt_tokens": sent, "completion_tokens": received, "total_tokens": sent + received}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self):
        if self.path.rstrip("/").endswith("/v1/models"):
            self.send(200, {"object": "list", "data": [{"id": MODEL, "object": "model"}]})
        else:
            self.refuse(404, f"there is nothing at {self.path}")

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MAX_BODY_BYTES:
            self.close_connection = True
            return self.refuse(
                413, f"a body of 0 to {MAX_BODY_BYTES} bytes with its Content-Length is needed"
            )
        body = self.rfile.read(int(length))
        if not self.path.endswith("/v1/chat/completions"):
            return self.refuse(404, f"there is nothing at {self.path}")
        try:
            request = json.loads(body)
            message = reply(request)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            return self.refuse(400, f"this is not a Chat Completions request: {error!r}")
        head = {
            "id": "chatcmpl-" + secrets.token_hex(8),
            "created": int(time.time()),
            "model": MODEL,
        }
        if request.get("stream"):
            self.stream(head, message, request)
        else:
            choice = {"index": 0, "message": message, "finish_reason": finish(message)}
            self.send(
                200,
                dict(
                    head, object="chat.completion", choices=[choice], usage=usage(request, message)
                ),
            )

    def stream(self, head, message, request):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        head["object"] = "chat.completion.chunk"
        for delta in deltas(message):
            choice = {"index": 0, "delta": delta, "finish_reason": None}
            self.event(json.dumps(dict(head, choices=[choice])))
            time.sleep(WORD_PAUSE_S)
        choice = {"index": 0, "delta": {}, "finish_reason": finish(message)}
        self.event(json.dumps(dict(head, choices=[choice])))
        if (request.get("stream_options") or {}).get("include_usage"):
            self.event(json.dumps(dict(head, choices=[], usage=usage(request, message))))
        self.event("[DONE]")
        self.wfile.write(b"0\r\n\r\n")

    def event(self, text):
        data = f"data: {text}\n\n".encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def refuse(self, status, sentence):
        self.send(
            status, {"error": {"message": sentence, "type": "invalid_request_error", "code": None}}
        )

    def send(self, status, value):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format, *args):
        pass


class Server(ThreadingHTTPServer):
    """The demo model on the loopback address; `url` is its base URL. Port 0 picks a free one."""

    daemon_threads = True

    def __init__(self, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request, client_address):
        """A board that hangs up in the middle of an answer is no error."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


def main():
    server = Server(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    print(server.url, flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
