"""The end-to-end smoke on the 32-bit build: small integers, single floats, a 16 KB C stack."""

import json

import pytest

from .board import REPO, Board
from .scripted import Scripted, calls, text

pytestmark = pytest.mark.u32
FROZEN, ROM = "micropython-u32-frozen", "micropython-u32"
PLAIN_ESP32 = "112K"
both_builds = pytest.mark.parametrize("build", [FROZEN, ROM])


def board(tmp_path, model, build, heap=PLAIN_ESP32, **settings):
    values = {"llm.url": model.url, "llm.model": "m", "gpio.names": {"lamp": 5}, **settings}
    options = ["--micropython", REPO / "build" / "u32" / build, "--heap", heap]
    return Board(tmp_path / "board", values, {"llm.key": "sk-TEST-0123456789"}, options)


@pytest.mark.parametrize("build, heap", [(FROZEN, "64K"), (ROM, PLAIN_ESP32)])
def test_a_turn_with_three_tools(tmp_path, build, heap):
    script = (
        calls(("gpio_control", {"pin": "lamp", "action": "on"}), ("get_current_time", {})),
        calls(("list_dir", {"path": "/data/"})),
        text("The lamp is on. ✓"),
    )
    with Scripted(*script, *script) as model, board(tmp_path, model, build, heap) as unit:
        for _ in range(2):
            assert unit.ask("turn the lamp on and look around") == ("The lamp is on. ✓", None)
        assert [event["value"] for event in unit.events() if event["pin"] == 5][-1] == 1
        assert len(unit.history()) == 2 * 7
        unit.at("AT+CLAW=restart")
        unit.until("Pinpilot ")
        assert unit.ask("and now?")[1] is None
        assert "sk-TEST" not in unit.log_text()


@both_builds
def test_a_long_answer_and_a_long_history(tmp_path, build):
    answer = "A line of an answer that does not end soon. " * 500
    with Scripted(text(answer, 64)) as model, board(tmp_path, model, build) as unit:
        for _ in range(6):
            assert unit.ask("tell me more, please") == (answer, None)
        assert 20000 < len(json.dumps(model.bodies[-1]["messages"])) < 40000


@both_builds
def test_tools_that_count(tmp_path, build):
    groups = {"tools.groups": ["analog", "bus", "sensor", "board"]}
    with Scripted(text("Hi.")) as model, board(tmp_path, model, build, **groups) as unit:
        pwm = unit.tool("pwm_control", pin=18, action="on", frequency_hz=1000, duty_percent=25)
        assert pwm.startswith("OK"), pwm
        assert unit.tool("adc_read", pin=34).startswith("OK")
        now = unit.tool("get_current_time")
        assert "epoch=17" in now or "epoch=18" in now, now
        assert unit.tool("gpio_control", pin=34, action="on") == (
            "Error: gpio 34 is not a valid output pin"
        )
        nested = "[" * 5000
        payloads, error = unit.at(f"AT+CLAW=cap,gpio_control,{nested}")
        assert error is None and "invalid JSON" in payloads[0]
