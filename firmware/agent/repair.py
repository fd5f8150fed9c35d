"""Makes a valid Chat Completions history of a damaged or foreign part of a session file.

What cannot be read is left out; a call without a result and a question without an answer get a
short text in its place, so that every model takes the rest. One line is in memory at a time.
"""

import jsontext
from micropython import const

_LINE_LIMIT_BYTES = const(
    16384
)  # a message is stored with up to 8 KB of text; escaping adds to it
_SKIP_BYTES = const(256)

_LOST_ANSWER = {"role": "assistant", "content": "(the answer was lost)"}
_LOST_RESULT = "Error: the result was lost"


def repair(path, start, end, sealed):
    """Yields the lines to keep of bytes `start` to `end`, and None after each turn.

    sealed: False for the end of the file, where the last turn may be one that was never finished
    """
    if not sealed:
        end = _last_answer(path, start, end)
    calls = []  # ids that have no result yet
    in_turn = answered = False
    for message, _ in _messages(path, start, end):
        role = message["role"]
        if role == "tool":
            if message["tool_call_id"] in calls:
                calls.remove(message["tool_call_id"])
                yield _line(message)
            continue
        yield from _lost_results(calls)
        calls = []
        if role == "user":
            if in_turn and not answered:
                yield _line(_LOST_ANSWER)
            yield None
            in_turn = True
        if in_turn:
            calls = [call["id"] for call in message.get("tool_calls", ())]
            answered = role == "assistant" and not calls
            yield _line(message)
    yield from _lost_results(calls)
    if in_turn and not answered:
        yield _line(_LOST_ANSWER)


def _last_answer(path, start, end):
    """Position after the last message that ends a turn."""
    last = start
    for message, after in _messages(path, start, end):
        if message["role"] == "assistant" and "tool_calls" not in message:
            last = after
    return last


def _lost_results(calls):
    for call in calls:
        yield _line({"role": "tool", "tool_call_id": call, "content": _LOST_RESULT})


def _line(message):
    return jsontext.dumps(message).encode() + b"\n"


def _messages(path, start, end):
    """Yields (message, position after its line) for each line that holds one."""
    with open(path, "rb") as file:
        file.seek(start)
        while start < end:
            line = file.readline(min(_LINE_LIMIT_BYTES, end - start))
            if not line:
                return
            start += len(line)
            is_whole = line.endswith(b"\n") or start == end
            piece = line
            while start < end and not piece.endswith(b"\n"):  # the rest of a line that is too long
                piece = file.readline(min(_SKIP_BYTES, end - start))
                start += len(piece)
            message = _message(line) if is_whole else None
            if message:
                yield message, start


def _message(line):
    """Returns the message of one line with the fields that may be sent, or None."""
    try:
        message = jsontext.parse(line)
    except (ValueError, MemoryError):
        return None
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
