"""Conversations on flash: stored whole, repaired when damaged, shortened by whole turns.

Long, because all of it shares the checker of histories.
"""

import os

import jsontext
import power
from agent.session import Sessions
from power import content, cut_everywhere
from system import store

HEAP = "4M"

FOLDER = "/state/sessions"
FILE = FOLDER + "/serial.0.jsonl"


def user(text):
    return {"role": "user", "content": text}


def says(text):
    return {"role": "assistant", "content": text}


def calls(*ids, text=None, name="gpio_control", arguments='{"pin":5}'):
    function = {"name": name, "arguments": arguments}
    listed = [{"id": id, "type": "function", "function": function} for id in ids]
    return {"role": "assistant", "content": text, "tool_calls": listed}


def result(id, text="OK: gpio 5 action=on level=1"):
    return {"role": "tool", "tool_call_id": id, "content": text}


# fmt: off
TURNS = [
    [user("Hi"), says("Hello! ünï ☃")],
    [user("Lamp on"), calls("a1", "b2"), result("a1"), result("b2"), calls("c3", text="Now"),
     result("c3"), says("On.")],
    [user("Thanks"), says("You are welcome.")],
]
# fmt: on


def line(message):
    """A message as one line."""
    return jsontext.dumps(message).encode()


def store_turns(turns=TURNS, sessions=None, key="serial:0"):
    session = (sessions or Sessions(FOLDER)).open(key)
    for messages in turns:
        turn = session.begin()
        for message in messages:
            turn.add(line(message))
        turn.commit()
    return session


def text_of(segments):
    """The segments as the client sends them; their sizes are exact."""
    texts = []
    for segment in segments:
        text = (
            segment if isinstance(segment, bytes) else b"".join(bytes(c) for c in segment.chunks())
        )
        assert len(text) == (len(segment) if isinstance(segment, bytes) else segment.size())
        texts.append(text)
    return b",".join(texts)


def messages_of(segments):
    return jsontext.parse(b"[" + text_of(segments) + b"]")


def history(folder=FOLDER, key="serial:0"):
    """The messages after a new boot; they form a valid conversation whatever was in the file."""
    session = Sessions(folder, 1 << 20).open(key)
    messages = messages_of(session.segments())
    check(messages)
    assert session.turns == len([m for m in messages if m["role"] == "user"]), messages
    return messages


def check(messages):
    """Asserts what Chat Completions and strict chat templates ask of a history."""
    open_calls = []
    last = says("")
    for message in messages:
        role = message["role"]
        if role == "tool":
            assert sorted(message) == ["content", "role", "tool_call_id"], message
            assert isinstance(message["content"], str)
            open_calls.remove(message["tool_call_id"])
            continue
        assert open_calls == [], message
        assert role in ("user", "assistant"), message
        if role == "user":
            assert sorted(message) == ["content", "role"] and isinstance(message["content"], str)
            assert last["role"] == "assistant" and "tool_calls" not in last, message
        elif "tool_calls" in message:
            assert message["content"] is None or isinstance(message["content"], str)
            for call in message["tool_calls"]:
                assert sorted(call) == ["function", "id", "type"] and call["type"] == "function"
                assert sorted(call["function"]) == ["arguments", "name"]
                assert isinstance(jsontext.parse(call["function"]["arguments"]), dict)
                assert call["id"] and call["id"] not in open_calls
                open_calls.append(call["id"])
            assert open_calls
        else:
            assert isinstance(message["content"], str), message
        last = message
    assert messages == [] or messages[0]["role"] == "user"
    assert open_calls == [] and last["role"] == "assistant" and "tool_calls" not in last


def flat(turns):
    return [message for messages in turns for message in messages]


def write(data, path=FILE):
    store.ensure_dir(path.rpartition("/")[0])
    with open(path, "wb") as file:
        file.write(data)


def lines_of(messages):
    return b"".join(line(message) + b"\n" for message in messages)


# --- storing ---


def test_turns_are_stored_as_they_are_sent():
    session = store_turns()
    assert text_of(session.segments()) == b",".join(line(message) for message in flat(TURNS))
    assert session.turns == 3
    assert history() == flat(TURNS)
    assert power.names("/state") == ["sessions"]


def test_a_new_conversation_has_no_segments():
    session = Sessions(FOLDER).open("serial:0")
    assert session.segments() == [] and session.turns == 0 and session.key == "serial:0"
    assert power.names("/") == ["host"]


def test_a_turn_that_is_dropped_leaves_nothing():
    session = store_turns(TURNS[:1])
    before = content(FILE)
    for size in (10, 3000, 9000):
        turn = session.begin()
        turn.add(line(user("x" * size)))
        turn.drop()
        turn.commit()  # nothing
        assert content(FILE) == before and power.names("/state") == ["sessions"]
        assert turn.segments() == []


def test_a_long_turn_waits_in_a_file():
    session = store_turns(TURNS[:1])
    messages = [user("x" * 1500)]
    for i in range(8):
        messages += [calls("id%d" % i), result("id%d" % i, "é" * 700)]
    messages += [says("y" * 8192)]
    turn = session.begin()
    for i, message in enumerate(messages):
        turn.add(line(message))
        assert messages_of(turn.segments()) == messages[: i + 1]
        in_memory = sum(len(s) for s in turn.segments() if isinstance(s, bytes))
        assert in_memory <= 4096
    assert power.names("/state") == ["sessions", "turn.tmp"]
    assert history() == TURNS[0]
    turn.commit()
    assert history() == TURNS[0] + messages
    assert power.names("/state") == ["sessions"] and turn.segments() == []


def test_a_turn_survives_a_flash_that_is_full_for_a_while():
    session = store_turns(TURNS[:1])
    turn = session.begin()
    turn.add(line(user("x" * 1000)))
    os.mkdir("/state/turn.tmp")
    try:
        turn.add(line(says("y" * 5000)))
        raise AssertionError
    except OSError:
        pass
    os.rmdir("/state/turn.tmp")
    assert messages_of(turn.segments()) == [user("x" * 1000)]  # the other one was not taken
    turn.add(line(says("z" * 5000)))
    turn.commit()
    assert history() == TURNS[0] + [user("x" * 1000), says("z" * 5000)]


def test_half_a_message_is_taken_back():
    def breaks(pieces):
        yield from pieces
        raise MemoryError

    for pieces in ([b'{"role"'], [b"x" * 3000, b"y" * 3000], [b"x" * 5000] * 3):
        session = store_turns(TURNS[:1])
        turn = session.begin()
        turn.add(line(user("first")))
        turn.add(line(says("x" * 3000)))
        try:
            turn.add(breaks(pieces))
            raise AssertionError
        except MemoryError:
            pass
        turn.add(line(user("second")))
        turn.add(line(says("end")))
        expected = [user("first"), says("x" * 3000), user("second"), says("end")]
        assert messages_of(turn.segments()) == expected
        turn.commit()
        assert messages_of(Sessions(FOLDER).open("serial:0").segments())[-4:] == expected


def test_a_file_that_changed_under_us_is_read_again():
    sessions = Sessions(FOLDER)
    store_turns(TURNS, sessions)
    with open("/state/sessions/serial.0.jsonl", "rb") as file:
        whole = file.read()
    write(whole[: len(whole) // 2], "/state/sessions/serial.0.jsonl")
    kept = messages_of(sessions.open("serial:0").segments())
    assert kept and kept == [m for turn in TURNS for m in turn][: len(kept)]
    os.remove("/state/sessions/serial.0.jsonl")
    assert sessions.open("serial:0").segments() == []


def test_a_left_over_turn_file_is_no_part_of_anything():
    write(b"garbage" * 1000, "/state/turn.tmp")
    session = store_turns(TURNS[:1])
    turn = session.begin()
    turn.add(line(user("x" * 5000)))
    turn.add(line(says("y")))
    assert messages_of(turn.segments()) == [user("x" * 5000), says("y")]
    turn.commit()
    assert history() == TURNS[0] + [user("x" * 5000), says("y")]


# --- many conversations ---


def test_keys_and_files():
    sessions = Sessions(FOLDER)
    keys = [
        "serial:0",
        "telegram:-1001",
        "a.b",
        "a:b",
        "a%3Ab",
        "ü ☃/..",
        "x" * 64,
        "..",
        "%",
        "A",
    ]
    for key in keys:
        store_turns([[user(key), says("ok")]], sessions, key)
    for key in keys:
        assert history(key=key) == [user(key), says("ok")]
    assert Sessions(FOLDER).list() == sorted(keys)
    found = power.names(FOLDER)
    assert (
        len(found) == len(keys) and "serial.0.jsonl" in found and "telegram.-1001.jsonl" in found
    )
    for key in ("", "x" * 65, "é" * 33):
        try:
            sessions.open(key)
        except ValueError:
            continue
        raise AssertionError(key)


def test_foreign_files_in_the_folder():
    for name in (
        "notes.txt",
        "a b.jsonl",
        "%G1.jsonl",
        "%.jsonl",
        "%C3.jsonl",
        ".jsonl",
        "x.jsonl.tmp",
        "\u00fc.jsonl",
    ):
        write(b"x", FOLDER + "/" + name)
    os.mkdir(FOLDER + "/folder")
    assert Sessions(FOLDER).list() == []
    assert Sessions("/none").list() == []


def test_clear():
    sessions = Sessions(FOLDER)
    session = store_turns(TURNS, sessions)
    store_turns(TURNS[:1], sessions, "serial:1")
    running = session.begin()
    running.add(line(user("Still here")))
    running.add(line(says("Yes")))
    sessions.clear("serial:0")
    assert session.segments() == [] and session.turns == 0 and sessions.list() == ["serial:1"]
    running.commit()
    assert messages_of(session.segments()) == [user("Still here"), says("Yes")] == history()
    Sessions(FOLDER).clear("serial:1")  # one that is not open
    Sessions(FOLDER).clear("serial:9")  # one that never was
    assert sessions.list() == ["serial:0"]
    sessions.clear_all()
    assert sessions.list() == [] and sessions.open("serial:0").segments() == []


def test_only_a_few_stay_open():
    sessions = Sessions(FOLDER)
    first = store_turns(TURNS, sessions)
    assert sessions.open("serial:0") is first
    for i in range(1, 4):
        sessions.open("serial:%d" % i)
    assert sessions.open("serial:0") is first
    for i in range(4, 8):
        sessions.open("serial:%d" % i)
    again = sessions.open("serial:0")
    assert again is not first and messages_of(again.segments()) == flat(TURNS)


def test_the_oldest_of_too_many_is_dropped():
    sessions = Sessions(FOLDER)
    for i in range(32):
        store_turns([[user(str(i)), says("ok")]], sessions, "s:%d" % i)
    assert len(sessions.list()) == 32
    sessions.open("s:new")
    assert len(sessions.list()) == 32  # looking at one drops none
    store_turns(TURNS[:1], sessions, "s:new")
    assert len(sessions.list()) == 32 and "s:new" in sessions.list()
    store_turns(TURNS[1:2], sessions, "s:new")
    assert len(sessions.list()) == 32
    assert history(key="s:new") == flat(TURNS[:2])


# --- shortening ---


def test_whole_turns_are_dropped():
    sessions = Sessions(FOLDER, 8000)
    session = sessions.open("serial:0")
    sent = []
    for i in range(60):
        messages = [
            user("question %d" % i),
            calls("c%d" % i),
            result("c%d" % i, "r" * (i * 37 % 900)),
            says("a" * 50),
        ]
        store_turns([messages], sessions)
        sent.append(messages)
        kept = messages_of(session.segments())
        check(kept)
        assert kept == flat(sent[-session.turns :]) and session.turns >= 1
        assert store.size(FILE) <= 8000
    assert 4 < session.turns < 30
    assert history() == flat(sent[-session.turns :])


def test_it_is_shortened_to_three_quarters():
    sessions = Sessions(FOLDER, 8000)
    size = 0
    for i in range(40):
        store_turns([[user("q" * 200), says("a" * 200)]], sessions)
        now = store.size(FILE)
        if now < size:
            assert 5500 < now <= 6000, now
        size = now


def test_the_newest_turn_stays_however_long_it_is():
    sessions = Sessions(FOLDER, 4096)
    store_turns(TURNS, sessions)
    long = [user("x" * 8000), says("y" * 8000)]
    session = store_turns([long], sessions)
    assert messages_of(session.segments()) == long == history()
    session = store_turns([TURNS[0]], sessions)
    assert messages_of(session.segments()) == TURNS[0] == history()


def test_the_number_of_turns_is_bounded():
    sessions = Sessions(FOLDER, 1 << 20)
    session = store_turns([[user("%d" % i), says("a")] for i in range(300)], sessions)
    assert session.turns <= 256
    kept = messages_of(session.segments())
    assert kept[-2:] == [user("299"), says("a")] and kept == history()


def test_a_file_that_grew_elsewhere_is_shortened_when_opened():
    write(lines_of(flat([[user("%d" % i), says("a" * 60)] for i in range(700)])))
    session = Sessions(FOLDER, 16000).open("serial:0")
    kept = messages_of(session.segments())
    check(kept)
    assert kept[-2:] == [user("699"), says("a" * 60)] and store.size(FILE) <= 12000
    assert 40 < session.turns <= 256


# --- repair ---


def parts():
    """Byte ranges of the stored turns: (start, end of lines, end of seal)."""
    data = content(FILE)
    ranges = []
    for start, end in store.Log(FILE).records():
        ranges.append((start, end, data.find(b"\n", end) + 1))
    return ranges


def test_cut_at_every_byte():
    store_turns()
    data = content(FILE)
    ranges = parts()
    for size in range(len(data)):
        write(data[:size])
        found = history()
        whole = 0
        for _, end, _ in ranges:
            if end <= size + 1:  # the last newline may be missing
                whole += 1
        assert found == flat(TURNS[:whole]), size
        store_turns([[user("next"), says("ok")]])
        assert history() == flat(TURNS[:whole]) + [user("next"), says("ok")], size


def is_within(part, whole):
    """Whether all messages of `part` are in `whole`, in that order."""
    rest = iter(whole)
    return all(any(message == other for other in rest) for message in part)


def test_every_byte_damaged():
    store_turns()
    data = content(FILE)
    ranges = parts()
    for flip in (0x01, 0x80):
        for at in range(len(data)):
            damaged = bytearray(data)
            damaged[at] ^= flip
            write(damaged)
            found = history()
            for i, (start, _, after) in enumerate(ranges):
                touches = start - 1 <= at < after  # the newline before it, too
                assert touches or is_within(TURNS[i], found), (flip, at, found)


def test_every_line_missing():
    store_turns()
    rows = content(FILE).split(b"\n")[:-1]
    for missing in range(len(rows)):
        write(b"".join(row + b"\n" for i, row in enumerate(rows) if i != missing))
        found = history()
        lost = [messages for messages in TURNS if rows[missing] in map(line, messages)]
        assert is_within(flat(messages for messages in TURNS if messages not in lost), found)
        for messages in lost:
            assert (messages[0] in found) == (rows[missing] != line(messages[0])), (missing, found)
        assert lost or found == flat(TURNS)  # it was a seal


def test_every_line_twice():
    store_turns()
    rows = content(FILE).split(b"\n")[:-1]
    for twice in range(len(rows)):
        write(b"".join((row + b"\n") * (2 if i == twice else 1) for i, row in enumerate(rows)))
        assert is_within(flat(TURNS), history()), twice


def test_written_by_hand():
    write(lines_of(flat(TURNS)))
    assert history() == flat(TURNS)
    assert len(parts()) == 3  # each turn has its seal now
    write(b"\r\n".join(line(message) for message in flat(TURNS)))
    assert history() == flat(TURNS)
    write(b"\n\n  \n".join(line(message) for message in flat(TURNS)))
    assert history() == flat(TURNS)
    spaced = (
        b'{ "content" : "Hi", "role" : "user" }\n{"name":"x","content":"Ho","role":"assistant"}'
    )
    write(b"\xef\xbb\xbf" + spaced + b"\n" + spaced)
    assert history() == [user("Hi"), says("Ho")]


LOST = says("(the answer was lost)")


def lost(id):
    return result(id, "Error: the result was lost")


# (messages or bytes of lines in an unsealed file, history)
# fmt: off
CASES = [
    # what was never finished is dropped at the end and closed elsewhere
    ([user("a")], []),
    ([user("a"), calls("x"), result("x")], []),
    ([user("a"), says("b"), user("c"), calls("x"), result("x")], [user("a"), says("b")]),
    ([user("a"), user("b"), says("c")], [user("a"), LOST, user("b"), says("c")]),
    ([user("a"), calls("x"), user("b"), says("c")],
     [user("a"), calls("x"), lost("x"), LOST, user("b"), says("c")]),
    # orphans
    ([says("a"), user("b"), says("c")], [user("b"), says("c")]),
    ([result("x"), calls("x"), result("x"), user("b"), says("c")], [user("b"), says("c")]),
    ([user("a"), result("x"), says("b")], [user("a"), says("b")]),
    ([user("a"), calls("x", "y"), result("y"), says("b")],
     [user("a"), calls("x", "y"), result("y"), lost("x"), says("b")]),
    ([user("a"), calls("x"), result("x"), result("x", "again"), result("z"), says("b")],
     [user("a"), calls("x"), result("x"), says("b")]),
    ([user("a"), calls("x"), says("b"), result("x"), says("c")],
     [user("a"), calls("x"), lost("x"), says("b"), says("c")]),
    # the same id in every round is fine, twice in one message it is not
    ([user("a"), calls("x"), result("x"), calls("x"), result("x", "2"), says("b")],
     [user("a"), calls("x"), result("x"), calls("x"), result("x", "2"), says("b")]),
    ([user("a"), calls("x", "x"), result("x"), result("x"), says("b")],
     [user("a"), calls("x"), result("x"), says("b")]),
    # messages and fields that may not be sent
    ([{"role": "system", "content": "s"}, user("a"), {"role": "developer", "content": "s"},
      says("b")],
     [user("a"), says("b")]),
    ([user("a"), {"role": "function", "name": "f", "content": "x"}, says("b")],
     [user("a"), says("b")]),
    ([user("a"), {"role": "assistant", "content": None}, {"role": "assistant"}, says("b")],
     [user("a"), says("b")]),
    ([user("a"), {"role": "assistant", "content": "b", "tool_calls": None}],
     [user("a"), says("b")]),
    ([user("a"), {"role": "assistant", "content": "b", "tool_calls": []}], [user("a"), says("b")]),
    ([user("a"), {"role": "assistant", "content": "b", "tool_calls": [{"id": "x"}, 5, None, "x"]}],
     [user("a"), says("b")]),
    ([user("a"), {"role": "assistant", "content": "b", "x": 1, "refusal": None}],
     [user("a"), says("b")]),
    ([user("a"), calls("x", name=""), calls("", name="n"), calls(5), says("b")],
     [user("a"), says("b")]),
    ([user("a"), {"role": "tool", "content": "x"}, {"role": "tool", "tool_call_id": 5,
      "content": "x"}, says("b")],
     [user("a"), says("b")]),
    ([user(5), user(None), user({}), user([]), user("a"), says("b")], [user("a"), says("b")]),
    ([user([{"type": "text", "text": "a"}, {"type": "image_url"}, {"type": "text", "text": "b"}]),
      says("c")],
     [user("ab"), says("c")]),
    ([user("a"), calls("x", arguments={"pin": 5}), result("x"), says("b")],
     [user("a"), calls("x"), result("x"), says("b")]),
    ([user("a"), calls("x", arguments=None), result("x"), says("b")],
     [user("a"), calls("x", arguments="{}"), result("x"), says("b")]),
    ([user("a"), calls("x", arguments=""), result("x"), says("b")],
     [user("a"), calls("x", arguments="{}"), result("x"), says("b")]),
    ([user("a"), calls("x", arguments='{"pin":'), result("x"), says("b")],
     [user("a"), calls("x", arguments='{"invalid_json":"{\\"pin\\":"}'), result("x"), says("b")]),
    ([user("a"), calls("x", arguments="[1]"), result("x"), says("b")],
     [user("a"), calls("x", arguments='{"invalid_json":"[1]"}'), result("x"), says("b")]),
    ([5, "x", [], None, {}, {"role": []}, {"role": "user"}, user("a"), says("b")],
     [user("a"), says("b")]),
    # bytes that are no text, lines that are no JSON
    (b'{"role":"user","content":"a"}\n{"role":"assistant","content":"\xff\xed\xa0\x80"}\n', []),
    (b'{"role":"user","content":"\\ud83d\\ude00 \\ud800"}\n{"role":"assistant","content":"b"}\n',
     [user("\U0001f600 \ufffd"), says("b")]),
    (b'\x00\x01\x02{\n\n\xff\xfe\n[1,\n{"role":"user","content":"a"}\n'
     b'{"role":"assistant","content":"b"}\n{"rol',
     [user("a"), says("b")]),
    (b"\x00" * 5000, []),
    (b"\n" * 5000, []),
    (b"{" * 5000, []),
    (bytes(range(256)) * 40, []),
    (b"", []),
    (b'{"end":0,"crc":"00000000"}\n' * 5, []),
]
# fmt: on


def test_cases():
    for given, expected in CASES:
        write(given if isinstance(given, bytes) else lines_of_any(given))
        found = history()
        assert found == expected, (given, found)
        assert history() == expected  # the repaired file is sound
        if not expected:
            assert content(FILE) is None


def lines_of_any(values):
    return b"".join(jsontext.dumps(value).encode() + b"\n" for value in values)


def test_reasoning_is_kept_with_calls_only():
    with_calls = calls("x")
    with_calls["reasoning_content"] = "hm"
    plain = says("b")
    plain["reasoning_content"] = "hm"
    write(lines_of([user("a"), with_calls, result("x"), plain]))
    assert messages_of(Sessions(FOLDER).open("serial:0").segments()) == [
        user("a"),
        with_calls,
        result("x"),
        says("b"),
    ]


def test_long_lines():
    for size in (4095, 8192, 16000):
        turn = [
            user("ü" * (size // 2)),
            calls("x"),
            result("x", '"' * (size // 2)),
            says("y" * size),
        ]
        store_turns([turn, TURNS[0]], Sessions(FOLDER, 1 << 20))
        assert history() == turn + TURNS[0]
        write(content(FILE).replace(b'\\"pin', b'\\"pIn'))
        assert [m["content"] for m in history()] == [m["content"] for m in turn + TURNS[0]]
        store.discard(FILE)


def test_a_line_that_is_far_too_long_is_left_out_alone():
    write(lines_of([user("a"), says("b"), user("c"), says("y" * 50000), user("d"), says("e")]))
    assert history() == [user("a"), says("b"), user("c"), LOST, user("d"), says("e")]


def test_a_sound_turn_is_not_looked_into():
    odd = {"role": "assistant", "content": "b", "x": 1}
    store_turns([[user("a"), odd]])
    assert messages_of(Sessions(FOLDER).open("serial:0").segments()) == [user("a"), odd]


def test_a_file_that_cannot_be_repaired_now():
    store_turns(TURNS)
    write(content(FILE).replace(b"Thanks", b"thanks"))
    os.mkdir(FILE + ".tmp")
    session = Sessions(FOLDER).open("serial:0")
    assert messages_of(session.segments()) == flat(TURNS[:2])
    os.rmdir(FILE + ".tmp")
    assert history() == flat(TURNS[:2]) + [user("thanks"), TURNS[2][1]]


# --- faults while storing ---


def test_power_cut_at_every_write_of_a_commit():
    small = [user("x"), says("y")]
    large = [user("x" * 3000), calls("c"), result("c", "r" * 3000), says("y" * 3000)]
    for old, new in (([], small), (TURNS, small), ([], large), (TURNS, large)):

        def prepare():
            store_turns(old, Sessions("/cut/state/sessions"))
            store_turns(TURNS[:1], Sessions("/cut/state/sessions"), "other:1")

        def operate():
            store_turns([new], Sessions("/cut/state/sessions"))

        def check_after(finished):
            found = history("/cut/state/sessions")
            assert found == flat(old) + new or (found == flat(old) and not finished), (
                len(found),
                finished,
            )
            assert history("/cut/state/sessions", "other:1") == TURNS[0]
            store_turns([TURNS[0]], Sessions("/cut/state/sessions"))
            assert history("/cut/state/sessions") == found + TURNS[0]

        assert cut_everywhere(prepare, operate, check_after) > 3


def test_power_cut_at_every_write_of_a_commit_that_shortens():
    old = [[user("q%d" % i), says("a" * 500)] for i in range(6)]
    new = [user("new"), says("n" * 500)]

    def prepare():
        store_turns(old, Sessions("/cut/state/sessions", 4096))

    def operate():
        store_turns([new], Sessions("/cut/state/sessions", 4096))

    def check_after(finished):
        found = messages_of(Sessions("/cut/state/sessions", 1 << 20).open("serial:0").segments())
        check(found)
        allowed = [flat(old + [new])[first:] for first in range(0, 14, 2)]
        assert found in allowed or (found == flat(old) and not finished), found
        assert not finished or (new == found[-2:] and len(found) < 14)

    assert cut_everywhere(prepare, operate, check_after) > 3


def test_power_cut_at_every_write_of_a_repair():
    def prepare():
        store_turns(TURNS, Sessions("/cut/state/sessions"))
        path = "/cut/state/sessions/serial.0.jsonl"
        write(content(path).replace(b"Lamp", b"lamp") + b'{"role":"user"', path)

    def operate():
        Sessions("/cut/state/sessions").open("serial:0")

    def check_after(finished):
        expected = flat(TURNS)
        expected[2] = user("lamp on")
        assert history("/cut/state/sessions") == expected

    assert cut_everywhere(prepare, operate, check_after) > 3


def test_memory_ends_in_the_middle_of_a_commit():
    for old in ([], TURNS):
        for place in range(5):
            for error in (MemoryError, OSError, KeyboardInterrupt):
                store.discard(FILE)
                session = store_turns(old)

                def chunks():
                    for i, message in enumerate([user("a"), calls("x"), result("x"), says("b")]):
                        if i == place:
                            raise error
                        yield line(message) + b"\n"
                    raise error

                try:
                    session.append(chunks())
                    raise AssertionError
                except error:
                    pass
                assert messages_of(session.segments()) == flat(old)
                assert history() == flat(old)
                turn = session.begin()
                turn.add(line(user("next")))
                turn.add(line(says("ok")))
                turn.commit()
                assert (
                    messages_of(session.segments())
                    == flat(old) + [user("next"), says("ok")]
                    == history()
                )
