"""gpio_control, word for word."""

import fake_board
from toolbox import answers, make

NAMES = {"lamp": 18, "relay": {"pin": 4, "active": "low"}}


def call(pin, action, level=None):
    return '{"pin":%s,"action":"%s"%s}' % (
        pin,
        action,
        "" if level is None else ',"level":%s' % level,
    )


async def test_every_action():
    await answers(make(), "gpio_control", [
        (call(18, "on"), "OK: gpio 18 action=on level=1"),
        (call(18, "get"), "OK: gpio 18 action=get level=1"),
        (call(18, "off"), "OK: gpio 18 action=off level=0"),
        (call(18, "set", 1), "OK: gpio 18 action=set level=1"),
        (call(18, "toggle"), "OK: gpio 18 action=toggle level=0"),
        (call(18, "toggle"), "OK: gpio 18 action=toggle level=1"),
        (call(18, "set", 0), "OK: gpio 18 action=set level=0"),
        (call(34, "get"), "OK: gpio 34 action=get level=0"),
    ])  # fmt: skip
    assert [entry[1] for entry in fake_board.log if entry[0] == "setup"] == [18, 34]


async def test_errors_come_in_their_order():
    await answers(make(), "gpio_control", [
        ("{", "Error: invalid JSON input"),
        ("pin 5 on", "Error: invalid JSON input"),
        ("[5]", "Error: invalid JSON input"),
        ('{"pin":5 "action":"on"}', "Error: invalid JSON input"),
        ('{"pin":05,"action":"on"}', "Error: invalid JSON input"),
        ('{"pin":5,"action":"on",}', "Error: invalid JSON input"),
        ('{"pin":5,"action":"on"} {}', "Error: invalid JSON input"),
        ("", "Error: missing or invalid 'pin' field"),
        ("{}", "Error: missing or invalid 'pin' field"),
        ("null", "Error: missing or invalid 'pin' field"),
        ('{"action":"blink"}', "Error: missing or invalid 'pin' field"),
        ('{"pin":99,"action":"blink"}', "Error: gpio 99 is not a valid output pin"),
        ('{"pin":20}', "Error: gpio 20 is not a valid output pin"),
        ('{"pin":-1,"action":"on"}', "Error: gpio -1 is not a valid output pin"),
        ('{"pin":6,"action":"blink"}', "Error: gpio 6 is reserved (flash)"),
        ('{"pin":6,"action":"get"}', "Error: gpio 6 is reserved (flash)"),
        ('{"pin":1,"action":"on"}', "Error: gpio 1 is reserved (UART0)"),
        ('{"pin":34}', "Error: missing or invalid 'action' field"),
        ('{"pin":34,"action":"ON"}', "Error: missing or invalid 'action' field"),
        ('{"pin":34,"action":["on"]}', "Error: missing or invalid 'action' field"),
        ('{"pin":34,"action":null}', "Error: missing or invalid 'action' field"),
        ('{"pin":34,"action":"set"}', "Error: gpio 34 is not a valid output pin"),
        ('{"pin":34,"action":"toggle"}', "Error: gpio 34 is not a valid output pin"),
        ('{"pin":12,"action":"set"}',
         "Error: gpio 12 is not a valid output pin (strapping pin: high at reset stops the boot)"),
        ('{"pin":18,"action":"set"}', "Error: missing or invalid 'level' field"),
        ('{"pin":18,"action":"set","level":2}', "Error: missing or invalid 'level' field"),
        ('{"pin":18,"action":"set","level":true}', "Error: missing or invalid 'level' field"),
        ('{"pin":18,"action":"set","level":"high"}', "Error: missing or invalid 'level' field"),
        ('{"pin":18,"action":"set","level":0.5}', "Error: missing or invalid 'level' field"),
    ])  # fmt: skip
    assert fake_board.log == []  # nothing was touched


async def test_a_pin_is_an_exact_number():
    registry = make()
    for text in ("18", '"18"', "18.0", "1.8e1"):
        got = await registry.run("gpio_control", call(text, "get"))
        assert got == "OK: gpio 18 action=get level=0", (text, got)
    for text in (
        "true",
        "false",
        "null",
        '"GPIO5"',
        "5.5",
        '"5.5"',
        '" 5"',
        "[5]",
        '{"pin":5}',
        '""',
    ):
        got = await registry.run("gpio_control", call(text, "on"))
        assert got == "Error: missing or invalid 'pin' field", (text, got)
    got = await registry.run("gpio_control", call("4294967301", "on"))
    assert got == "Error: gpio 4294967301 is not a valid output pin"
    assert await registry.run("gpio_control", '{"pin":5,"action":"set","level":"1"}') == (
        "OK: gpio 5 action=set level=1 (strapping pin: level at reset sets the SDIO timing)"
    )


async def test_strapping_pins_say_so_in_every_answer():
    await answers(make(), "gpio_control", [
        (call(0, "on"),
         "OK: gpio 0 action=on level=1 (strapping pin: low at reset starts the boot loader)"),
        (call(12, "get"),
         "OK: gpio 12 action=get level=0 (strapping pin: high at reset stops the boot)"),
    ])  # fmt: skip


async def test_the_allow_list():
    await answers(make({"gpio.allow": [1, 12, 18]}), "gpio_control", [
        (call(7, "on"), "Error: gpio 7 is not allowed (gpio.allow)"),
        (call(4, "blink"), "Error: gpio 4 is not allowed (gpio.allow)"),
        (call(20, "on"), "Error: gpio 20 is not a valid output pin"),
        (call(1, "on"), "OK: gpio 1 action=on level=1"),
        (call(18, "off"), "OK: gpio 18 action=off level=0"),
        (call(12, "on"),
         "OK: gpio 12 action=on level=1 (strapping pin: high at reset stops the boot)"),
    ])  # fmt: skip


async def test_names_and_active_low():
    await answers(make({"gpio.names": NAMES}), "gpio_control", [
        (call('"lamp"', "on"), "OK: gpio 18 action=on level=1"),
        (call('"relay"', "on"), "OK: gpio 4 action=on level=0"),
        (call('"relay"', "off"), "OK: gpio 4 action=off level=1"),
        (call('"relay"', "set", 0), "OK: gpio 4 action=set level=0"),
        (call('"relay"', "toggle"), "OK: gpio 4 action=toggle level=1"),
        (call(4, "on"), "OK: gpio 4 action=on level=1"),
        (call('"fan"', "on"), "Error: missing or invalid 'pin' field"),
    ])  # fmt: skip


async def test_a_pad_that_does_not_move_is_no_success():
    registry = make()
    fake_board.stuck[18] = 0
    got = await registry.run("gpio_control", call(18, "on"))
    assert got.startswith("Error: gpio 18 reads 0 after writing 1; "), got


async def test_toggle_starts_from_the_level_of_the_pad():
    registry = make()
    fake_board.outside[18] = 1
    got = await registry.run("gpio_control", call(18, "toggle"))
    assert got == "OK: gpio 18 action=toggle level=0"


async def test_a_running_signal_ends_before_the_pin_is_switched():
    registry = make()
    await registry.run("pwm_control", '{"pin":18,"action":"on"}')
    assert await registry.run("gpio_control", call(18, "on")) == "OK: gpio 18 action=on level=1"
    assert not fake_board.PWM.running


async def test_a_job_s_pin_is_named_with_its_owner():
    registry = make()
    registry._ctx.pins.digital(18, "output", "job 2", 1)
    got = await registry.run("gpio_control", call(18, "off"))
    assert got == "Error: gpio 18 is in use by job 2 (output)"
