"""The generated modules: one byte a pad, one schema a tool; files written when changed."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest
from openai.types.chat import ChatCompletionToolParam
from pydantic import TypeAdapter

REPO = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPO / "boards"))

spec = importlib.util.spec_from_file_location("generate", REPO / "boards" / "generate.py")
generate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(generate)

TOOLS = """
    adc_read board_info delete_file dht_read ds18x20_read edit_file get_current_time
    get_system_info gpio_control i2c_read i2c_scan i2c_write list_dir neopixel_set pwm_control
    read_file restart write_file
"""


def constants(text):
    namespace = {}
    exec(text, namespace)
    return namespace


def catalog(text, tmp_path):
    (tmp_path / "tools.py").write_text(text)
    return constants(generate.tool_catalog(tmp_path))["TOOLS"]


@pytest.fixture
def tools():
    return constants(generate.tool_catalog())["TOOLS"]


@pytest.mark.parametrize("board", generate.BOARDS)
def test_board_data_describes_every_pad_of_the_chip(board):
    data = constants(generate.board_data(board))
    chip = generate.CHIPS[generate.BOARDS[board][0]]
    adc1 = generate.pads(chip["adc1"])
    assert data["NAME"] == board
    assert {gpio for gpio, bits in enumerate(data["PINS"]) if bits} == generate.pads(chip["pads"])
    assert {gpio for gpio, bits in enumerate(data["PINS"]) if bits & generate.ADC1} == adc1
    assert all(note for note in data["NOTES"][1:])


def test_pads_reads_ranges_and_single_numbers():
    assert generate.pads("6-8 16") == {6, 7, 8, 16}
    assert generate.pads("") == set()


def test_the_catalogue_is_sorted_and_complete(tools):
    names = [entry[0] for entry in tools]
    assert names == sorted(names)
    assert set(TOOLS.split()) <= set(names)


def test_every_schema_is_what_openai_publishes(tools):
    for name, _, _, schema, _ in tools:
        parsed = TypeAdapter(ChatCompletionToolParam).validate_python(json.loads(schema))
        assert parsed["function"]["name"] == name


def test_no_tool_has_an_empty_object_or_a_list_for_its_properties(tools):
    for _, _, _, schema, _ in tools:
        parameters = json.loads(schema)["function"]["parameters"]
        assert parameters["type"] == "object"
        assert isinstance(parameters["properties"], dict) and parameters["properties"]


def test_schemas_are_short(tools):
    sizes = [len(entry[3]) for entry in tools]
    assert max(sizes) < 600 and sum(sizes) < 7500


def test_a_tool_is_read_without_being_run(tmp_path):
    tools = catalog(
        "import nowhere\n"
        '@tool("hi", "Say hi — ü.", {"to": {"type": "string"}}, group="bus", raw=True)\n'
        "async def hi(ctx, arguments):\n    pass\n",
        tmp_path,
    )
    name, group, module, schema, raw = tools[0]
    assert (name, group, module, raw) == ("hi", "bus", "tools", True)
    assert json.loads(schema)["function"]["description"] == "Say hi — ü."


@pytest.mark.parametrize(
    "literal, problem",
    [
        ('"other", "d", {}', "the handler must be called other"),
        ('"hi", "d", {}, ("to",)', "a required field is not among the properties"),
        ('"hi", "d", {"to": {"type": "string"}}', "the handler takes []"),
        ('"hi", "d", {}, group="secret"', "unknown group"),
        ('"hi", "d", {"to": {}}, raw=True', "a field without type"),
        ('"hi", "d", {"to": {"type": "integer", "minimum": 1}}, raw=True', "minimum"),
        (
            '"hi", "d", {"to": {"type": "integer", "enum": [0, 1]}}, raw=True',
            "enum is for strings",
        ),
        ('"hi", "d", {"to": {"type": "array", "items": {}}}, raw=True', "a field without type"),
        ('"hi", "d", {"to": {"type": "array"}}, raw=True', "items"),
        ('"hi", "d", {"to": {"type": "int"}}, raw=True', "without type"),
        ('"hi", 5, {}', "description"),
        ('"hi", "d", {"to": {"type": "string", "description": 5}}, raw=True', "description"),
        (
            '"hi", "d", {"to": {"type": "object", "properties": {"a": {}}}}, raw=True',
            "a field without type",
        ),
        ('"hi", DESCRIPTION, {}', "malformed"),
        ('"hi", "d"', "properties"),
    ],
)
def test_a_literal_that_cannot_become_a_schema_is_named(literal, problem, tmp_path):
    with pytest.raises(generate.GenerateError) as caught:
        catalog(f"@tool({literal})\ndef hi(ctx):\n    pass\n", tmp_path)
    assert problem in str(caught.value) and "tools.py" in str(caught.value)


def test_one_name_is_declared_once(tmp_path):
    (tmp_path / "a.py").write_text('@tool("hi", "d", {})\ndef hi(ctx):\n    pass\n')
    with pytest.raises(generate.GenerateError, match="declared twice"):
        catalog('@tool("hi", "d", {})\ndef hi(ctx):\n    pass\n', tmp_path)


def test_a_file_is_written_only_when_it_changes(tmp_path):
    path = tmp_path / "new" / "data.py"
    generate.write(path, "A = 1\n")
    first = path.stat().st_mtime_ns
    generate.write(path, "A = 1\n")
    assert path.stat().st_mtime_ns == first
    generate.write(path, "A = 2\n")
    assert path.read_text() == "A = 2\n"


def test_the_command_names_the_boards_it_knows():
    done = subprocess.run(
        [sys.executable, REPO / "boards" / "generate.py", "ESP99"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "unknown board ESP99; known: ESP32_GENERIC " in done.stderr
