"""The pin policy at work: names, claims, set-up once, read back; test_boards.py has the tables."""

import fake_board
from fake_board import Pin
from hardware.devices import pwm
from hardware.pins import PinError, Pins, whole


def make(allow=None, names=None, boot=None):
    fake_board.reset()
    return Pins({"gpio.allow": allow, "gpio.names": names or {}, "gpio.boot": boot or {}})


def refusal(function, *arguments, **named):
    """The sentence of the PinError that a call raises."""
    try:
        function(*arguments, **named)
    except PinError as exc:
        return exc.args[0]
    raise AssertionError("not refused")


def test_whole_takes_exact_numbers_only():
    for value in (5, 5.0, "5", 5e0):
        assert whole(value) == 5, value
    assert whole("-1") == -1
    assert whole(1 << 80) == 1 << 80
    texts = ("5.0", "5.5", "05", "+5", " 5", "5 ", "5e0", "0x5", "", "five", "GPIO5", "５")
    others = (True, False, None, 5.5, [5], {"pin": 5}, (5,), float("inf"), float("nan"), 1e30)
    for value in texts + others + ("9" * 100000,):
        assert whole(value) is None, value


def test_number_knows_names_and_names_the_field():
    pins = make(names={"lamp": 5, "relay": {"pin": 4, "active": "low"}, "fan": {"pin": 18}})
    assert [pins.number(value) for value in ("lamp", "relay", "fan", "7", 7.0)] == [5, 4, 18, 7, 7]
    for value in (None, True, "Lamp", "lamp ", [5], {}, 5.5):
        assert refusal(pins.number, value) == "missing or invalid 'pin' field"
    assert refusal(pins.number, "x", "sda") == "missing or invalid 'sda' field"


def test_active_low_is_a_matter_of_the_name():
    pins = make(names={"lamp": 5, "relay": {"pin": 4, "active": "low"}})
    assert pins.active_low("relay")
    for value in ("lamp", "4", 4, 4.0, "nobody", None):
        assert not pins.active_low(value)


def test_a_list_means_only_these_and_lifts_uart_and_strapping_refusals():
    pins = make(allow=[1, 12, 5, 6, 99])
    assert refusal(pins.usable, 18) == "gpio 18 is not allowed (gpio.allow)"
    assert refusal(pins.usable, 7) == "gpio 7 is not allowed (gpio.allow)"
    assert refusal(pins.usable, 6) == "gpio 6 is reserved (flash)"
    assert refusal(pins.usable, 99) == "gpio 99 is not a valid output pin"
    assert pins.check(1, "output") == ""
    assert pins.check(12, "output") == " (strapping pin: high at reset stops the boot)"
    assert refusal(make().usable, 1) == "gpio 1 is reserved (UART0)"
    assert refusal(make().check, 12, "pwm").startswith(
        "gpio 12 is not a valid output pin (strapping pin: "
    )
    assert make(allow=[]).able("input") == []


class Counting:
    """Settings that count how often they are read."""

    def __init__(self, settings):
        self._settings = settings
        self.reads = 0

    def __getitem__(self, key):
        self.reads += 1
        return self._settings[key]


def test_all_pads_at_once_read_the_settings_once():
    config = Counting(
        {"gpio.allow": None, "gpio.names": {"b": 5, "a": {"pin": 4, "active": "low"}}}
    )
    pins = Pins(config)
    for use in ("input", "output", "adc", "pwm"):
        config.reads = 0
        found = pins.able(use)
        assert config.reads == 1
        assert found == [gpio for gpio in range(60) if accepts(pins, gpio, use)], use
    config.reads = 0
    assert pins.names() == [("a", 4, True), ("b", 5, False)] and config.reads == 1


def accepts(pins, gpio, use):
    try:
        pins.check(gpio, use)
        return True
    except PinError:
        return False


def test_numbers_far_off_are_refused_and_never_wrap():
    pins = make()
    for gpio in (-1, -(1 << 40), 40, 255, 256 + 5, (1 << 32) + 5, 1 << 80):
        assert refusal(pins.usable, gpio) == "gpio %d is not a valid output pin" % gpio


def test_an_output_is_set_up_once_with_its_level():
    pins = make()
    assert pins.write(5, 1) == 1
    assert pins.write(5, 0) == 0
    assert pins.read(5) == 0
    assert pins.write(5, 1) == 1
    assert fake_board.log == [
        ("setup", 5, (Pin.OUT, None, 1)),
        ("write", 5, 1),  # a log of writes has every action, the first one too
        ("write", 5, 0),
        ("write", 5, 1),
    ]


def test_reading_sets_a_fresh_pad_up_as_a_plain_input_once():
    pins = make()
    fake_board.outside[34] = 1
    assert pins.read(34) == 1
    fake_board.outside[34] = 0
    assert pins.read(34) == 0
    assert fake_board.log == [("setup", 34, (Pin.IN, None, None))]


def test_an_output_without_a_level_keeps_what_the_pad_has():
    pins = make()
    fake_board.outside[18] = 1
    pins.digital(18, "output")
    assert fake_board.log[-1] == ("setup", 18, (Pin.OUT, None, 1))


def test_a_pad_that_does_not_follow_is_reported():
    pins = make()
    fake_board.stuck[5] = 0
    said = refusal(pins.write, 5, 1)
    assert said.startswith("gpio 5 reads 0 after writing 1; ")
    fake_board.stuck.clear()
    assert pins.write(5, 1) == 1


def test_pulls_and_open_drain_are_uses_of_their_own():
    pins = make()
    pins.digital(18, "input", "job 1", pull=Pin.PULL_UP)
    pins.digital(18, "input", "job 1", pull=Pin.PULL_UP)
    pins.digital(18, "open_drain", "job 1", 1)
    assert [entry[2] for entry in fake_board.log] == [
        (Pin.IN, Pin.PULL_UP, None),
        (Pin.OPEN_DRAIN, None, 1),
        1,
    ]


def test_pwm_ends_before_digital_use():
    pins = make()
    pwm(pins, 5)
    pins.write(5, 1)
    assert [entry[0] for entry in fake_board.log] == ["pwm", "deinit", "setup", "write"]
    pwm(pins, 5)
    assert pins.read(5) == 0
    assert not fake_board.PWM.running
    assert pins.claims() == [(5, "input", "tools")]


def test_a_signal_is_changed_without_being_stopped():
    pins = make()
    first = pwm(pins, 5, frequency_hz=50, duty_percent=7.5)
    assert pwm(pins, 5, frequency_hz=60, duty_percent=100) is first
    assert (first.freq(), first.duty_u16()) == (60, 65535)
    assert fake_board.count("deinit") == 0


def test_a_pwm_that_could_not_start_does_not_stand_in_the_way():
    pins = make()
    fake_board.fail["PWM"] = ValueError("out of PWM timers")
    assert refusal(pwm, pins, 5) == "gpio 5: PWM refused: out of PWM timers"
    fake_board.fail.clear()
    pins.write(5, 1)
    pwm(pins, 5)
    pins.release("tools")
    assert pins.claims() == [] and not fake_board.PWM.running


def test_pwm_limits():
    pins = make()
    for hz in (0, -1, 40000001, 1 << 40):
        assert refusal(pwm, pins, 5, frequency_hz=hz) == "frequency_hz must be 1 to 40000000"
    for percent in (-0.1, 100.1, 1e30):
        assert refusal(pwm, pins, 5, duty_percent=percent) == "duty_percent must be 0 to 100"
    assert fake_board.log == []


def test_claims_name_their_owner_and_tools_give_way():
    pins = make()
    pins.write(5, 1)
    pins.digital(5, "output", "job 3", 0)  # taken over from the tools
    assert refusal(pins.write, 5, 1) == "gpio 5 is in use by job 3 (output)"
    assert refusal(pwm, pins, 5, "job 4") == "gpio 5 is in use by job 3 (output)"
    assert pins.read(5) == 0  # reading harms nobody
    pwm(pins, 18, "job 3")
    assert refusal(pins.read, 18) == "gpio 18 is in use by job 3 (pwm)"
    assert pins.claims() == [(5, "output", "job 3"), (18, "pwm", "job 3")]
    pins.release("job 3")
    assert pins.claims() == [] and not fake_board.PWM.running
    assert pins.write(5, 1) == 1


def test_a_job_takes_a_running_signal_over_from_the_tools():
    pins = make()
    signal = pwm(pins, 5)
    assert pwm(pins, 5, "job 1") is signal
    assert refusal(pwm, pins, 5) == "gpio 5 is in use by job 1 (pwm)"


def test_a_driver_gets_a_pad_that_is_checked_and_claimed():
    pins = make()
    assert pins.device(4, "tools", "dht").id == 4
    assert pins.claims() == [(4, "dht", "tools")]
    assert refusal(pins.device, 34, "tools", "dht") == "gpio 34 is not a valid output pin"
    assert refusal(pins.device, 6, "tools", "dht") == "gpio 6 is reserved (flash)"
    pins.write(4, 1)  # a pad that a driver has changed is set up again
    assert fake_board.log == [("setup", 4, (Pin.OUT, None, 1)), ("write", 4, 1)]


def test_boot_levels():
    pins = make(
        names={"heater": 18, "relay": {"pin": 4, "active": "low"}},
        boot={"heater": 0, "relay": 1, "5": 1},
    )
    assert pins.apply_boot_levels() == []
    assert sorted([entry[1:] for entry in fake_board.log if entry[0] == "setup"]) == [
        (4, (Pin.OUT, None, 1)),
        (5, (Pin.OUT, None, 1)),
        (18, (Pin.OUT, None, 0)),
    ]


def test_one_refused_boot_level_does_not_cost_the_others():
    pins = make(boot={"6": 1, "nobody": 0, "18": 1, "19": 1})
    fake_board.stuck[18] = 0
    said = pins.apply_boot_levels()
    assert said[0].startswith("gpio.boot: 18: gpio 18 reads 0 after writing 1; ")
    assert said[1:] == [
        "gpio.boot: 6: gpio 6 is reserved (flash)",
        "gpio.boot: nobody: gpio.names has no such name",
    ]
    assert (19, "output", "tools") in pins.claims()
