"""Turns a server's refusal into the two halves of a sentence: what happened, and what to do.

Loaded when something was refused.
"""

import json

import jsontext
from clip import clip
from llm.errors import Refused
from micropython import const
from net.http import HttpError
from system.redact import redact
from utf8 import visible

_BODY_LIMIT = const(2048)
_SHOWN_LIMIT = const(300)
_KEYS = ("error", "message", "msg", "detail", "text", "error_description", "errors")
_DEPTH = const(4)

_SHORTER = "/new starts a shorter conversation"
_CREDIT = "top the account up at the provider, or set another key (/config llm.key KEY)"
_ENDED = "the server ended the answer with an error"
_LATER = "ask again in a while"
_OTHER_WORDS = "say it another way"

# What a status means: (cause, advice). RFC 9110 and what providers use beyond it.
_MEANING = {
    400: ("the server did not accept the request", "check llm.model and llm.extra"),
    401: ("the server refused the key", "set the right one (/config llm.key KEY)"),
    402: ("the account has no credit left", _CREDIT),
    403: ("the server refused access", "check what the key and llm.model allow at the provider"),
    404: ("the server knows no such address or model", "check llm.url and llm.model"),
    408: ("the server waited too long for the request", "ask again"),
    413: ("the request was too large for the server", _SHORTER),
    429: ("the server is asked too often", "wait a while and ask again"),
    500: ("the server has trouble", _LATER),
}

# What providers write into their errors, and what then helps.
_HINTS = (
    ("insufficient_quota", _CREDIT),
    ("context_length", _SHORTER),
    ("context length", _SHORTER),
    ("data_inspection", _OTHER_WORDS),
    ("content_filter", _OTHER_WORDS),
)
_UNSUPPORTED = (
    "unsupported",
    "not supported",
    "not permitted",
    "unrecognized",
    "unknown",
    "unexpected",
)
_PASSING = (
    "overloaded",
    "rate_limit",
    "rate limit",
    "server_error",
    "unavailable",
    "timeout",
    "internal",
)


async def of_reply(response):
    """Reads the body of a reply with an error status and returns a Refused."""
    from llm.retry import asked_wait_ms

    body = jsontext.decode(await _begin_of(response))
    refused = _refused(
        response.status, response.status, _shown(body) or tidy(response.reason), body
    )
    refused.wait_ms = asked_wait_ms(response)
    return refused


async def _begin_of(response):
    """As much of the body as is looked at."""
    view = memoryview(bytearray(_BODY_LIMIT))
    end = 0
    count = 1
    while count and end < _BODY_LIMIT:
        try:
            count = await response.readinto(view[end:])
        except HttpError:  # the status alone says enough
            count = 0
        end += count
    return view[:end]


def of_chunk(chunk, choice, text):
    """Returns a Refused when a chunk of a stream (dict; text: its JSON) is an error, else None.

    choice: the first of its choices, a dict
    """
    error = chunk.get("error") or choice.get("error")
    ended = choice.get("finish_reason") == "error" or choice.get("error")
    if not error and ended:
        return Refused(_ENDED, _LATER)
    if not error:
        if not _is_bare_error(chunk):
            return None
        error = chunk
    body = jsontext.decode(text[:_BODY_LIMIT])
    code = _status(error) or _status(chunk)
    status = code
    if not status:
        lower = body.lower()
        status = 500 if any(lower.find(word) >= 0 for word in _PASSING) else 400
    blameless = ended and status == 400 and not code
    message = tidy(_message(error, _DEPTH))
    return _refused(status, code, message, body, (_ENDED, _LATER) if blameless else None)


def of_page(data):
    """Returns a Refused for a web page (bytes) in place of a reply."""
    page = tidy(_without_tags(jsontext.decode(data[:_BODY_LIMIT])))
    shown = f" ({page})" if page else ""
    return Refused("the server answered with a web page" + shown, "check llm.url")


def asks_for(refused, field, instead_of):
    """Whether a refusal asks for one field of the request instead of another: it names the one, or
    calls the other unsupported.
    """
    body = refused.body
    if body.find(field) >= 0:
        return True
    return body.find(instead_of) >= 0 and any(body.find(word) >= 0 for word in _UNSUPPORTED)


def _is_bare_error(chunk):
    """Whether a chunk is like `{"code":…, "msg":…}`, where choices should be, without success."""
    if "choices" in chunk or chunk.get("code") in (0, 200, "0", "200"):
        return False
    texts = [chunk.get(key) for key in ("message", "msg", "detail")]
    return any(text and isinstance(text, str) for text in texts)


def _status(error):
    """The HTTP status that an error object names, or None."""
    if isinstance(error, dict):
        for key in ("code", "status", "status_code"):
            value = error.get(key)
            if isinstance(value, str) and len(value) == 3 and value.isdigit():
                value = int(value)
            if isinstance(value, int) and 400 <= value < 600:
                return value
    return None


def _refused(status, code, message, body, meaning=None):
    """code: the status to show, or None; body: all that is known of the error; meaning: what it
    means if not what its status does.
    """
    cause, advice = meaning or _MEANING.get(status) or _MEANING[500 if status >= 500 else 400]
    retry = status in (408, 409, 429) or status >= 500
    lower = body.lower()
    for word, hint in _HINTS:
        if lower.find(word) >= 0:
            advice = hint
            retry = retry and hint is not _CREDIT
    details = ": ".join(str(part) for part in (code, message) if part)
    if details:
        cause = f"{cause} ({details})"
    return Refused(cause, advice, retry, None, status, lower)


def _shown(body):
    """What an error body says, short enough for a line of chat."""
    start = body.lstrip()[:1]
    if start == "<":
        return tidy(_without_tags(body))
    if start in ("{", "["):
        try:
            return tidy(_message(json.loads(body), _DEPTH))
        except (ValueError, RuntimeError, MemoryError):
            pass  # cut at the limit, nested without end, or no JSON after all
    return tidy(body)


def _message(value, depth):
    """The first text under the keys that servers use for it."""
    if isinstance(value, str):
        return value
    if depth and isinstance(value, list) and value:
        return _message(value[0], depth - 1)
    if depth and isinstance(value, dict):
        for key in _KEYS:
            text = _message(value.get(key), depth - 1)
            if text:
                return text
    return ""


def _without_tags(page):
    parts = []
    for part in page.split("<"):
        tag, _, text = part.partition(">")
        if tag[:6].lower() not in ("script", "style"):
            parts.append(text)
    return " ".join(parts)


def tidy(text):
    """One line without secrets, cut."""
    return clip(redact(" ".join(visible(jsontext.repair(text)).split())), _SHOWN_LIMIT, "…")
