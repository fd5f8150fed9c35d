"""Finding, checking and running: arguments refused, answers kept short, faults kept in."""

import asyncio
import json

import fake_board
from system import redact
from toolbox import addon, answers, make

PROBE = """
from tools.registry import ToolError, tool

@tool("probe", "Probe.", {
    "text": {"type": "string"}, "whole": {"type": "integer"}, "part": {"type": "number"},
    "flag": {"type": "boolean"}, "mode": {"type": "string", "enum": ["a", "b"]},
    "items": {"type": "array", "items": {"type": "integer"}}, "more": {"type": "object"},
}, ("text",))
def probe(ctx, **arguments):
    return repr(sorted(arguments.items()))
"""
ANSWERS = """
import asyncio
from tools.registry import ToolError, tool

@tool("say", "Say.", {})
def say(ctx):
    return ctx.services["say"]

@tool("say_later", "Say.", {})
async def say_later(ctx):
    await asyncio.sleep_ms(0)
    return ctx.services["say"]

@tool("fail", "Fail.", {})
def fail(ctx):
    raise ctx.services["fail"]

@tool("fail_later", "Fail.", {})
async def fail_later(ctx):
    await asyncio.sleep_ms(0)
    raise ctx.services["fail"]

@tool("stream", "Stream.", {})
async def stream(ctx):
    return ctx.services["pieces"]()

@tool("wait", "Wait.", {})
async def wait(ctx):
    try:
        await asyncio.sleep(60)
    finally:
        ctx.services["left"] = True

@tool("pieces", "Pieces.", {})
def pieces(ctx):
    yield from ctx.services["pieces"]()

@tool("mixed", "Pieces, and waits between them.", {})
async def mixed(ctx):
    yield "a"
    await asyncio.sleep_ms(1)
    yield "b"

@tool("catch", "Catches a stop and goes on.", {})
async def catch(ctx):
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        await asyncio.sleep_ms(1)
        ctx.services["left"] = True
        raise
"""


def probing():
    addon("probe.py", PROBE)
    registry = make()
    assert registry.load_addons() == []
    return registry


def answering(say=None):
    addon("answers.py", ANSWERS)
    registry = make()
    assert registry.load_addons() == []
    registry._ctx.services["say"] = say
    return registry


def shown(registry, groups=()):
    return [json.loads(schema)["function"]["name"] for schema in registry.visible(groups)]


def test_visible_tools_are_those_without_a_group_sorted():
    names = shown(make())
    assert names == sorted(names)
    assert "gpio_control" in names and "read_file" in names
    for hidden in ("pwm_control", "i2c_scan", "dht_read", "board_info"):
        assert hidden not in names


def test_groups_come_from_the_turn_and_from_the_settings():
    registry = make({"tools.groups": ["board"]})
    names = shown(registry, ("analog",))
    assert "pwm_control" in names and "adc_read" in names and "board_info" in names
    assert "i2c_scan" not in names and names == sorted(names)
    assert "pwm_control" in registry.names()  # names() hides no group


async def test_a_disabled_tool_is_gone():
    registry = make({"tools.disabled": ["gpio_control"]})
    assert "gpio_control" not in registry.names() and "gpio_control" not in shown(registry)
    got = await registry.run("gpio_control", '{"pin":5,"action":"on"}')
    assert got == "Error: tool 'gpio_control' is disabled (tools.disabled)"
    assert fake_board.log == []


async def test_an_unknown_tool_is_named_with_the_nearest_and_never_guessed():
    registry = make()
    got = await registry.run("gpio_contrl", '{"pin":5,"action":"on"}')
    assert got == "Error: unknown tool 'gpio_contrl'; did you mean 'gpio_control'?"
    assert fake_board.log == []
    assert await registry.run("", "{}") == "Error: unknown tool ''"
    assert await registry.run("zzzzzzzzz", "{}") == "Error: unknown tool 'zzzzzzzzz'"
    assert len((await registry.run("x" * 100000, "{}")).encode()) < 200


def test_schemas_are_the_catalogue_s_own_bytes():
    import tool_catalog

    registry = make()
    for schema in registry.visible():
        assert [True for entry in tool_catalog.TOOLS if entry[3] is schema]


async def test_modules_are_imported_at_the_first_call():
    import sys

    sys.modules.pop("tools.i2c", None)
    registry = make()
    registry.visible(("bus",))
    assert "tools.i2c" not in sys.modules
    await registry.run("i2c_scan", '{"sda":21,"scl":22}')
    assert "tools.i2c" in sys.modules


async def test_exact_values_are_converted():
    await answers(probing(), "probe", [
        ('{"text":"5","whole":"5"}', "[('text', '5'), ('whole', 5)]"),
        ('{"text":"","whole":5.0,"part":"1.5"}', "[('part', 1.5), ('text', ''), ('whole', 5)]"),
        ('{"text":"x","flag":"true","part":2}', "[('flag', True), ('part', 2), ('text', 'x')]"),
        ('{"text":"x","flag":false,"mode":"b"}',
         "[('flag', False), ('mode', 'b'), ('text', 'x')]"),
        ('{"text":"x","items":[1,"2",3.0]}', "[('items', [1, 2, 3]), ('text', 'x')]"),
        ('{"text":"x","whole":null}', "[('text', 'x')]"),
        ('{"text":"x","more":{"a":1}}', "[('more', {'a': 1}), ('text', 'x')]"),
        ('{"text":"x","text":"y"}', "[('text', 'y')]"),
        ('{"text":"\\ud83d\\ude00"}', "[('text', '\\U0001f600')]"),
        ('{"text":"x","whole":18446744073709551617}',
         "[('text', 'x'), ('whole', 18446744073709551617)]"),
    ])  # fmt: skip


async def test_all_problems_are_in_one_sentence():
    await answers(probing(), "probe", [
        ("{}", "Error: missing 'text' field"),
        ("", "Error: missing 'text' field"),
        ('{"text":null}', "Error: missing 'text' field"),
        ('{"text":5}', "Error: 'text' must be a string"),
        ('{"text":"x","whole":true}', "Error: 'whole' must be an integer"),
        ('{"text":"x","whole":"5.5"}', "Error: 'whole' must be an integer"),
        ('{"text":"x","part":"true"}', "Error: 'part' must be a number"),
        ('{"text":"x","part":"[1]"}', "Error: 'part' must be a number"),
        ('{"text":"x","flag":1}', "Error: 'flag' must be true or false"),
        ('{"text":"x","flag":"yes"}', "Error: 'flag' must be true or false"),
        ('{"text":"x","flag":["true"]}', "Error: 'flag' must be true or false"),
        ('{"text":"x","mode":"c"}', "Error: 'mode' must be one of a, b"),
        ('{"text":"x","mode":["a"]}', "Error: 'mode' must be a string"),
        ('{"text":"x","items":{"0":1}}', "Error: 'items' must be a list"),
        ('{"text":"x","items":[1,[2]]}', "Error: 'items' must be an integer"),
        ('{"text":"x","more":"{}"}', "Error: 'more' must be an object"),
        ('{"test":"x","zzzzzz":1,"mode":"c","whole":1.5}',
         "Error: unknown field 'test' (did you mean 'text'?); unknown field 'zzzzzz'; "
         "'mode' must be one of a, b; missing 'text' field; 'whole' must be an integer"),
    ])  # fmt: skip


async def test_json_is_read_strictly():
    registry = probing()
    nested = "[" * 40 + "]" * 40
    for text in ("{", '{"text":"x" "whole":1}', '{"text":"x",}', '{"whole":01,"text":"x"}', "[]",
                 '"text"', "5", '{"text":"a\nb"}', '{"text":"x"}{"text":"y"}', "{'text':'x'}",
                 '{"text":"x","more":%s}' % nested, '{"text":"\\x"}', '{"text":NaN}'):  # fmt: skip
        got = await registry.run("probe", text)
        assert got.startswith("Error: invalid JSON input ("), (text, got)


async def test_hostile_sizes_are_survived():
    registry = probing()
    long = "x" * 100000
    got = await registry.run("probe", '{"text":"x","%s":1}' % long)
    assert got.startswith("Error: unknown field 'xxx") and len(got) < 200, got
    got = await registry.run("probe", '{"text":"%s"}' % long)
    assert got.startswith("[('text', 'xxx") and len(got.encode()) <= 4096
    got = await registry.run("probe", '{"text":"x","whole":"%s"}' % ("9" * 100000))
    assert got == "Error: 'whole' must be an integer"
    got = await registry.run("probe", '{"text":"x","part":"%s"}' % ("9" * 100))
    assert got == "Error: 'part' must be a number"
    assert (await registry.run("probe", "[" * 100000)).startswith("Error: invalid JSON input (")


async def test_a_tool_without_arguments_takes_the_filler_that_its_schema_shows():
    registry = answering("hello")
    for text in ("", "  ", "{}", "null", '{"unused":""}', '{"unused":null}'):
        assert await registry.run("say", text) == "hello", text
    got = await registry.run("say", '{"other":1}')
    assert got == "Error: unknown field 'other'"


async def test_answers_of_every_kind():
    registry = answering()
    for value, expected in (("text", "text"), ("", ""), (None, "OK"), (5, "5"), ([1], "[1]")):
        registry._ctx.services["say"] = value
        assert await registry.run("say", "") == expected
        assert await registry.run("say_later", "") == expected


async def test_an_answer_of_200_kb_keeps_4_kb_cut_at_a_character():
    for character in ("x", "ü", "€", "😀"):
        for shift in range(4):
            registry = answering("a" * shift + character * (204800 // len(character.encode())))
            for name in ("say", "say_later"):
                got = await registry.run(name, "")
                size = len(got.encode())
                assert 4080 < size <= 4096, size
                text, note = got.split("\n[cut to ")
                assert text == "a" * shift + character * (len(text) - shift)
                assert note.endswith(" bytes; ask for less at a time]")


async def test_an_answer_that_fits_is_whole():
    exact = "ü" * 2048
    assert await answering(exact).run("say", "") == exact


async def test_an_endless_stream_of_pieces_is_left_after_what_is_kept():
    made = []

    def pieces():
        while True:
            made.append(1)
            yield "é" * 500

    registry = answering()
    registry._ctx.services["pieces"] = pieces
    got = await registry.run("stream", "")
    assert len(got.encode()) <= 4096 and len(made) < 20


async def test_lone_surrogates_are_repaired():
    assert await answering(json.loads('"a\\ud800b"')).run("say", "") == "a\ufffdb"


async def test_secrets_are_taken_out_even_across_the_cut():
    redact.register(["TOPSECRETVALUE"])
    registry = answering()
    for shift in range(4060, 4100):
        registry._ctx.services["say"] = "." * shift + "TOPSECRETVALUE" + "." * 1000
        got = await registry.run("say", "")
        assert "TOPS" not in got, shift
    registry._ctx.services["fail"] = ValueError("key TOPSECRETVALUE refused")
    got = await registry.run("fail", "")
    assert got == "Error: fail failed: ValueError: key *** refused"


async def test_a_fault_becomes_an_answer():
    registry = answering()
    for exc, said in (
        (ValueError("bad"), "Error: %s failed: ValueError: bad"),
        (OSError(28), "Error: %s failed: OSError: 28"),
        (RuntimeError(), "Error: %s failed: RuntimeError"),
        (KeyError("x"), "Error: %s failed: KeyError: x"),
        (MemoryError(), "Error: out of memory; ask for less at a time"),
        (MemoryError("memory allocation failed"), "Error: out of memory; ask for less at a time"),
        (StopIteration(), "Error: %s failed: StopIteration"),
    ):
        registry._ctx.services["fail"] = exc
        expected = said % "fail" if "%" in said else said
        got = await registry.run("fail", "")
        assert got == expected, got


async def test_a_late_fault_becomes_an_answer_too():
    registry = answering()
    registry._ctx.services["fail"] = ValueError("bad")
    assert await registry.run("fail_later", "") == "Error: fail_later failed: ValueError: bad"


async def test_only_cancellation_gets_through():
    for name in ("wait", "catch"):
        registry = answering()
        task = asyncio.create_task(registry.run(name, ""))
        await asyncio.sleep_ms(5)
        task.cancel()
        try:
            await task
            raise AssertionError("not cancelled")
        except asyncio.CancelledError:
            assert registry._ctx.services["left"]  # the tool itself was told


async def test_a_handler_may_be_a_generator_of_text():
    registry = answering()
    for pieces, expected in (
        (lambda: iter(("a", "b", "c")), "abc"),
        (lambda: iter(()), "OK"),
        (lambda: ("x" * 100 for _ in range(1000)), None),
    ):
        registry._ctx.services["pieces"] = pieces
        got = await asyncio.wait_for(registry.run("pieces", ""), 1)
        if expected is None:
            assert len(got) <= 4096 and got.startswith("xxx") and "[cut to " in got
        else:
            assert got == expected, got
    got = await asyncio.wait_for(registry.run("mixed", ""), 1)
    assert got.startswith("Error: mixed failed: TypeError"), got


async def test_a_tool_that_wants_to_exit_fails():
    registry = answering()
    for error in (SystemExit(), SystemExit(3)):
        registry._ctx.services["fail"] = error
        for name in ("fail", "fail_later"):
            got = await registry.run(name, "")
            assert got.startswith("Error: " + name + " failed: SystemExit"), got


async def test_the_text_of_a_fault_is_short_and_on_one_line():
    registry = answering()
    registry._ctx.services["fail"] = ValueError("ü" * 5000)
    got = await registry.run("fail", "")
    assert len(got.encode()) < 250 and got.endswith("ü…"), got


async def test_a_raw_handler_gets_none_for_invalid_json():
    addon("raw.py", """
from tools.registry import tool

@tool("raw", "Raw.", {"a": {"type": "integer"}}, ("a",), raw=True)
def raw(ctx, arguments):
    return repr(arguments)
""")  # fmt: skip
    registry = make()
    assert registry.load_addons() == []
    await answers(registry, "raw", [
        ("{", "None"), ("[1]", "None"), ("", "{}"), ("null", "{}"), ('{"a":"x"}', "{'a': 'x'}"),
    ])  # fmt: skip
