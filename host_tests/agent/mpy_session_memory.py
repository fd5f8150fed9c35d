"""What conversations cost in memory: a few bytes a turn, and one line while a file is repaired."""

import gc

from agent.session import Sessions
from system import store

HEAP = "192K"

FOLDER = "/state/sessions"
PATH = FOLDER + "/serial.0.jsonl"
TURN = (
    b'{"content":"%d is a question of some length","role":"user"}',
    b'{"content":"and this is its answer, of some length too","role":"assistant"}',
)


def add_turns(sessions, count, first=0):
    for i in range(first, first + count):
        turn = sessions.open("serial:0").begin()
        turn.add(TURN[0] % i)
        turn.add(TURN[1])
        turn.commit()


def peak_of_a_request(sessions):
    """The most heap in use while the history is sent, in bytes above what is in use before."""
    gc.collect()
    before = gc.mem_alloc()
    peak = 0
    count = 0
    for segment in sessions.open("serial:0").segments():
        for _ in segment.chunks():
            count += 1
            if count % 10 == 1:
                gc.collect()
                peak = max(peak, gc.mem_alloc() - before)
    assert count
    return before + peak


def test_a_long_history_costs_eight_bytes_a_turn():
    sessions = Sessions(FOLDER, 1 << 20)
    add_turns(sessions, 2)
    short = peak_of_a_request(sessions)
    add_turns(sessions, 98, 2)
    long = peak_of_a_request(sessions)
    assert sessions.open("serial:0").turns == 100
    assert long - short < 98 * 8 + 300, long - short


def test_a_request_costs_the_same_however_long_it_is():
    sessions = Sessions(FOLDER, 1 << 20)
    sizes = []
    for size in (6000, 60000):
        turn = sessions.open("serial:0").begin()
        for _ in range(size // 100):
            turn.add(b'{"content":"%s","role":"user"}' % (b"x" * 68))
        turn.commit()
        sizes.append(peak_of_a_request(sessions))
    assert sizes[1] - sizes[0] < 300, sizes


def write_foreign(turns, text):
    import os

    os.mkdir("/state")
    os.mkdir(FOLDER)
    with open(PATH, "wb") as file:
        for i in range(turns):
            file.write(b'{"role":"user","content":"%d"}\n' % i)
            file.write(b'{"role":"assistant","content":"%s"}\n' % text)


def test_a_foreign_file_many_times_the_heap_is_repaired():
    write_foreign(300, b"y" * 3000)
    session = Sessions(FOLDER, 20000).open("serial:0")
    assert 4 <= session.turns <= 6
    text = b"".join(bytes(piece) for piece in session.segments()[0].chunks())
    assert text.endswith(b'"role":"assistant"}') and b'"299"' in text


def test_a_line_larger_than_the_heap_is_left_out():
    write_foreign(2, b"y")
    with open(PATH, "ab") as file:
        for _ in range(400):
            file.write(b"z" * 1024)
        file.write(b'\n{"role":"user","content":"a"}\n{"role":"assistant","content":"b"}\n')
    assert Sessions(FOLDER, 20000).open("serial:0").turns == 3


def test_a_turn_many_times_the_heap():
    sessions = Sessions(FOLDER, 1 << 20)
    turn = sessions.open("serial:0").begin()
    turn.add(b'{"content":"x","role":"user"}')
    for _ in range(120):
        turn.add(b'{"content":"%s","role":"assistant"}' % (b"y" * 4096))
    size = sum(len(s) if isinstance(s, bytes) else s.size() for s in turn.segments())
    assert size > 120 * 4096
    turn.commit()
    assert sessions.open("serial:0").segments()[0].size() > 120 * 4096


def test_the_index_of_a_file_with_very_many_turns_is_bounded():
    store.Log(PATH).append([b'{"content":"a","role":"user"}\n', TURN[1] + b"\n"])
    record = b"".join([bytes(piece) for piece in store.pieces(PATH, 0, 1000)])
    with open(PATH, "ab") as file:
        for _ in range(8000):
            file.write(record)
    gc.collect()
    before = gc.mem_alloc()
    sessions = Sessions(FOLDER, 1 << 20)
    assert 128 <= sessions.open("serial:0").turns <= 256
    assert store.size(PATH) <= 256 * len(record)
    gc.collect()
    assert gc.mem_alloc() - before < 256 * 8 + 1000, gc.mem_alloc() - before
