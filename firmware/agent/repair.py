"""Makes a valid Chat Completions history of a damaged or foreign part of a session file.

What cannot be read is left out; a call without a result and a question without an answer get a
short text in its place, so that every model takes the rest. One line is in memory at a time.
"""

import jsontext
from micropython import const

_LINE_LIMIT_BYTES = const(
    16384
)  # a message is stored with up to 8 KB of text; escaping adds to it
_BUFFER_BYTES = const(256)

_LOST_ANSWER = b'{"content":"(the answer was lost)","role":"assistant"}\n'
_LOST_RESULT = b'{"content":"Error: the result was lost","role":"tool","tool_call_id":%s}\n'


def repair(path, start, end, sealed):
    """Yields the lines to keep of bytes `start` to `end`, and None after each turn.

    sealed: False for the end of the file, where the last turn may be one that was never finished
    """
    if not sealed:
        end = _last_answer(path, start, end)
    calls = []  # ids that have no result yet
    in_turn = answered = False
    for role, ids, line, _ in _messages(path, start, end):
        if role == "tool":
            if ids[0] in calls:
                calls.remove(ids[0])
                yield line
                yield b"\n"
            continue
        yield from _lost_results(calls)
        calls = []
        if role == "user":
            if in_turn and not answered:
                yield _LOST_ANSWER
            yield None
            in_turn = True
        if in_turn:
            calls = ids
            answered = role == "assistant" and not ids
            yield line
            yield b"\n"
    yield from _lost_results(calls)
    if in_turn and not answered:
        yield _LOST_ANSWER


def _last_answer(path, start, end):
    """Position after the last message that ends a turn."""
    last = start
    for role, ids, _, after in _messages(path, start, end):
        if role == "assistant" and not ids:
            last = after
    return last


def _lost_results(calls):
    for call in calls:
        yield _LOST_RESULT % jsontext.quote(call)


def _messages(path, start, end):
    """Yields (role, ids of its calls or of its result, its line anew, position after it)."""
    buf = bytearray(_BUFFER_BYTES)
    with open(path, "rb") as file:
        while start < end:
            file.seek(start)
            size = _line_bytes(file, buf, end - start)
            if size <= _LINE_LIMIT_BYTES:
                file.seek(start)
                message = _read(file, size)
                if message:
                    yield message + (start + size,)
            start += size


def _line_bytes(file, buf, limit):
    """Length of the line that begins here, at most `limit`; read in small pieces."""
    size = 0
    while size < limit:
        count = file.readinto(buf)
        at = buf.find(b"\n", 0, count)
        if at >= 0:
            return min(size + at + 1, limit)
        if not count:
            break
        size += count
    return limit


def _read(file, size):
    """Returns (role, ids, line) of a line, None when it holds no message that may be sent."""
    try:
        message = _message(jsontext.parse(file.read(size)))
        if message is None:
            return None
        ids = [call["id"] for call in message.get("tool_calls", ())]
        if message["role"] == "tool":
            ids = [message["tool_call_id"]]
        return message["role"], ids, jsontext.dumps(message).encode()
    except (ValueError, MemoryError):
        return None


def _message(message):
    """Returns a message with the fields that may be sent, or None."""
    if not isinstance(message, dict):
        return None
    role = message.get("role")
    content = _text(message.get("content"))
    if role == "user" and content is not None:
        return {"role": role, "content": content}
    if role == "tool" and content is not None and _is_filled(message.get("tool_call_id")):
        return {"role": role, "content": content, "tool_call_id": message["tool_call_id"]}
    if role == "assistant":
        return _assistant(message, content)
    return None


def _assistant(message, content):
    kept = {"role": "assistant", "content": content}
    calls = _calls(message.get("tool_calls"))
    if calls:
        kept["tool_calls"] = calls
        if isinstance(message.get("reasoning_content"), str):
            kept["reasoning_content"] = message["reasoning_content"]
    elif content is None:
        return None
    return kept


def _text(content):
    """The text of a message's content, which may be a list of parts; None when it has none."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts = [part.get("text") for part in content if isinstance(part, dict)]
    texts = [text for text in texts if isinstance(text, str)]
    return "".join(texts) if texts else None


def _calls(calls):
    """The calls that have an id of their own and a name."""
    kept = []
    ids = []
    for call in calls if isinstance(calls, list) else ():
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict) or call.get("id") in ids:
            continue
        if _is_filled(call.get("id")) and _is_filled(function.get("name")):
            arguments = _arguments(function.get("arguments"))
            function = {"name": function["name"], "arguments": arguments}
            kept.append({"id": call["id"], "type": "function", "function": function})
            ids.append(call["id"])
    return kept


def _arguments(arguments):
    """Arguments as the text of a JSON object: servers that look into them refuse anything else."""
    if not arguments:
        return "{}"
    try:
        if isinstance(arguments, str) and isinstance(jsontext.parse(arguments), dict):
            return arguments
    except ValueError:
        pass
    return jsontext.dumps(
        arguments if isinstance(arguments, dict) else {"invalid_json": arguments}
    )


def _is_filled(text):
    return isinstance(text, str) and text != ""
