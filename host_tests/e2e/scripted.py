"""A model that answers by script: for faults and timings that a mock cannot be told to produce.

Each step of the script answers one request: a list of chunks (dicts; sent as server-sent events,
with [DONE] at the end), or a function that gets the open handler and writes the reply itself. The
last step serves for ever.
"""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def delta(finish=None, **fields):
    return {
        "id": "r",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "delta": fields, "finish_reason": finish}],
    }


def text(content, size=16):
    """Chunks that stream `content` in pieces of `size` characters."""
    pieces = [content[i : i + size] for i in range(0, len(content), size)]
    return (
        [delta(role="assistant", content="")]
        + [delta(content=piece) for piece in pieces]
        + [delta("stop")]
    )


def calls(*wanted):
    """Chunks of one answer with tool calls; each is (name, arguments as dict or raw text)."""
    chunks = [delta(role="assistant", content=None)]
    for index, (name, arguments) in enumerate(wanted):
        raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
        function = {"name": name, "arguments": ""}
        chunks.append(
            delta(
                tool_calls=[
                    {
                        "index": index,
                        "id": f"call{index:05}",
                        "type": "function",
                        "function": function,
                    }
                ]
            )
        )
        for start in range(0, len(raw), 24):
            piece = {"arguments": raw[start : start + 24]}
            chunks.append(delta(tool_calls=[{"index": index, "function": piece}]))
    return chunks + [delta("tool_calls")]


def status(code, body=None, **headers):
    """A step that answers with a status and a JSON body."""

    def write(handler):
        payload = json.dumps(body or {"error": {"message": f"scripted {code}"}}).encode()
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(payload)))
        handler.end_headers()
        handler.wfile.write(payload)

    return write


class Scripted:
    """The server, a context manager.

    url; bodies and headers of what was asked; first_token: when text began, in monotonic seconds
    """

    def __init__(self, *script):
        self.script = list(script)
        self.bodies = []
        self.headers = []
        self.first_token = []
        self.asked = threading.Semaphore(0)  # released once a request
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self):
                self.close_connection = True
                outer.headers.append(dict(self.headers))
                outer.bodies.append(
                    json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                )
                outer.asked.release()
                step = outer.script.pop(0) if len(outer.script) > 1 else outer.script[0]
                try:
                    if callable(step):
                        step(self)
                    else:
                        outer.stream(self, step)
                except (BrokenPipeError, ConnectionResetError):
                    pass  # the board went away, as some tests want it to

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.outer = self
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def stream(self, handler, chunks, done=True):
        """Sends chunks as server-sent events in HTTP chunked coding."""
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        told = False
        for chunk in chunks:
            if not told and chunk["choices"][0]["delta"].get("content"):
                told = True
                self.first_token.append(time.monotonic())
            self.piece(handler, b"data: " + json.dumps(chunk).encode() + b"\n\n")
        if done:
            self.piece(handler, b"data: [DONE]\n\n")
            handler.wfile.write(b"0\r\n\r\n")

    @staticmethod
    def piece(handler, data):
        handler.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
