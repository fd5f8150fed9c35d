"""The owner's tools join at boot and by reload; a broken one costs a sentence, nothing else."""

import json
import os

import fake_board
from toolbox import addon, make

GOOD = """
from tools.registry import tool

@tool("blink", "Blink the lamp — ü.", {"times": {"type": "integer"}}, ("times",), group="sensor")
async def blink(ctx, times):
    ctx.pins.write(18, 1)
    return "OK: blinked %d times" % times
"""


def warnings(text):
    """What is said of a single file with this text."""
    addon("x.py", text)
    registry = make()
    said = registry.load_addons()
    os.remove("/addons/x.py")
    return registry, said


async def test_a_tool_joins():
    addon("blink.py", GOOD)
    addon("notes.txt", "not a tool")
    registry = make()
    assert registry.load_addons() == []
    assert "blink" in registry.names()
    assert await registry.run("blink", '{"times":"3"}') == "OK: blinked 3 times"
    assert fake_board.log[-1] == ("write", 18, 1)
    assert await registry.run("blink", "{}") == "Error: missing 'times' field"
    schemas = [json.loads(schema)["function"] for schema in registry.visible(("sensor",))]
    names = [schema["name"] for schema in schemas]
    assert names == sorted(names)
    assert schemas[names.index("blink")] == {
        "name": "blink",
        "description": "Blink the lamp — ü.",
        "parameters": {
            "type": "object",
            "properties": {"times": {"type": "integer"}},
            "required": ["times"],
        },
    }
    assert "blink" not in [json.loads(s)["function"]["name"] for s in registry.visible()]


def test_no_folder_no_warning():
    assert make().load_addons() == []


async def test_reload_sees_new_changed_and_removed_files():
    registry = make()
    assert registry.reload() == []
    addon("blink.py", GOOD)
    assert registry.reload() == []
    assert await registry.run("blink", '{"times":1}') == "OK: blinked 1 times"
    addon("blink.py", GOOD.replace("blinked", "flashed"))
    registry.reload()
    assert await registry.run("blink", '{"times":1}') == "OK: flashed 1 times"
    os.remove("/addons/blink.py")
    registry.reload()
    assert "blink" not in registry.names()


async def test_a_broken_file_is_named_and_the_others_work():
    addon("a.py", "def broken(:\n")
    addon("b.py", GOOD)
    addon("c.py", "import nowhere\n")
    addon("d.py", "raise SystemExit\n")
    addon("e.py", "1/0\n")
    registry = make()
    said = registry.load_addons()
    assert [line.split(": ")[0] for line in said] == [
        "/addons/a.py",
        "/addons/c.py",
        "/addons/d.py",
        "/addons/e.py",
    ]
    assert "SyntaxError" in said[0] and "nowhere" in said[1]
    assert "SystemExit" in said[2] and "ZeroDivisionError" in said[3]
    assert await registry.run("blink", '{"times":1}') == "OK: blinked 1 times"


async def test_a_name_of_ours_or_of_another_file_is_refused():
    registry, said = warnings(GOOD.replace('"blink"', '"gpio_control"'))
    assert said == ["/addons/x.py: a tool called 'gpio_control' exists already"]
    assert (await registry.run("gpio_control", "{}")).startswith("Error: missing or invalid 'pin'")
    addon("a.py", GOOD)
    addon("b.py", GOOD)
    registry = make()
    assert registry.load_addons() == ["/addons/b.py: a tool called 'blink' exists already"]


async def test_an_addon_may_import_our_modules():
    import sys

    for name in list(sys.modules):
        if name in ("tools.gpio", "tools.files"):
            del sys.modules[name]
    registry, said = warnings("from tools import gpio, files\n" + GOOD)
    assert said == []
    got = await registry.run("gpio_control", '{"pin":18,"action":"on"}')
    assert got == "OK: gpio 18 action=on level=1"


def test_a_literal_that_providers_refuse_is_refused_here():
    for change, problem in (
        (('"blink"', '"blink it"'), "letters, digits, _ and - only"),
        (('"blink"', '"blück"'), "letters, digits, _ and - only"),
        (('"blink"', '""'), "1 to 64 characters"),
        (('"blink"', '"' + "b" * 65 + '"'), "1 to 64 characters"),
        (('"blink"', "5"), "1 to 64 characters"),
        (('"integer"', '"int"'), "field 'times' has no usable type"),
        (('{"type": "integer"}', "{}"), "field 'times' has no usable type"),
        (('"integer"', '"array"'), "field 'times' has no usable type"),
        (('{"type": "integer"}', '"integer"'), "field 'times' has no usable type"),
        (('{"type": "integer"}', "None"), "field 'times' has no usable type"),
        (('"type": "integer"', '"type": ["integer", "null"]'), "field 'times' has no usable type"),
        (('"integer"', '"integer", "minimum": 1'), "field 'times' has 'minimum', which not every"),
        (('"integer"', '"integer", "description": 5'), "a description that is not a text"),
        (('"integer"', '"integer", "enum": [1, 2]'), "a list of texts for a string"),
        (('"integer"', '"string", "enum": [1, 2]'), "other things than texts"),
        (('"integer"', '"string", "enum": []'), "a list of texts for a string"),
        (('"integer"', '"string", "enum": "ab"'), "a list of texts for a string"),
        (('"integer"', '"array", "items": {"type": "any"}'), "no usable type"),
        (
            ('"integer"', '"object", "properties": {"a": {"type": "integer", "x": 1}}'),
            "field 'times' field 'a' has 'x'",
        ),
        (('"integer"', '"object", "required": ["a"]'), "required names 'a', which is no field"),
        (('{"times": {"type": "integer"}}', "[]"), "properties are not a dict"),
        (('{"times"', "{5"), "the name of a field is not a text"),
        (('("times",)', '"times"'), "required is not a list"),
        (('("times",)', '("time",)'), "required names 'time', which is no field"),
        (('("times",)', "(5,)"), "required names '5', which is no field"),
        (('("times",)', "None"), "required is not a list"),
        (('"Blink the lamp — ü."', "5"), "description is not a text"),
        (('"Blink the lamp — ü."', '"x" * 5000'), "more than 4096 bytes"),
        (('group="sensor"', 'group="sensors"'), "group is one of analog, bus, sensor, board"),
        (('group="sensor"', "group=None"), "group is one of analog"),
    ):
        registry, said = warnings(GOOD.replace(*change))
        assert len(said) == 1 and problem in said[0], (change, said)
        assert len(registry.names()) == len(make().names())


async def test_one_bad_tool_does_not_cost_the_others_of_its_file():
    registry, said = warnings(
        GOOD.replace('"blink"', '"bad one"') + GOOD + GOOD.replace('"blink"', '"third"')
    )
    assert said == ["/addons/x.py: tool 'bad one': a name has letters, digits, _ and - only"]
    assert "blink" in registry.names() and "third" in registry.names()


def test_warnings_are_few_short_and_without_secrets():
    from system import redact

    redact.register(["sk-in-an-addon"])
    for i in range(20):
        addon("x%02d.py" % i, "raise ValueError('sk-in-an-addon' + 'x' * 5000)\n")
    said = make().load_addons()
    assert len(said) == 9 and said[-1] == "… and 12 more about /addons"
    for line in said:
        assert len(line.encode()) < 250 and "sk-in" not in line, line
    redact._patterns[:] = []


def test_a_tool_without_properties_gets_one():
    registry, said = warnings(
        'from tools.registry import tool\n\n@tool("hi", "Hi.", {})\ndef hi(ctx):\n    pass\n'
    )
    assert said == []
    for schema in registry.visible():
        assert json.loads(schema)["function"]["parameters"]["properties"]


def test_the_settings_disable_an_addon_like_any_tool():
    addon("blink.py", GOOD)
    registry = make({"tools.disabled": ["blink"]})
    assert registry.load_addons() == []
    assert "blink" not in registry.names()
