"""What servers stream, as bytes through net/sse, reply and fold, cut at every byte offset.

Long, because most of it is one table.
"""

import json

from llm.errors import ProtocolError, Refused
from llm.fold import Folder
from llm.reply import Reader


def delta(finish=None, **fields):
    return choices(delta=fields, finish_reason=finish)


def choices(index=0, **fields):
    fields["index"] = index
    return {"choices": [fields]}


def whole(**fields):
    return choices(message=fields)


def say(content):
    return delta(content=content)


def raw(content):
    return b'{"choices":[{"delta":{"content":"' + content + b'"}}]}'


def item(arguments=None, name=None, index=None, id=None):
    function = {"name": name, "arguments": arguments}
    fields = {"index": index, "id": id, "type": "function"}
    fields = {key: fields[key] for key in fields if fields[key] is not None}
    fields["function"] = {key: function[key] for key in function if function[key] is not None}
    return fields


def together(*items):
    return delta(tool_calls=list(items))


def call(arguments=None, name=None, index=None, id=None):
    return together(item(arguments, name, index, id))


STOP = delta("stop")
CALLS = delta("tool_calls")
DONE = b"[DONE]"


def stream(*chunks):
    """Returns the bytes of an event stream; a chunk is bytes or what becomes JSON."""
    texts = [chunk if isinstance(chunk, bytes) else json.dumps(chunk).encode() for chunk in chunks]
    return b"".join(b"data: " + text + b"\n\n" for text in texts)


def read(*pieces, **options):
    """Returns what was shown, and the answer."""
    folder = Folder()
    reader = Reader(folder, **options)
    shown = []
    for piece in pieces:
        if reader.done:
            break
        shown += list(reader.feed(memoryview(piece)))
    shown += list(reader.end())
    return "".join(shown), folder.answer()


def answer_to(*chunks):
    return read(stream(*chunks))[1]


def everywhere(data, check):
    """Runs check(shown, answer) for a stream in one piece, cut at each offset, and in bytes."""
    check(*read(data))
    for cut in range(1, len(data)):
        check(*read(data[:cut], data[cut:]))
    check(*read(*[data[at : at + 1] for at in range(len(data))]))


def plain(answer):
    return [(name, arguments) for _, name, arguments in answer.calls]


# The text that must come of it, and what was streamed.
TEXTS = (
    ("Hello", delta(role="assistant", content=""), say("Hel"), say("lo"), STOP, DONE),
    ("Hi", say("Hi"), STOP),  # no [DONE]
    ("Hi", say("Hi"), DONE),  # no finish_reason
    ("Hi", say(None), delta(content="Hi", tool_calls=None), STOP, DONE),
    ("ab", say([{"type": "text", "text": "a"}, "b", {"type": "image_url"}, None]), STOP),
    ("yes", say([{"type": "thinking", "thinking": [], "text": "no"}, {"text": "yes"}]), STOP),
    ("Hi", whole(content="H"), whole(content="i"), STOP, DONE),
    # The whole answer once more, after its pieces or beside them.
    ("Hi", say("H"), say("i"), whole(content="Hi"), STOP),
    ("Hi", choices(delta={"content": "Hi"}, message={"content": "Hi"}), STOP),
    ("Hi", choices(delta={"role": "assistant"}, message={"content": "Hi"}), STOP),
    ("I can't.", delta(content=None, refusal="I can't."), STOP, DONE),
    # Several choices: the first is the answer.
    ("yes", choices(index=1, delta={"content": "no"}), choices(delta={"content": "yes"}), STOP),
    ("yes", {"choices": [{"delta": {"content": "yes"}}, {"delta": {"content": "no"}}]}, STOP),
    ("yes", {"choices": [{"message": {"content": "yes"}}, {"message": {"content": "no"}}]}, STOP),
    ("Hi", {"choices": []}, {"choices": None}, {"id": "x"}, {"choices": [None]}, say("Hi"), STOP),
    ("Hi", choices(delta=None), choices(delta="x"), choices(), say("Hi"), STOP, DONE),
    ("Hi", b"3", b"[1]", b'"x"', b"null", say("Hi"), STOP, DONE),
    ("Hi", delta(content="Hi", name="x", audio={}), {"choices": [], "vendor": {"a": 1}}, STOP),
    ("Hi", delta(reasoning_content="hm"), delta(reasoning="hm"), say("Hi"), STOP),
    ("Zähler °C 日本 😀", say("Zähler °C 日本 😀"), STOP),
    # Surrogate pairs: whole, halved by the chunks, and lone.
    ("a😀b", raw(b"a\\ud83d\\ude00b"), STOP),
    ("a😀b", raw(b"a\\ud83d"), raw(b"\\ude00b"), STOP),
    ("a\ufffdb", raw(b"a\\ud83d"), say("b"), STOP),
    ("a\ufffd", raw(b"a\\ud83d"), STOP),
    ("a\ufffdb", raw(b"a\\ude00b"), STOP),
    ("a\ufffdb", raw(b"a\xffb"), STOP),
    # B38: thoughts in the text, their tags cut anywhere.
    ("Hi", say("<thi"), say("nk>x</think>Hi"), STOP),
    ("Hi <b>you</b>", say("<thinking>a < b</thinking>\n\n"), say("\nHi <b>you</b>"), STOP),
    ("So far <", say("So <think>what</think>far <"), STOP),
    ("all there is", say("<think>all there is"), STOP),
)


def test_texts():
    for expected, *chunks in TEXTS:

        def check(shown, answer):
            assert shown == expected, (chunks, shown)
            assert answer.text == expected and answer.calls == [], (chunks, answer.text)

        everywhere(stream(*chunks), check)


ON = '{"pin":5,"action":"on"}'

# The calls (name, arguments) that must come of it, and what was streamed.
CALL_STREAMS = (
    ([("a", '{"x":1}')], call("", "a", 0, "1"), call('{"x"', index=0), call(":1}", index=0)),
    # Two calls, one after the other and interleaved.
    ([("a", "{}"), ("b", "{}")], call("{}", "a", 0, "1"), call("{}", "b", 1, "2")),
    (
        [("a", '{"x":1}'), ("b", '{"y":2}')],
        call("", "a", 0, "1"),
        together(item("", "b", 1, "2"), item('{"x"', index=0)),
        together(item('{"y"', index=1), item(":1}", index=0), item(":2}", index=1)),
    ),
    # The index is missing.
    ([("a", '{"x":1}')], call("", "a", id="1"), call('{"x"'), call(":1}")),
    ([("a", '{"x":1}')], call("", "a", id="1"), call('{"x"', id="1"), call(":1}", id="1")),
    ([("a", ON), ("b", "{}")], call(ON, "a", id="1"), call("{}", "b", id="2")),
    ([("a", ON), ("a", ON)], call(ON, "a"), call(ON, "a")),  # twice is meant twice
    ([("a", "{}"), ("b", "{}")], call("", "a"), call("", "b")),
    # The index is repeated.
    ([("a", ON), ("a", "{}")], call(ON, "a", 0, "1"), call("{}", "a", 0, "2")),
    ([("a", ON), ("b", ON)], call(ON, "a", 0), call(ON, "b", 0)),
    ([("a", "{}"), ("b", "{}")], call("", "a", 0, "1"), call("", "b", 0, "2")),
    (
        [("a", ON), ("b", '{"x":1}')],
        call(ON, "a", 0, "1"),
        call('{"x"', "b", 0, "2"),
        call(":1}", index=0),
    ),
    # The index runs on within a call.
    ([("a", '{"x":1}')], call("", "a", 0, "1"), call('{"x"', index=1), call(":1}", index=2)),
    # Neither index nor id, or the same index for all.
    (
        [("a", ON), ("b", '{"x":1}')],
        call("", "a"),
        call(ON),
        call("", "b"),
        call('{"x"'),
        call(":1}"),
    ),
    (
        [("a", ON), ("b", '{"x":1}')],
        call("", "a", 0),
        call(ON, index=0),
        call("", "b", 0),
        call('{"x":1}', index=0),
    ),
    ([("a", ON), ("a", ON)], call("", "a"), call(ON), call("", "a"), call(ON)),
    (
        [("a", ON), ("a", ON)],
        call("", "a", 0),
        call(ON, index=0),
        call("", "a", 0),
        call(ON, index=0),
    ),
    ([("a", ON)], call("", "a", 0), call(ON, index=0), call("", "a", 0)),
    # "{}" stands where the arguments are to come.
    ([("a", ON)], call("{}", "a", 0, "1"), call(ON, index=0)),
    ([("a", ON)], call("{}", "a", 0, "1"), call(ON, "a", 0, "1")),
    ([("a", ON)], call("{}", "a", id="1"), call('{"pin":5'), call(',"action":"on"}')),
    ([("a", "{}")], call("{}", "a", 0, "1"), call("", index=0), call("{}", index=0)),
    ([("a", "{}"), ("b", ON)], call("{}", "a", 0, "1"), call(ON, "b", 0, "2")),
    ([("a", "{}"), ("a", ON)], call("{}", "a", 0, "1"), call(ON, "a", 0, "2")),
    ([("a", '{"x":{}}')], call('{"x":', "a", 0, "1"), call("{}", index=0), call("}", index=0)),
    # The name and a new id come with every piece.
    (
        [("a", '{"x":1}')],
        call("", "a", 0, "1"),
        call('{"x"', "a", 0, "2"),
        call(":", "a", 0, "3"),
        call("1}", "a", 0, "4"),
    ),
    ([("a", '{"x":1}')], call('{"x"', "a", id="1"), call(":1}", "a", id="2")),
    (
        [("a", '{"x":1}'), ("a", ON)],
        call('{"x"', "a", 0, "1"),
        call(":1}", "a", 0, "2"),
        call(ON, "a", 0, "3"),
    ),
    # The name comes after the arguments.
    ([("a", ON)], call(ON, index=0, id="1"), call(name="a", index=0)),
    ([("a", '{"x":1}')], call('{"x"', index=0), call(name="a", index=0), call(":1}", index=0)),
    ([("a", ON)], call(ON), call(name="a")),
    # The id is repeated, empty, null, or a new one with every piece.
    ([("a", '{"x":1}')], call('{"x"', "a", 0, "1"), call(":1}", index=0, id="1")),
    ([("a", '{"x":1}')], call('{"x"', "a", 0, "1"), call(":1}", index=0, id="2")),
    ([("a", '{"x":1}')], call('{"x"', "a", 0, "1"), call(":1}", index=0, id="")),
    ([("a", '{"x":1}')], call('{"x"', "a", id="1"), call(":1}", id="2")),
    ([("a", '{"x":1}')], call(id="1"), call(name="a"), call('{"x":1}')),
    # Whole calls in one delta, with and without index and id, and without `function`.
    ([("a", ON), ("b", "{}")], together(item(ON, "a", 0, "1"), item("{}", "b", 1, "2"))),
    ([("a", ON), ("b", "{}")], together(item(ON, "a"), item(name="b"))),
    ([("a", ON), ("a", "{}")], together(item(ON, "a", id="1"), item("{}", "a", id="1"))),
    ([("a", ON)], together({"id": "1", "name": "a", "arguments": ON})),
    ([("a", ON)], whole(content=None, tool_calls=[item(ON, "a", None, "1")])),
    # A whole call once more.
    ([("a", ON)], call("", "a", 0, "1"), call(ON, index=0), call(ON, "a", 0, "1")),
    # The name is sent again, grows, is split, is padded, holds what no name may.
    ([("gpio", '{"x":1}')], call('{"x"', "gpio", 0, "1"), call(":1}", "gpio", 0, "1")),
    ([("gpio", "{}")], call(None, "gp", 0, "1"), call(None, "gpio", 0), call("{}", index=0)),
    ([("gpio", "{}")], call(None, "gp", 0, "1"), call(None, "io", 0), call("{}", index=0)),
    ([("gpio", "{}")], call(None, "gpio", 0, "1"), call("{}", "", 0)),
    ([("gpio", '{"x":1}')], call('{"x"', "gpio"), call(":1}", "gpio")),
    ([("gpio", '{"x":1}')], call('{"x"', "gpio", 0, "1"), call(":1}", "io", 0)),
    ([("gpio", "{}")], call("{}", " gpio\n", 0, "1")),
    ([("functions_gpio_0", "{}")], call("{}", "functions.gpio:0", 0, "1")),
    ([("unnamed", ON)], call(ON, "", 0, "1")),
    ([], call("", "", 0, "1")),
    # Arguments missing, null, an empty list, an object, encoded twice.
    ([("a", "{}")], call(None, "a", 0, "1")),
    ([("a", "{}")], together({"id": "1", "function": {"name": "a", "arguments": None}})),
    ([("a", "{}")], call("null", "a", 0, "1")),
    ([("a", "{}")], call([], "a", 0, "1")),
    ([("a", "{}")], call("[]", "a", 0, "1")),
    ([("a", '{"pin":5}')], call({"pin": 5}, "a", 0, "1")),
    ([("a", '{"pin":5}')], call({}, "a", 0, "1"), call('{"pin":5}', index=0)),
    ([("a", '{"pin":5}')], call('"{\\"pin\\":5}"', "a", 0, "1")),
    ([("a", '{"t":"😀"}')], call('{"t":"😀"}', "a", 0, "1")),
    # Nothing that could be a call.
    ([], delta(tool_calls=[None, 3, "x"]), delta(tool_calls=[]), delta(tool_calls="x")),
)


def test_calls():
    for expected, *chunks in CALL_STREAMS:

        def check(shown, answer):
            assert plain(answer) == expected, (chunks, answer.calls)
            assert answer.bad_calls == [] and answer.cut_calls == [] and shown == ""
            assert answer.finish == ("tool_calls" if expected else "stop"), (chunks, answer.finish)

        for last in (CALLS, STOP):  # the calls win over a finish_reason that denies them
            everywhere(stream(*chunks, last), check)


def test_surrogates_in_arguments():
    start = b'{"choices":[{"delta":{"tool_calls":[{"function":{"name":"a","arguments":"{\\"t\\":'
    for first, second, expected in (
        (b"\\ud83d", b"\\ude00", "😀"),
        (b"\\ud83d", b"b", "\ufffdb"),
        (b"\\ude00", b"b", "\ufffdb"),
    ):
        answer = answer_to(
            start + b'\\"' + first + b'"}}]}}]}',
            b'{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"'
            + second
            + b'\\"}"}}]}}]}',
            CALLS,
        )
        assert plain(answer) == [("a", '{"t":"%s"}' % expected)], answer.calls


def test_arguments_that_are_no_object_are_told():
    # B29: what the port's own json takes for {"pin": 5, "value": 1} is not acted on.
    bad = ('{"pin":5 "value":1}', '{"pin":5,}', '{"pin" 5}', "{'pin':5}", '{"pin":05}', '{"pin":5')
    for arguments in bad + ('{"pin":5}}', "[1]", "5", "true", "false", "on"):
        answer = answer_to(call(arguments, "a", 0, "1"), CALLS)
        assert answer.calls == [("1", "a", arguments)], arguments
        assert answer.bad_calls == ["1"] and answer.cut_calls == [], arguments
        message = json.loads(b"".join(answer.message()))
        wrapped = message["tool_calls"][0]["function"]["arguments"]
        assert json.loads(wrapped) == {"invalid_json": arguments}, wrapped
    deep = b'{"a":' * 40 + b"1" + b"}" * 40
    for value in (deep, b'{"a":1e999}', b"5", b"true"):
        piece = b'{"function":{"name":"a","arguments":' + value + b"}}"
        reply = b'{"choices":[{"message":{"tool_calls":[' + piece + b"]}}]}"
        for data in (reply, stream(reply, DONE)):
            assert len(read(data)[1].bad_calls) == 1, value


def test_cut_arguments_are_told():
    answer = answer_to(call("{}", "a", 0, "1"), call('{"pin":', "b", 1, "2"), delta("length"))
    assert answer.finish == "length" and answer.bad_calls == answer.cut_calls == ["2"]
    answer = answer_to(call('{"t":"' + "x" * 17000 + '"}', "a", 0, "1"), CALLS)
    assert answer.bad_calls == answer.cut_calls == ["1"]
    assert len(answer.calls[0][2]) == 16384 and len(b"".join(answer.message())) < 1200


def test_arguments_nested_without_end():
    for depth in (40, 2000, 3000):
        for text in (b"[" * depth + b"]" * depth, b'{"a":' * depth + b"1" + b"}" * depth):
            piece = b'{"function":{"name":"a","arguments":' + text + b"}}"
            answer = answer_to(b'{"choices":[{"delta":{"tool_calls":[' + piece + b"]}}]}", CALLS)
            assert len(answer.bad_calls) == 1 and len(answer.calls[0][2]) < 100, depth


def test_all_calls_share_one_limit():
    long = '{"t":"' + "x" * 6000 + '"}'
    answer = answer_to(*[call(long, "a", number, str(number)) for number in range(32)], CALLS)
    assert sum(len(arguments) for _, _, arguments in answer.calls) == 16384
    assert answer.cut_calls == [str(number) for number in range(2, 32)]
    interleaved = [call(long[:3000], "a", 0, "1"), call(long[:3000], "b", 1, "2")]
    interleaved += [call(long[3000:], index=0), call(long[3000:], index=1)]
    assert plain(answer_to(*interleaved, CALLS)) == [("a", long), ("b", long)]
    ids = ["i" * 3000, "j" * 1000, "k" * 3000]
    answer = answer_to(*[call("{}", "a", number, ids[number]) for number in range(3)], CALLS)
    assert [made for made, _, _ in answer.calls][:2] == ids[:2] and len(answer.calls[2][0]) == 9


def test_ids_are_kept_or_made():
    assert answer_to(call("{}", "a", 0, "call_Ü.1"), CALLS).calls[0][0] == "call_Ü.1"
    assert answer_to(call(id="k"), call(name="a"), call("{}"), CALLS).calls == [("k", "a", "{}")]
    # B44: nine letters and digits.
    answer = answer_to(call("{}", "a", 0, "x"), call("{}", "b", 1, "x"), call("{}", "c", 2), CALLS)
    ids = [made for made, _, _ in answer.calls]
    assert ids[0] == "x" and len(set(ids)) == 3
    for made in ids[1:]:
        assert len(made) == 9 and all(char.isalpha() or char.isdigit() for char in made), made


def test_more_calls_than_are_kept():
    chunks = [call("{}", "t" + str(number), number, str(number)) for number in range(40)]
    answer = answer_to(*chunks, call("x", index=3), CALLS)
    assert [name for _, name, _ in answer.calls] == ["t" + str(number) for number in range(32)]
    assert answer.bad_calls == []


def test_finish_reason():
    assert answer_to(say("a"), CALLS).finish == "stop"
    assert answer_to(say("a"), DONE).finish == "stop"
    assert answer_to(say("a"), delta("length")).finish == "length"
    assert answer_to(say("a"), delta("content_filter")).finish == "content_filter"
    assert answer_to(STOP, say("a"), call("{}", "a")).finish == "tool_calls"


def test_usage():
    usage = {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
    more = {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7, "details": {"a": 1}}
    last = {"choices": [], "usage": {}}
    for chunk in ({"choices": [], "usage": more}, {"usage": usage}, {"x_groq": {"usage": usage}}):
        assert answer_to(say("a"), STOP, chunk, last, DONE).usage == usage, chunk
    assert answer_to(say("a"), STOP).usage is None


def test_framing():
    chunk = json.dumps(say("Hi")).encode()
    for data in (
        b"data:" + chunk + b"\n\ndata:[DONE]\n\n",
        b"data: " + chunk + b"\r\n\r\ndata: [DONE] \r\n\r\n",
        b"\xef\xbb\xbf" + stream(chunk) + b"data: [DONE]",
        # B32
        b"data: : keepalive\n\ndata:\n\ndata: \n\n: ping\n\n" + stream(chunk, DONE),
        b"event: ping\ndata: {}\n\nevent: message\n" + stream(chunk, DONE),
        # The last event without its blank line, and cut although the end had been told.
        stream(chunk) + b"data: " + json.dumps(STOP).encode(),
        stream(chunk, STOP) + b'data: {"choi',
        stream(chunk, STOP, b'{"choices":[}', DONE),
    ):

        def check(shown, answer):
            assert shown == answer.text == "Hi", (data, shown)

        everywhere(data, check)


def test_nothing_after_done_is_read():
    assert answer_to(say("Hi"), DONE, say("no"), b"{broken").text == "Hi"


def broken(data, step=1, **options):
    """Returns the exception that data ends with, in one piece and in pieces of `step` bytes."""
    errors = []
    for pieces in ([data], [data[at : at + step] for at in range(0, len(data), step)]):
        try:
            read(*pieces, **options)
        except (ProtocolError, Refused) as error:
            errors.append(error)
    assert len(errors) == 2, data
    assert type(errors[0]) is type(errors[1]) and str(errors[0]) == str(errors[1]), errors
    return errors[0]


def test_a_reply_that_breaks_off():
    for data in (
        b"",
        b"\n\n",
        b": keepalive\n\n",
        stream(say("Hi")),
        stream(say("Hi")) + b'data: {"choices":[{"finish_reason":"st',
        b": keepalive\n\ndat",
        b"id: 1\n",
    ):
        for options in ({"may_be_cut": True}, {"is_stream": True}):
            assert isinstance(broken(data, **options), ProtocolError), data
    assert isinstance(
        broken(b'{"choices":[{"message":{"content":"H', may_be_cut=True), ProtocolError
    )
    assert str(broken(b"event: error\ndata: Overloaded\n\n")) == "the reply broke off: Overloaded"


def test_what_is_whole_and_wrong_is_no_broken_connection():
    for data, shown in (
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"OK", "plain text (OK)"),
        (b"Service down\nCome back: later\n", "plain text (Service down Come back: later)"),
        (b"a\x1b[2J\x07b\xc2\x9bc", "plain text (a [2J b c)"),
        (b'{"choices":[{"message":{"content":"H', "is no JSON"),
        (b"{" * 3000, "is no JSON"),
        (stream(b'{"choices":[}', STOP), "is no JSON"),
        (stream(say("Hi"), b'{"choices"', STOP), "is no JSON"),
    ):
        error = broken(data)
        assert isinstance(error, Refused) and not error.retry, (data, error)
        assert error.cause.endswith(shown) and "check llm.url" in error.advice, str(error)


# An error where a chunk is expected: whether it is worth another try, and what of it is shown.
ERRORS = (
    (True, "(429: Busy)", {"error": {"message": "Busy", "code": 429}}),
    (True, "(429: Busy)", {"error": {"message": "Busy", "code": "429"}}),
    (True, "(Overloaded)", {"error": {"message": "Overloaded", "type": "overloaded_error"}}),
    (False, "(Bad)", {"type": "error", "error": {"type": "invalid_request", "message": "Bad"}}),
    (True, "(Internal failure)", {"error": "Internal failure"}),
    (False, "(no such model)", {"error": "no such model"}),
    (
        False,
        "(429: Pay)",
        {"error": {"code": "insufficient_quota", "message": "Pay"}, "code": 429},
    ),
    (True, "(500: Oops)", {"code": 500, "msg": "Oops"}),
    (False, "(Unsafe)", {"code": "1301", "message": "Unsafe"}),
    (False, "(400: Bad)", {"object": "error", "message": "Bad", "code": 400}),
    (False, "(404: Not found)", {"detail": "Not found", "status": 404}),
    (True, "(502: Lost)", {"choices": [{"delta": {}}], "error": {"message": "Lost", "code": 502}}),
    (False, "request", {"error": {"code": 1}}),
    (False, "with an error", choices(delta={"content": ""}, finish_reason="error")),
    (
        False,
        "with an error (Lost it)",
        choices(finish_reason="error", error={"message": "Lost it"}),
    ),
    (True, "(502: Lost)", choices(delta={}, error={"message": "Lost", "code": 502})),
    (True, "(429: Slow)", choices(finish_reason="error", error={"message": "Slow", "code": 429})),
    (
        True,
        "(503: Full)",
        {"choices": [{"finish_reason": "error"}], "error": {"message": "Full", "code": "503"}},
    ),
    (False, "(a [31mb)", {"error": "a\x1b[31mb\x00\x9b"}),
)


def test_errors_inside_a_good_reply():
    for retry, shown, chunk in ERRORS:
        text = json.dumps(chunk).encode()
        for data in (
            stream(say("Hi"), text),
            b"event: error\n" + stream(text),
            text,
            b"[" + text + b"]",
            b"\n \n" + text,
        ):
            error = broken(data)
            assert isinstance(error, Refused) and error.retry == retry, (data, error)
            assert str(error).endswith(shown), (data, str(error))


def test_codes_of_success_are_no_errors():
    chunks = ({"code": 0, "msg": "success"}, {"code": "200", "message": "ok"}, say("Hi"), STOP)
    assert answer_to(*chunks).text == "Hi"


def test_a_reply_in_one_piece():
    message = {"content": "<think>x</think>Hi", "tool_calls": [item(name="a", id="1")]}
    reply = choices(message=message, finish_reason="stop")
    reply["usage"] = {"total_tokens": 7}

    def check(shown, answer):
        assert shown == answer.text == "Hi" and answer.calls == [("1", "a", "{}")]
        assert answer.finish == "tool_calls" and answer.usage == {"total_tokens": 7}

    everywhere(b"\n\n " + json.dumps(reply).encode() + b"\n", check)


def test_what_is_no_reply():
    page = b"<html><head><title>Log in</title><style>b{}</style></head><body>Please</body></html>"
    for pieces, shown in ([page], " (Log in Please)"), ([b"\n", b" <", b"html>"], ""):
        try:
            raise AssertionError(read(*pieces))
        except Refused as error:
            assert str(error) == "the server answered with a web page" + shown, str(error)
            assert not error.retry and error.advice == "check llm.url"
    for data in (b"{}", b"[]", b"[3]", b'{"choices":null}', b'{"models":[]}'):
        error = broken(data)
        assert isinstance(error, Refused) and not error.retry, data
        assert error.advice == "check llm.url", data


def test_limits():
    # The whole text is shown, the first 8 KB of it are kept, cut at a character border.
    shown, answer = read(stream(*[say("é" + "日" * 1000)] * 20, STOP))
    assert len(shown) == 20 * 1001
    note = "\n[cut: 60040 bytes in all]"
    assert answer.text.endswith(note) and 8189 < len(answer.text.encode()) - len(note) <= 8192
    assert shown.startswith(answer.text[: -len(note)])
    for data in (stream(say("x" * 25000)), b'{"choices":[' + b" " * 33000):
        assert isinstance(broken(data, 100), Refused)


def test_long_pieces():
    text = 'A "line" with 日本\n' * 150
    arguments = json.dumps({"text": text})
    twice = call(arguments, "a", 0, "1")
    for chunks in (
        (say(text[:1500]), say(text[1500:]), twice),
        (say(text), twice, twice),
        (say(text), call('{"text', "a", 0, "1"), call(arguments[6:], index=0)),
        (whole(content=text, tool_calls=[item(arguments, "a", None, "1")]),),
        (together(item(arguments, "a", id="1")), say(text)),
    ):
        for data in (stream(*chunks, STOP), json.dumps(chunks[0]).encode()):
            shown, answer = read(data)
            if len(chunks) == 1 or data.startswith(b"data"):
                assert shown == answer.text == text, chunks
                assert answer.calls == [("1", "a", arguments)], chunks
    two = together(item(arguments, "a"), item(arguments, "b"), item(arguments, "a"))
    assert plain(answer_to(two, CALLS)) == [(name, arguments) for name in "aba"]


def test_thoughts_beside_calls_stay_hidden():
    shown, answer = read(stream(say("<think>hm"), call("{}", "a", 0, "1"), STOP))
    assert shown == answer.text == "" and plain(answer) == [("a", "{}")]


def test_reasoning_is_kept_to_be_echoed():
    # B52
    thoughts = (delta(reasoning_content="Let me "), delta(reasoning="see"))
    for keep, last, expected in (
        (True, call("{}", "a", 0, "1"), "Let me see"),
        (False, call("{}", "a", 0, "1"), ""),
        (True, say("Hi"), ""),  # only beside calls
    ):
        folder = Folder(keep)
        for chunk in thoughts + (last, STOP):
            list(folder.add(chunk))
        folder.end()
        answer = folder.answer()
        assert answer.reasoning == expected
        assert json.loads(b"".join(answer.message())).get("reasoning_content", "") == expected


def test_messages():
    for expected, *chunks in (
        ('{"role":"assistant","content":"Say \\"hi\\"\\n😀"}', say('Say "hi"\n😀')),
        ('{"role":"assistant","content":""}',),
        (
            '{"role":"assistant","content":null,"tool_calls":['
            '{"id":"1","type":"function","function":{"name":"a","arguments":"{\\"pin\\":5}"}},'
            '{"id":"2","type":"function","function":{"name":"b","arguments":"{}"}}]}',
            call('{"pin":5}', "a", 0, "1"),
            call("", "b", 1, "2"),
        ),
        (
            '{"role":"assistant","content":"Yes.","tool_calls":['
            '{"id":"1","type":"function","function":{"name":"b","arguments":"{}"}}]}',
            say("Yes."),
            call("", "b", 0, "1"),
        ),
    ):
        message = b"".join(answer_to(*chunks, STOP).message())
        assert message == expected.encode(), message
