"""The model's files: one guard of paths, pages cut at characters, edits sure of their place."""

import json
import os

from toolbox import answers, make
from system.paths import PathError, resolve

OUTSIDE = "Error: a path begins with /data/ or /rom/"
UNPLAIN = "Error: a path has no empty part, '.', '..', backslash or control character"


def put(path, data):
    folder = path.rsplit("/", 1)[0]
    try:
        os.mkdir(folder)
    except OSError:
        pass
    with open(path, "wb") as file:
        file.write(data)


def get(path):
    with open(path, "rb") as file:
        return file.read()


def refusal(*arguments, **named):
    try:
        return "allowed " + resolve(*arguments, **named)
    except PathError as exc:
        return "Error: " + exc.args[0]


def test_paths_that_pass():
    for path, expected in (
        ("/data/a", "/data/a"),
        ("/data/notes/a b.md", "/data/notes/a b.md"),
        ("/data/grüße.txt", "/data/grüße.txt"),
        ("/data/...", "/data/..."),
        ("/data/.hidden", "/data/.hidden"),
        ("/data/a..b", "/data/a..b"),
        ("/data/%2e%2e", "/data/%2e%2e"),
        ("/rom/docs/lua.md", "/rom/docs/lua.md"),
        ("vfs:/a.txt", "/data/a.txt"),
        ("rolfs:/docs/a.md", "/rom/docs/a.md"),
        ("/data/" + "x" * 122, "/data/" + "x" * 122),
    ):
        assert resolve(path) == expected, path


NOWHERE = (
    "", "/", "a", "data/a", "/data", "/rom", "/config.json", "/secrets.json", "/state/x",
    "/addons/x.py", "/boot.py", "/lib/x", "/Data/a", "/DATA/a", " /data/a", "/database/a",
    "/data2/a", "//data/a", "/./data/a", "../data/a", "/host/etc/passwd", "~/a", "file:/data/a",
    "vfs:a", "rolfs:", "C:\\data", "\\data\\a", "/etc/passwd",
)  # fmt: skip
TRICKS = (
    "/data/", "/data//a", "/data/a/", "/data/.", "/data/..", "/data/../secrets.json",
    "/data/a/../../x", "/data/./a", "/data/a\\..\\b", "/data/a\0b", "/data/\0", "/data/a\nb",
    "/data/\x7f", "/data/a\x1b[0m", "/rom/../x", "vfs:/", "vfs:/../secrets.json",
    "vfs://secrets.json", "rolfs:/../x", "/data/vfs:/../x",
)  # fmt: skip


def test_paths_that_do_not():
    for path in NOWHERE:
        assert refusal(path) == OUTSIDE, path
    for path in TRICKS:
        assert refusal(path) == UNPLAIN, path
    assert refusal("/data/" + "x" * 123) == "Error: a path has at most 128 characters"
    assert refusal("/data/" + "../" * 40000) == "Error: a path has at most 128 characters"
    assert refusal("vfs:/vfs:/a") == "allowed /data/vfs:/a"  # a name with a colon, nothing more


def test_writing_is_for_data_only():
    assert refusal("/rom/a", writing=True) == "Error: /rom/ is read-only"
    assert refusal("rolfs:/a", writing=True) == "Error: /rom/ is read-only"
    assert refusal("/data/a.tmp", writing=True).startswith("Error: names ending in .tmp")
    assert refusal("/data/a.tmp") == "allowed /data/a.tmp"


def test_folders_may_end_in_a_slash():
    for path in ("/data", "/data/", "vfs:/"):
        assert resolve(path, folder=True) == "/data"
    assert resolve("/rom/", folder=True) == "/rom"
    assert resolve("/data/notes/", folder=True) == "/data/notes"
    for path in ("", "/", "/data/..", "/data/../", "/state/"):
        assert refusal(path, folder=True).startswith("Error: a path ")


async def test_every_file_tool_asks_the_guard():
    registry = make()
    put("/secret.txt", b"hidden")
    for tool, rest in (
        ("read_file", ""),
        ("write_file", ',"content":"x"'),
        ("edit_file", ',"old_string":"hidden","new_string":"x"'),
        ("list_dir", ""),
        ("delete_file", ""),
    ):
        for path in (
            "/secret.txt",
            "/data/../secret.txt",
            "vfs:/../secret.txt",
            "/data/\\u0000/../../secret.txt",
        ):
            got = await registry.run(tool, '{"path":"%s"%s}' % (path, rest))
            assert got in (OUTSIDE, UNPLAIN), (tool, path, got)
    assert get("/secret.txt") == b"hidden"


async def test_write_then_read():
    await answers(make(), "write_file", [
        ('{"path":"/data/a.txt","content":"grüße"}', "OK: wrote 7 bytes to /data/a.txt"),
        ('{"path":"vfs:/notes/deep/b.txt","content":""}',
         "OK: wrote 0 bytes to /data/notes/deep/b.txt"),
        ('{"path":"/data/a.txt","content":"new"}', "OK: wrote 3 bytes to /data/a.txt"),
        ('{"path":"/data/notes","content":"x"}', "Error: /data/notes: it is a folder"),
        ('{"path":"/data/a.txt/b","content":"x"}',
         "Error: /data/a.txt/b: a part of the path is a file"),
        ('{"path":"/rom/a.txt","content":"x"}', "Error: /rom/ is read-only"),
        ('{"path":"/data/a.txt"}', "Error: missing 'content' field"),
        ('{"path":"/data/a.txt","content":{"a":1}}', "Error: 'content' must be a string"),
    ])  # fmt: skip
    await answers(make(), "read_file", [
        ('{"path":"/data/a.txt"}', "new"),
        ('{"path":"/data/notes/deep/b.txt"}', "(empty file)"),
        ('{"path":"/data/notes"}', "Error: /data/notes: it is a folder"),
        ('{"path":"/data/none"}', "Error: /data/none: not found"),
        ('{"path":"/data/a.txt","offset":1}', "ew\n[bytes 1 to 3 of 3; end of file]"),
        ('{"path":"/data/a.txt","offset":4}', "Error: 'offset' must be 0 to 3"),
        ('{"path":"/data/a.txt","offset":-1}', "Error: 'offset' must be 0 to 3"),
    ])  # fmt: skip


async def test_a_file_has_at_most_64_kb():
    registry = make()
    full = json.dumps({"path": "/data/a", "content": "x" * 65536})
    assert await registry.run("write_file", full) == "OK: wrote 65536 bytes to /data/a"
    more = json.dumps({"path": "/data/a", "content": "ü" * 32769})
    assert (
        await registry.run("write_file", more)
        == "Error: a file has at most 65536 bytes, this would have 65538"
    )
    put("/data/a", b"y" + b"x" * 65535)
    got = await registry.run("edit_file", '{"path":"/data/a","old_string":"y","new_string":"zz"}')
    assert got == "Error: a file has at most 65536 bytes, this would have 65537"
    assert get("/data/a") == b"y" + b"x" * 65535


async def read_all(registry, path):
    """The file as the pages give it, following their notes."""
    whole, offset, pages = "", 0, 0
    while True:
        got = await registry.run("read_file", json.dumps({"path": path, "offset": offset}))
        assert len(got.encode()) <= 4096 and "cut to" not in got
        pages += 1
        if "\n[bytes " not in got:
            return whole + got, pages
        text, note = got.rsplit("\n[bytes ", 1)
        assert note.startswith("%d to " % offset), note
        whole += text
        if note.endswith("; end of file]"):
            return whole, pages
        offset = int(note.rsplit("=", 1)[1][:-1])


async def test_long_files_come_in_pages_cut_at_characters():
    registry = make()
    for character in ("x", "ü", "€", "😀"):
        for shift in range(4):
            text = "a" * shift + character * (10000 // len(character.encode()))
            put("/data/long", text.encode())
            got, pages = await read_all(registry, "/data/long")
            assert got == text and pages == 3, (character, shift, pages)


async def test_an_offset_inside_a_character_goes_on_after_it():
    registry = make()
    put("/data/a", "€uro".encode())
    for offset in (1, 2, 3):
        got = await registry.run("read_file", '{"path":"/data/a","offset":%d}' % offset)
        assert got == "uro\n[bytes %d to 6 of 6; end of file]" % offset


async def test_binary_files_are_named():
    registry = make()
    for data in (
        b"\0\1\2",
        b"abc\0def",
        b"\xff\xfe" * 5000,
        b"\x80" * 5000,
        b"gr\xfc\xdfe",
        b"M\x06\x00\x1f" * 2000,
        b"\x01" * 9000,
        b"\x1b[31mred\x1b[0m",
        b"bell\x07",
        b"\x7f",
    ):
        put("/data/a.bin", data)
        got = await registry.run("read_file", '{"path":"/data/a.bin"}')
        assert got == "/data/a.bin is binary, %d bytes" % len(data), got


async def test_tabs_and_line_ends_are_text():
    registry = make()
    put("/data/a", b"a\tb\r\nc\n")
    assert await registry.run("read_file", '{"path":"/data/a"}') == "a\tb\r\nc\n"


async def test_no_offset_and_no_page_shows_a_part_of_a_secret():
    secret = "sk-" + "0123456789abcdef" * 6 + "€"
    registry = make({"llm.model": "m", "wifi.password": secret[:63]})
    for form in (secret[:63], "pass€word/1"):
        registry._ctx.config.set("wifi.password", form)
        data = form.encode()
        put("/data/a", b"x" * 3950 + data + b"y" * 50)
        for offset in list(range(4)) + list(range(3940, 3955 + len(data))):
            got = await registry.run("read_file", '{"path":"/data/a","offset":%d}' % offset)
            shown = got.split("\n[bytes")[0].encode()
            for at in range(len(data) - 3):
                assert data[at : at + 4] not in shown, (offset, got[-200:])
            begin = int(got.rsplit("[bytes ", 1)[1].split(" ")[0])
            end = int(got.rsplit(" to ", 1)[1].split(" ")[0])
            assert begin == offset and len(shown) == end - begin, (offset, len(shown), end)
        got = await registry.run("read_file", '{"path":"/data/a","offset":3945}')
        assert got.startswith("xxxxx" + "*" * len(data) + "yyy")


async def test_edit_replaces_one_sure_place():
    registry = make()
    put("/data/a.txt", "eins zwei drei zwei €".encode())
    await answers(registry, "edit_file", [
        ('{"path":"/data/a.txt","old_string":"drei","new_string":"vier"}',
         "OK: edited /data/a.txt (replaced 4 bytes with 4 bytes)"),
        ('{"path":"/data/a.txt","old_string":"€","new_string":""}',
         "OK: edited /data/a.txt (replaced 3 bytes with 0 bytes)"),
        ('{"path":"/data/a.txt","old_string":"fünf","new_string":"x"}',
         "Error: old_string not found in /data/a.txt"),
        ('{"path":"/data/a.txt","old_string":"zwei","new_string":"x"}',
         "Error: old_string occurs 2 times in /data/a.txt; give more of the text around it"),
        ('{"path":"/data/a.txt","old_string":"","new_string":"x"}',
         "Error: 'old_string' must not be empty"),
        ('{"path":"/data/none","old_string":"a","new_string":"b"}',
         "Error: /data/none: not found"),
        ('{"path":"/rom/a","old_string":"a","new_string":"b"}', "Error: /rom/ is read-only"),
    ])  # fmt: skip
    assert get("/data/a.txt").decode() == "eins zwei vier zwei "


async def test_edit_finds_its_place_across_every_piece_of_the_file():
    registry = make()
    for at in (0, 1, 1020, 1021, 1022, 1023, 1024, 1025, 2040, 2047, 2048, 4990, 4993):
        data = bytearray(b"." * 5000)
        data[at : at + 7] = b"needle!"
        put("/data/a", data)
        got = await registry.run(
            "edit_file", '{"path":"/data/a","old_string":"needle!","new_string":"pin"}'
        )
        assert got == "OK: edited /data/a (replaced 7 bytes with 3 bytes)", (at, got)
        assert get("/data/a") == b"." * at + b"pin" + b"." * (5000 - at - 7), at


async def test_edit_counts_overlapping_places_and_long_ones():
    registry = make()
    put("/data/a", b"aaa")
    got = await registry.run("edit_file", '{"path":"/data/a","old_string":"aa","new_string":"b"}')
    assert got.startswith("Error: old_string occurs 2 times")
    long = b"0123456789" * 300
    put("/data/a", b"x" + long + b"y")
    got = await registry.run(
        "edit_file",
        json.dumps({"path": "/data/a", "old_string": long.decode(), "new_string": "-"}),
    )
    assert got == "OK: edited /data/a (replaced 3000 bytes with 1 bytes)"
    assert get("/data/a") == b"x-y"


async def test_list_and_delete():
    registry = make()
    await answers(registry, "list_dir", [
        ("{}", "(no files found)"),
        ('{"path":"/data/none"}', "Error: /data/none: not found"),
        ('{"path":"/"}', OUTSIDE),
    ])  # fmt: skip
    put("/data/b.txt", b"12")
    put("/data/a.txt", b"")
    put("/data/notes/n.md", b"123")
    await answers(registry, "list_dir", [
        ("{}", "/data/a.txt 0\n/data/b.txt 2\n/data/notes/"),
        ('{"path":"vfs:/notes/"}', "/data/notes/n.md 3"),
        ('{"path":"/data/a.txt"}', "Error: /data/a.txt: a part of the path is a file"),
    ])  # fmt: skip
    await answers(registry, "delete_file", [
        ('{"path":"/data/notes"}', "Error: /data/notes: the folder is not empty"),
        ('{"path":"/data/notes/n.md"}', "OK: deleted /data/notes/n.md"),
        ('{"path":"/data/notes"}', "OK: deleted /data/notes"),
        ('{"path":"/data/notes"}', "Error: /data/notes: not found"),
        ('{"path":"/data"}', OUTSIDE),
        ('{"path":"/rom/x"}', "Error: /rom/ is read-only"),
    ])  # fmt: skip
    assert await registry.run("list_dir", "") == "/data/a.txt 0\n/data/b.txt 2"


async def test_a_long_folder_is_cut_with_a_note():
    registry = make()
    for number in range(200):
        put("/data/file_with_a_long_name_%03d.txt" % number, b"")
    got = await registry.run("list_dir", "{}")
    assert len(got) <= 4096 and got.startswith("/data/file_with_a_long_name_000.txt 0\n")
    assert got.endswith("bytes; ask for less at a time]")


async def test_a_full_flash_is_said_and_changes_nothing():
    from system import store

    registry = make()
    put("/data/a.txt", b"old")

    def full(path, content):
        raise OSError(28)

    kept, store.replace = store.replace, full
    try:
        got = await registry.run("write_file", '{"path":"/data/a.txt","content":"new"}')
    finally:
        store.replace = kept
    assert got == "Error: /data/a.txt: the flash is full"
