"""`require("pwm")`: PWM signals, for dimming, speed and servos."""

from hardware import devices
from hardware.pins import PinError
from script.board import pin, table
from script.arguments import arg_int, arg_num, wrong_type
from script.values import MISSING, LuaError, Table, bad_arg


def make(run):
    def new(options=MISSING, *_):
        if not isinstance(options, Table):
            raise wrong_type(options, 1, "new", "table")
        gpio = pin(run.services["pins"], options.get(b"pin"), 1, "new")
        frequency_hz = _field(options, b"frequency_hz", 1000, arg_int)
        signal = _Signal(run, gpio, frequency_hz, _field(options, b"duty_percent", 50, arg_num))
        return table(
            {
                b"set_enabled": signal.set_enabled,
                b"set_duty": signal.set_duty,
                b"set_frequency": signal.set_frequency,
                b"close": signal.close,
            }
        )

    return table({b"new": new})


def _field(options, name, default, check):
    """An optional number among the fields that `new` is given."""
    value = options.get(name)
    if value is None:
        return default
    try:
        return check(value, 1, "new")
    except LuaError:
        what = "an integer" if check is arg_int else "a number"
        raise bad_arg(1, "new", f"field '{name.decode()}' must be {what}")


class _Signal:
    """A PWM signal on a pad, running from the start."""

    def __init__(self, run, gpio, frequency_hz, duty_percent):
        self._pins = run.services["pins"]
        self._owner = run.owner
        self._gpio = gpio
        self._is_on = True
        self._is_open = True
        self._set(frequency_hz, duty_percent)

    def set_enabled(self, _=None, is_on=None, *__):
        self._check()
        self._is_on = is_on is not None and is_on is not False
        if self._is_on:
            self._set(self._frequency_hz, self._duty_percent)
        else:
            self._pins.write(self._gpio, 0, self._owner)
        return ()

    def set_duty(self, _=None, percent=MISSING, *__):
        self._check()
        self._set(self._frequency_hz, arg_num(percent, 2, "set_duty"))
        return ()

    def set_frequency(self, _=None, hz=MISSING, *__):
        self._check()
        self._set(arg_int(hz, 2, "set_frequency"), self._duty_percent)
        return ()

    def close(self, *_):
        """The pad is low afterwards, and free for others."""
        if self._is_open:
            self._is_open = False
            try:
                self._pins.write(self._gpio, 0, self._owner)
            finally:
                self._pins.release(self._owner, self._gpio)
        return ()

    def _check(self):
        if not self._is_open:
            raise PinError(f"the PWM signal of gpio {self._gpio} is closed")

    def _set(self, frequency_hz, duty_percent):
        if self._is_on:
            devices.pwm(self._pins, self._gpio, self._owner, frequency_hz, duty_percent)
        else:
            devices.check_pwm(frequency_hz, duty_percent)
        self._frequency_hz, self._duty_percent = frequency_hz, duty_percent
