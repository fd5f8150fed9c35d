"""The checker of request bodies can fail, and aimock can be started, asked and stopped."""

import json
import urllib.error
import urllib.request

import pytest

from aimock import Aimock, check_body

CALL = {"id": "a1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
TOOL = {
    "type": "function",
    "function": {
        "name": "f",
        "description": "d",
        "parameters": {
            "type": "object",
            "properties": {"pin": {"type": "integer", "description": "GPIO"}},
            "required": ["pin"],
        },
    },
}
NO_PARAMETERS = {"type": "function", "function": {"name": "f"}}
USER = {"role": "user", "content": "hi"}
CALLING = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "a1", "content": "OK"}


def body(*messages, **more):
    return dict({"model": "m", "messages": list(messages), "stream": True}, **more)


def with_function(**more):
    return dict(TOOL, function=dict(TOOL["function"], **more))


def with_arguments(text):
    return dict(CALLING, tool_calls=[dict(CALL, function={"name": "f", "arguments": text})])


GOOD = (
    body(USER),
    body({"role": "system", "content": "s"}, USER, CALLING, RESULT, tools=[TOOL]),
    body(USER, {"role": "assistant", "content": "Hello."}, USER, max_tokens=100),
    dict(body(USER, tools=[NO_PARAMETERS]), stream=False),
)
BAD = {
    "no model": {"messages": [USER], "stream": True},
    "messages is no list": dict(body(), messages="hi"),
    "unknown role": body({"role": "robot", "content": "hi"}),
    "no tool_call_id": body(USER, CALLING, {"role": "tool", "content": "OK"}),
    "arguments as an object": body(USER, with_arguments({}), RESULT),
    "tool without function": body(USER, tools=[{"type": "function"}]),
    "stream is no boolean": body(USER, stream=[1]),
    "a number as text": body(USER, max_tokens="5"),
    "unknown key": body(USER, colour="red"),
    "unknown key of a message": body(dict(USER, ts=1)),
    "unknown key of a call": body(USER, dict(CALLING, tool_calls=[dict(CALL, index=0)]), RESULT),
    "unknown key of a tool": body(USER, tools=[dict(TOOL, group="x")]),
    "unknown key of a function": body(USER, tools=[with_function(module="x")]),
    "schema beyond the common ground": body(
        USER, tools=[with_function(parameters={"type": "object", "additionalProperties": False})]
    ),
    "empty properties": body(
        USER, tools=[with_function(parameters={"type": "object", "properties": {}})]
    ),
    "no tools": body(USER, tools=[]),
    "arguments are no JSON": body(USER, with_arguments("{pin"), RESULT),
    "arguments are no object": body(USER, with_arguments("[]"), RESULT),
    "result without call": body(USER, RESULT),
    "call without result": body(USER, CALLING),
    "call without result in the middle": body(USER, CALLING, USER),
    "the same id twice": body(USER, CALLING, RESULT, CALLING, RESULT),
    "nothing said": body(USER, {"role": "assistant", "content": None}),
}


@pytest.mark.parametrize("good", GOOD)
def test_a_good_body_passes(good):
    check_body(good)


@pytest.mark.parametrize("case", BAD)
def test_a_bad_body_fails(case):
    with pytest.raises(AssertionError):
        check_body(BAD[case])


def test_extra_keys_are_named_by_the_test():
    echoed = dict(CALLING, reasoning_content="hm")
    with pytest.raises(AssertionError, match="unknown key 'reasoning_content'"):
        check_body(body(USER, echoed, RESULT))
    check_body(body(USER, echoed, RESULT), extra=("reasoning_content",))


def post(url, value):
    request = urllib.request.Request(url + "/chat/completions", json.dumps(value).encode())
    with urllib.request.urlopen(request, timeout=10) as reply:
        return reply.read()


def test_aimock_answers_and_checks():
    fixtures = [{"match": {"userMessage": "hi"}, "response": {"content": "Hello there."}}]
    with Aimock(fixtures, chunk_size=6) as model:
        reply = post(model.url, body(USER))
        assert b'"Hello "' in reply and reply.endswith(b"data: [DONE]\n\n")
        with pytest.raises(urllib.error.HTTPError, match="503"):
            post(model.url, body({"role": "user", "content": "unknown"}))
        assert model.bodies()[0] == body(USER)
        assert [entry["response"]["status"] for entry in model.journal()] == [200, 503]
    assert model.process.returncode is not None
    with pytest.raises(AssertionError, match="unknown key 'colour'"):
        with Aimock(fixtures) as model:
            post(model.url, body(USER, colour="red"))
