"""The board modules on the simulated board: pads, buses, what a run holds and gives back."""

import asyncio

from board_run import Functions, Log, Run, error, values
from hardware.pins import PinError
from script.values import Table
from simulated import wiring

NAMES = {"lamp": 18, "relay": {"pin": 5, "active": "low"}}


def record(**fields):
    return Table.record({name.encode(): fields[name] for name in fields})


def make(**settings):
    wiring.inputs = {}
    return Run({"gpio.names": NAMES})


def press(pin, level):
    """The world changes a pad, and the chip looks."""
    from simulated import pads

    wiring.inputs[str(pin)] = level
    pads.look()


# --- gpio ---


def test_levels():
    run = make()
    gpio = run.module("gpio")
    log = Log()
    gpio.set_level(18, 1)
    gpio.set_level(b"lamp", False)
    writes = log.of(18, "write")
    assert [event[2:] for event in writes] == [("OUT", 1), ("OUT", 0)], writes
    assert gpio.get_level(18.0) == 0
    assert gpio.toggle(b"lamp") == 1
    assert gpio.get_level(b"18") == 1
    assert run.services["pins"].claims() == [(18, "output", "script test")]


def test_refusals_have_the_sentence_of_the_policy():
    gpio = make().module("gpio")
    for call, sentence in (
        ((gpio.set_level, 6, 1), "gpio 6 is reserved (flash)"),
        ((gpio.set_level, 99, 1), "gpio 99 is not a valid output pin"),
        ((gpio.set_level, 34, 1), "gpio 34 is not a valid output pin"),
        ((gpio.toggle, 34), "gpio 34 is not a valid output pin"),
        ((gpio.set_direction, 1, b"output"), "gpio 1 is reserved (UART0)"),
        ((gpio.set_level, 18, 2), "bad argument #2 to 'set_level' (0 or 1 expected)"),
        ((gpio.set_level, 18), "bad argument #2 to 'set_level' (0 or 1 expected)"),
        (
            (gpio.set_level,),
            "bad argument #1 to 'set_level' (GPIO number or pin name expected, got no value)",
        ),
        (
            (gpio.get_level, True),
            "bad argument #1 to 'get_level' (GPIO number or pin name expected, got boolean)",
        ),
        (
            (gpio.get_level, 5.5),
            "bad argument #1 to 'get_level' (GPIO number or pin name expected)",
        ),
        (
            (gpio.get_level, b"lampe"),
            "bad argument #1 to 'get_level' (no pin is called 'lampe' (gpio.names))",
        ),
        (
            (gpio.set_direction, 18, b"out"),
            "bad argument #2 to 'set_direction' (one of 'input', 'open_drain', 'output' expected)",
        ),
        (
            (gpio.set_pull, 18, None),
            "bad argument #2 to 'set_pull' (one of 'down', 'none', 'up' expected)",
        ),
        ((gpio.on, 18, b"both"), "bad argument #3 to 'on' (function expected)"),
        (
            (gpio.set_irq, 18, b"both", None, 2000),
            "bad argument #4 to 'set_irq' (0 to 1000 expected)",
        ),
        ((gpio.irq_enable, 18), "gpio 18 has no interrupt; call gpio.set_irq first"),
    ):
        assert error(*call) == sentence, error(*call)


def test_only_allowed_pins():
    run = Run({"gpio.allow": [18]})
    gpio = run.module("gpio")
    assert error(gpio.get_level, 19) == "gpio 19 is not allowed (gpio.allow)"
    assert error(run.module("adc").read, 34) == "gpio 34 is not allowed (gpio.allow)"


def test_directions_and_pulls_stay():
    run = make()
    gpio = run.module("gpio")
    gpio.set_pull(4, b"up")
    assert gpio.get_level(4) == 1
    gpio.set_direction(4, b"input")
    assert gpio.get_level(4) == 1
    assert error(gpio.set_level, 4, 1).startswith("gpio 4 is an input; call gpio.set_direction")
    assert error(gpio.toggle, 4).startswith("gpio 4 is an input; ")
    gpio.set_direction(4, b"open_drain")
    gpio.set_level(4, 0)
    assert run.services["pins"].claims()[0][1].startswith("open_drain")
    gpio.set_direction(4, b"output")
    assert gpio.toggle(4) == 1
    gpio.set_pull(4, b"none")
    assert run.services["pins"].claims() == [(4, "output", "script test")]


def test_pads_of_others():
    run = make()
    pins = run.services["pins"]
    gpio = run.module("gpio")
    pins.write(18, 1)  # the tools': anyone may take over
    gpio.set_level(18, 0)
    pins.write(19, 1, "script other")
    assert error(gpio.set_level, 19, 0) == "gpio 19 is in use by script other (output)"
    try:
        pins.write(18, 1)
        raise AssertionError("taken from a script")
    except PinError as trouble:
        assert trouble.args[0] == "gpio 18 is in use by script test (output)"
    run.close()
    assert pins.write(18, 1) == 1
    assert pins.claims() == [(18, "output", "tools"), (19, "output", "script other")]


def test_a_pad_that_something_else_drives():
    gpio = make().module("gpio")
    wiring.inputs["18"] = 0
    for _ in range(2):
        assert error(gpio.set_level, 18, 1) == (
            "gpio 18 reads 0 after writing 1; something else drives this pad"
        )


def test_a_pad_that_went_to_another_module_comes_back():
    run = make()
    gpio = run.module("gpio")
    gpio.set_level(18, 1)
    signal = Functions(run.module("pwm").new(record(pin=18)))
    gpio.set_level(18, 0)
    assert run.services["pins"].claims() == [(18, "output", "script test")]
    signal.send("close")
    assert run.services["pins"].claims() == []
    assert gpio.get_level(18) == 0


def test_edges_call_and_count():
    run = make()
    gpio = run.module("gpio")
    calls = []

    def changed(pin, level):
        calls.append((pin, level))

    wiring.inputs["4"] = 1
    gpio.on(4, b"falling", changed)
    assert run.live == 1
    press(4, 0)
    press(4, 1)
    press(4, 0)
    assert calls == []  # never inside what runs
    run.step()
    assert calls == [(4, 0), (4, 0)]
    assert gpio.get_irq_count(4) == (2, 0)
    gpio.irq_disable(4)
    press(4, 1)
    press(4, 0)
    gpio.irq_enable(4)
    assert gpio.get_irq_count(4) == (2, 0)
    gpio.clear_irq_count(4)
    assert gpio.get_irq_count(4) == (0, 0)
    press(4, 1)
    press(4, 0)
    assert gpio.off(4) is True
    assert gpio.off(4) is False
    run.step()  # one waited
    assert len(calls) == 2 and run.live == 0
    press(4, 1)
    press(4, 0)
    assert run.posted == []


def test_edges_that_come_too_fast():
    run = make()
    gpio = run.module("gpio")
    calls = []
    wiring.inputs["4"] = 0
    gpio.on(4, b"both", lambda pin, level: calls.append(level))
    for i in range(10):
        press(4, (i + 1) % 2)
    assert gpio.get_irq_count(4) == (10, 6)
    run.step()
    assert calls == [1, 0, 1, 0]
    run.most_posted = 0
    press(4, 1)
    assert gpio.get_irq_count(4) == (11, 7)
    gpio.on(4, b"both", lambda pin, level: calls.append(level), 1000)  # in place of the other
    assert run.live == 1
    for i in range(10):
        press(4, i % 2)
    assert gpio.get_irq_count(4)[0] == 1


def test_eight_pads_with_handlers_and_none_after_the_end():
    run = make()
    gpio = run.module("gpio")
    pads = (4, 13, 14, 16, 17, 18, 19, 21)
    for pin in pads:
        gpio.set_irq(pin, b"rising")
    assert run.live == 0  # counting keeps no job going
    assert error(gpio.set_irq, 22, b"rising") == (
        "at most 8 pins can be watched; gpio.off one first"
    )
    gpio.set_irq(4, b"both", lambda: None)
    assert run.live == 1
    run.close()
    assert run.live == 0
    press(4, 1)
    assert run.posted == []
    from simulated import pads as simulated

    assert not simulated._watched


# --- pwm, adc, i2c ---


def test_pwm():
    run = make()
    pwm = run.module("pwm")
    log = Log()
    signal = Functions(pwm.new(record(pin=18, duty_percent=7.5, frequency_hz=50)))
    assert log.of(18, "pwm") != []
    signal.send("set_duty", 50)
    signal.send("set_frequency", 1000.0)
    assert run.services["pins"].claims() == [(18, "pwm", "script test")]
    signal.send("set_enabled", False)
    signal.send("set_duty", 25)
    assert error(signal.send, "set_duty", 101) == "duty_percent must be 0 to 100"
    assert run.services["pins"].claims() == [(18, "output", "script test")]
    signal.send("set_enabled", True)
    assert run.services["pins"].claims() == [(18, "pwm", "script test")]
    signal.send("close")
    signal.send("close")
    assert run.services["pins"].claims() == []
    assert error(signal.send, "set_duty", 1) == "the PWM signal of gpio 18 is closed"
    for options, sentence in (
        (record(pin=6), "gpio 6 is reserved (flash)"),
        (record(pin=34), "gpio 34 is not a valid output pin"),
        (record(pin=18, frequency_hz=0), "frequency_hz must be 1 to 40000000"),
        (record(pin=18, duty_percent=-1), "duty_percent must be 0 to 100"),
        (record(), "bad argument #1 to 'new' (GPIO number or pin name expected, got nil)"),
    ):
        assert error(pwm.new, options) == sentence, error(pwm.new, options)


def test_adc():
    run = make()
    wiring.inputs = {"adc34": 1800, "adc33": 100}
    adc = run.module("adc")
    assert adc.read(34) == 1800
    group = Functions(adc.new(34, b"33"))
    got = group.send("read")
    assert (got.get(34), got.get(b"33")) == (1800, 100)
    assert error(adc.read, 18).startswith("gpio 18 has no ADC; use one of: ")
    assert error(adc.new, 34, 18).startswith("gpio 18 has no ADC; use one of: ")
    assert error(adc.new) == "adc.new takes 1 to 8 pins"
    group.send("close")
    assert run.services["pins"].claims() == []
    assert error(group.send, "read") == "the pins of this adc are closed"


def test_i2c():
    run = make()
    wiring.inputs = {"i2c0": {"48": "0102030405"}}
    i2c = run.module("i2c")
    bus = Functions(i2c.new(0, 21, 22))
    assert values(bus.send("scan")) == [0x48]
    device = Functions(bus.send("device", 0x48))
    assert device.send("read", 2, 1) == b"\x02\x03"
    assert device.send("read_byte", 4) == 5
    device.send("write_byte", 9, 0)
    device.send("write", b"\x07\x08", 1)
    device.send("write", Table.of([3, 255]))
    assert device.send("read", 5, 0) == b"\x09\x07\x08\xff\x05"
    for call, sentence in (
        (("read", 0), "bad argument #2 to 'read' (1 to 256 expected)"),
        (("read", 1, 256), "bad argument #3 to 'read' (0 to 255 expected)"),
        (("write_byte", 256), "bad argument #2 to 'write_byte' (0 to 255 expected)"),
        (
            ("write", Table.of([256])),
            "bad argument #2 to 'write' "
            "(1 to 256 bytes expected, as a string or an array of 0 to 255)",
        ),
    ):
        assert error(device.send, *call) == sentence, error(device.send, *call)
    other = Functions(bus.send("device", 0x20))
    assert error(other.send, "read_byte") == (
        "no answer from I2C address 0x20 on sda=21 scl=22; check wiring, pull-ups and address"
    )
    assert error(bus.send, "device", 0x78) == "bad argument #2 to 'device' (1 to 119 expected)"
    assert error(i2c.new, 0, 6, 22) == "gpio 6 is reserved (flash)"
    assert error(i2c.new, 7, 21, 22).startswith("I2C on sda=21 scl=22 cannot be set up")
    bus.send("close")
    assert run.services["pins"].claims() == []
    assert error(device.send, "read", 1) == "this I2C bus is closed"
    device.send("close")
    assert error(device.send, "read", 1) == "this I2C device is closed"


# --- timer ---


async def test_timers():
    run = make()
    timer = run.module("timer")
    calls = []
    once = timer.start(5, calls.append)
    thrice = timer.start(5, calls.append, 3)
    forever = timer.start(5, calls.append, True)
    assert values(timer.list()) == [once, thrice, forever] and run.live == 3
    for _ in range(8):
        await asyncio.sleep_ms(10)
        run.step()
    assert calls.count(once) == 1 and calls.count(thrice) == 3
    assert 4 <= calls.count(forever) <= 8
    assert values(timer.list()) == [forever] and run.live == 1
    await asyncio.sleep_ms(30)
    assert len(run.posted) == 1  # it never stacks
    assert timer.stop(forever) is True
    assert timer.stop(forever) is False
    before = len(calls)
    run.step()
    assert len(calls) == before and run.live == 0


async def test_timers_are_bounded_and_end_with_the_run():
    run = make()
    timer = run.module("timer")
    for _ in range(8):
        timer.start(1, lambda id: None, True)
    assert error(timer.start, 1, lambda id: None) == (
        "at most 8 timers run at a time; timer.stop one first"
    )
    for call, sentence in (
        ((0, print), "bad argument #1 to 'start' (1 to 500000000 expected)"),
        ((1,), "bad argument #2 to 'start' (function expected)"),
        ((1, Table()), "bad argument #2 to 'start' (function expected)"),
        ((1, print, 0), "bad argument #3 to 'start' (1 to 500000000 expected)"),
    ):
        assert error(timer.start, *call) == sentence, error(timer.start, *call)
    run.most_posted = 2
    await asyncio.sleep_ms(30)
    run.close()
    assert run.live == 0
    run.posted = []
    await asyncio.sleep_ms(30)
    assert run.posted == []


# --- event ---


async def test_wait_sees_what_happened_before_it():
    run = make()
    event = run.module("event")
    gpio = run.module("gpio")
    wiring.inputs["4"] = 0

    def wait(ms=None):
        waiter = event.wait(ms)[1]
        try:
            return next(waiter), waiter
        except StopIteration as end:
            return end.value, None

    found, waiter = wait(1000)
    assert not found.ready() and found.deadline is not None
    gpio.set_irq(4, b"rising")
    press(4, 1)
    assert found.ready()
    try:
        next(waiter)
        raise AssertionError
    except StopIteration as end:
        assert end.value is True
    assert wait()[0].deadline is None  # it counts once
    run.module("timer").start(1, lambda id: None)
    await asyncio.sleep_ms(10)
    run.step()
    assert wait()[0] is True
    found, waiter = wait(0)
    try:
        next(waiter)
        raise AssertionError
    except StopIteration as end:
        assert end.value is None


def test_notify():
    run = make()
    event = run.module("event")
    assert event.notify("дверь".encode()) is True
    assert event.notify(21) is True
    event.notify("é".encode() * 2000)
    assert run.notified[:2] == ["дверь", "21"]
    assert len(run.notified[2].encode()) <= 1024 and run.notified[2].endswith("é…")
    run.notify = lambda text: "nobody listens"
    assert event.notify(b"x") == (None, b"nobody listens")
    assert error(event.notify) == "bad argument #1 to 'notify' (string expected, got no value)"
