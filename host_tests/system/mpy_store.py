"""Durable files: the old or the new one after every fault, and logs of whole records."""

import os

import power
import vfs
from power import content, cut_everywhere
from system import store

HEAP = "4M"

OLD = bytes(range(256)) * 5
NEW = OLD[:700] + b"changed" + OLD[700:]


def pieces_of(data, size=100):
    for start in range(0, len(data), size):
        yield data[start : start + size]


def failing(data, error, after):
    """Yields pieces and raises `error` before piece number `after`."""
    for i, piece in enumerate(pieces_of(data)):
        if i == after:
            raise error
        yield piece
    raise error


def raised(kind, function, *arguments):
    try:
        function(*arguments)
    except kind:
        return True
    raise AssertionError("nothing was raised")


# --- replace ---


def test_replace_takes_bytes_text_and_iterables():
    for given, expected in (
        (b"bytes", b"bytes"),
        ("t€xt", "t€xt".encode()),
        (bytearray(b"array"), b"array"),
        (memoryview(b"view"), b"view"),
        ([b"a", "ü", memoryview(b"c")], "aüc".encode()),
        (pieces_of(OLD), OLD),
        (b"", b""),
        ([], b""),
        ([b"", b"x", b""], b"x"),
    ):
        store.replace("/deep/er/file", given)
        assert content("/deep/er/file") == expected, given
        assert power.names("/deep/er") == ["file"]


def test_replace_from_every_old_to_every_new_content():
    samples = (b"", b"a", b"ab", b"b", OLD, OLD[:-1], OLD + b"x", NEW, OLD[:256], b"x" + OLD[1:])
    for old in samples:
        for new in samples:
            for size in (1, 100, 256, 300, 5000):
                with open("/file", "wb") as file:
                    file.write(old)
                store.replace("/file", pieces_of(new, size))
                assert content("/file") == new, (len(old), len(new), size)


def test_replace_reads_a_reused_buffer():
    buf = bytearray(4)

    def chunks():
        for letter in b"abcd":
            for i in range(4):
                buf[i] = letter
            yield memoryview(buf)

    with open("/file", "wb") as file:
        file.write(b"aaaabbbbxxxx")
    store.replace("/file", chunks())
    assert content("/file") == b"aaaabbbbccccdddd"


def test_an_unchanged_file_is_not_written():
    flash = power.fresh()
    try:
        store.replace("/cut/file", OLD)
        flash.budget = 1000
        store.replace("/cut/file", pieces_of(OLD))
        store.replace("/cut/file", OLD)
        assert flash.budget == 1000
    finally:
        vfs.umount("/cut")


def test_replace_keeps_the_old_file_when_the_content_fails():
    for old in (None, OLD):
        for error in (MemoryError(), OSError(28), ValueError("x"), KeyboardInterrupt()):
            for after in range(len(NEW) // 100 + 2):
                if old is not None:
                    store.replace("/d/file", old)
                raised(type(error), store.replace, "/d/file", failing(NEW, error, after))
                assert content("/d/file") == old
                assert old is None or power.names("/d") == ["file"]


def test_replace_after_a_cut_at_every_write():
    for old, new in ((OLD, NEW), (OLD, b"s"), (b"s", OLD), (None, OLD), (OLD, b"")):

        def prepare():
            store.replace("/cut/a/other", b"other" * 200)
            if old is not None:
                store.replace("/cut/a/file", old)

        def operate():
            store.replace("/cut/a/file", pieces_of(new))

        def check(finished):
            found = content("/cut/a/file")
            assert found == new or (found == old and not finished), len(found)
            assert content("/cut/a/other") == b"other" * 200
            store.sweep("/cut/a")
            assert power.names("/cut/a") == (["other"] if found is None else ["file", "other"])
            operate()  # and it works again
            assert content("/cut/a/file") == new

        assert cut_everywhere(prepare, operate, check) > 3


def test_a_full_flash_keeps_the_old_file():
    power.fresh()
    try:
        store.replace("/cut/file", OLD)
        raised(OSError, store.replace, "/cut/file", (b"x" * 512 for _ in range(1000)))
        assert content("/cut/file") == OLD and power.names("/cut") == ["file"]
        store.replace("/cut/file", NEW)
        assert content("/cut/file") == NEW
    finally:
        vfs.umount("/cut")


# --- small ones ---


def test_size():
    store.replace("/file", b"12345")
    assert store.size("/file") == 5 and store.size("/none") == -1


def test_pieces():
    store.replace("/file", OLD)
    for start, end in ((0, len(OLD)), (0, 0), (5, 700), (1000, len(OLD)), (1200, 9999)):
        found = b"".join(bytes(piece) for piece in store.pieces("/file", start, end))
        assert found == OLD[start:end]


def test_ensure_dir_and_sweep():
    store.ensure_dir("/a/b/c")
    store.ensure_dir("/a/b/c")
    store.ensure_dir("")
    store.replace("/a/b/x.tmp", b"1")
    store.replace("/a/b/x", b"1")
    os.mkdir("/a/b/y.tmp")
    store.sweep("/a/b")
    store.sweep("/none")
    assert power.names("/a/b") == ["c", "x", "y.tmp"]
    store.discard("/none")


def test_load_json():
    assert store.load_json("/none", {"a": 1}) == ({"a": 1}, None)
    for text, default, expected in (
        (b'{"a":1}', {}, {"a": 1}),
        (b"[1]", [], [1]),
        (b' {"a":"\xc3\xa4"}\r\n', {}, {"a": "ä"}),
        (b"\xef\xbb\xbf{}", {}, {}),
    ):
        store.replace("/file", text)
        assert store.load_json("/file", default) == (expected, None)
    for text, default, reason in (
        (b"", {}, "JSON ends too early at byte 0"),
        (b"[1]", {}, "not a JSON object"),
        (b"{}", [], "not a JSON list"),
        (b'{"a":1,}', {}, "at byte 7"),
        (b'{"a":"\xff"}', {}, "invalid UTF-8"),
        (b'["' + b"x" * 20000 + b'"]', [], "longer than 16384 bytes"),
    ):
        store.replace("/file", text)
        value, warning = store.load_json("/file", default)
        assert value is default and reason in warning, warning
        assert warning.startswith("/file cannot be used (") and "/file.bad" in warning
        assert power.names("/") == ["file.bad", "host"] and content("/file.bad") == text


def test_json_that_cannot_be_read_is_not_the_same_as_none():
    os.mkdir("/folder")
    value, warning = store.load_json("/folder", {})
    assert value == {}
    assert warning == "/folder cannot be read: it is a folder; defaults are used", warning
    os.rmdir("/folder")


# --- logs ---

RECORDS = [
    b'{"a":1}\n',
    b'{"long":"' + b"x" * 1000 + b'"}\n{"b":"\xc3\xa4"}\n',
    b'{"c":[]}\n{"d":{}}\n{"e":null}\n',
]


def filled(path, records=RECORDS):
    log = store.Log(path)
    for record in records:
        log.append(pieces_of(record, 7))
    return log


def records_of(path):
    data = content(path)
    return [data[start:end] for start, end in store.Log(path).records()]


def test_log_appends_records():
    log = store.Log("/d/log")
    places = [log.append(pieces_of(record, 7)) for record in RECORDS]
    assert records_of("/d/log") == RECORDS
    assert list(log.records()) == places
    before = content("/d/log")
    assert before.startswith(b'{"a":1}\n{"end":8,"crc":"')
    log.recover()
    assert content("/d/log") == before
    assert list(store.Log("/none").records()) == []
    store.Log("/none").recover()
    assert content("/none") is None


def test_log_trim():
    log = filled("/log")
    places = list(log.records())
    log.trim(places[1][0])
    assert records_of("/log") == RECORDS[1:]
    log.trim(0)
    assert records_of("/log") == RECORDS[1:]


def test_log_cut_at_every_byte():
    filled("/log")
    data = content("/log")
    ends = [end for _, end in store.Log("/log").records()]
    seals = [data.find(b"\n", end) + 1 for end in ends]
    for size in range(len(data)):
        with open("/log", "wb") as file:
            file.write(data[:size])
        log = store.Log("/log")
        log.recover()
        whole = len([seal for seal in seals if seal <= size])
        assert records_of("/log") == RECORDS[:whole], size
        log.append([b'{"new":1}\n'])
        assert records_of("/log") == RECORDS[:whole] + [b'{"new":1}\n']


def test_log_with_every_byte_flipped():
    filled("/log")
    data = content("/log")
    for at in range(len(data)):
        damaged = bytearray(data)
        damaged[at] ^= 0x11
        with open("/log", "wb") as file:
            file.write(damaged)
        store.Log("/log").recover()
        found = records_of("/log")
        assert all(record in RECORDS for record in found), at
        assert len(found) >= 1, at  # a damaged seal takes the record behind it along
        if at > len(RECORDS[0]) + 40:
            assert found[0] == RECORDS[0]


def test_log_hands_damaged_parts_to_repair():
    filled("/log")
    data = content("/log").replace(b'{"b"', b'{"B"')
    with open("/log", "wb") as file:
        file.write(data + b'{"tail":1}\n{"tail":2')
    parts = []

    def repair(path, start, end, sealed):
        part = content(path)[start:end]
        parts.append((part, sealed))
        if sealed:
            yield b'{"first":1}\n'
            yield None
            yield None
            yield b'{"second":2}'
            yield b"\n"
        else:
            yield b'{"third":3}\n'

    store.Log("/log").recover(repair)
    assert parts[-2:] == [
        (RECORDS[1].replace(b'{"b"', b'{"B"'), True),
        (b'{"tail":1}\n{"tail":2', False),
    ]
    expected = [RECORDS[0], b'{"first":1}\n', b'{"second":2}\n', RECORDS[2], b'{"third":3}\n']
    assert records_of("/log") == expected


def test_log_keeps_its_records_when_one_fails():
    new = b'{"n":"' + b"y" * 900 + b'"}\n'
    for old in ([], RECORDS):
        for error in (MemoryError(), OSError(5), KeyboardInterrupt()):
            for after in range(len(new) // 100 + 2):
                store.discard("/d/log")
                log = filled("/d/log", old)
                raised(type(error), log.append, failing(new, error, after))
                assert (content("/d/log") and records_of("/d/log")) == (old or None)
                log.append([new])
                assert records_of("/d/log") == old + [new]
                assert power.names("/d") == ["log"]


def test_log_takes_a_failed_append_back_later():
    filled("/d/log")
    os.mkdir("/d/log.tmp")  # so that the torn record cannot be cut off at once
    log = store.Log("/d/log")
    raised(MemoryError, log.append, failing(b"z" * 500, MemoryError(), 3))
    raised(OSError, log.append, [b'{"n":1}\n'])
    assert records_of("/d/log") == RECORDS
    os.rmdir("/d/log.tmp")
    log.append([b'{"n":1}\n'])
    assert records_of("/d/log") == RECORDS + [b'{"n":1}\n']
    before = content("/d/log")
    log.recover()
    assert content("/d/log") == before


def test_log_append_after_a_cut_at_every_write():
    new = b'{"n":"' + b"y" * 1500 + b'"}\n'
    for old in ([], RECORDS):

        def prepare():
            store.replace("/cut/other", OLD)
            filled("/cut/log", old)

        def operate():
            store.Log("/cut/log").append(pieces_of(new))

        def check(finished):
            log = store.Log("/cut/log")
            log.recover()
            found = records_of("/cut/log") if content("/cut/log") is not None else []
            assert found == old + [new] or (found == old and not finished)
            assert content("/cut/other") == OLD
            log.append([b'{"after":1}\n'])
            assert records_of("/cut/log") == found + [b'{"after":1}\n']

        assert cut_everywhere(prepare, operate, check) > 3


def test_log_recover_and_trim_after_a_cut_at_every_write():
    def prepare():
        filled("/cut/log")
        with open("/cut/log", "ab") as file:
            file.write(b'{"torn":')

    def recover():
        store.Log("/cut/log").recover()

    def trim():
        log = store.Log("/cut/log")
        log.trim(list(log.records())[1][0])

    def check_recovered(finished):
        assert records_of("/cut/log") == RECORDS

    def check_trimmed(finished):
        assert records_of("/cut/log") in ((RECORDS[1:],) if finished else (RECORDS, RECORDS[1:]))

    assert cut_everywhere(prepare, recover, check_recovered) > 3
    assert cut_everywhere(prepare, trim, check_trimmed) > 3
