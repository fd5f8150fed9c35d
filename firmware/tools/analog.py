"""PWM outputs and analog inputs, for the model."""

from micropython import const

from hardware import devices
from tools.registry import ToolError, tool

_FREQUENCY_HZ = const(1000)  # of a signal that nobody gave one
_DUTY_PERCENT = const(50)
_MOST_SAMPLES = const(64)


@tool(
    "pwm_control",
    "Drive a pin with a PWM signal, for dimming, speed or a servo (50 Hz).",
    {
        "pin": {"type": "integer", "description": "GPIO number, or a pin name"},
        "action": {"type": "string", "enum": ["on", "off", "set"]},
        "frequency_hz": {"type": "integer", "description": "default 1000"},
        "duty_percent": {"type": "number", "description": "share of time high, default 50"},
    },
    ("pin", "action"),
    group="analog",
)
def pwm_control(ctx, pin, action, frequency_hz=None, duty_percent=None):
    pins = ctx.pins
    suffix = pins.check(pin, "pwm")
    if action == "off":
        pins.write(pin, 0)
        return f"OK: gpio {pin} pwm off{suffix}"
    if action == "set" and frequency_hz is None and duty_percent is None:
        raise ToolError("set needs frequency_hz or duty_percent")
    running = devices.running_pwm(pins, pin)
    if running:  # what is not named stays
        frequency_hz = running.freq() if frequency_hz is None else frequency_hz
        duty_percent = running.duty_u16() * 100 / 65535 if duty_percent is None else duty_percent
    if frequency_hz is None:
        frequency_hz = _FREQUENCY_HZ
    if duty_percent is None:
        duty_percent = _DUTY_PERCENT
    signal = devices.pwm(pins, pin, frequency_hz=frequency_hz, duty_percent=duty_percent)
    shape = f"frequency_hz={signal.freq()} duty_percent={_short(duty_percent)}"
    return f"OK: gpio {pin} pwm on {shape}{suffix}"


@tool(
    "adc_read",
    "Measure the voltage at an ADC pin, in mV.",
    {
        "pin": {"type": "integer", "description": "GPIO number, or a pin name"},
        "samples": {"type": "integer", "description": "1 to 64, default 8"},
        "attenuation": {"type": "string", "enum": ["0dB", "2.5dB", "6dB", "11dB"]},
    },
    ("pin",),
    group="analog",
)
def adc_read(ctx, pin, samples=8, attenuation="11dB"):
    if not 1 <= samples <= _MOST_SAMPLES:
        raise ToolError(f"'samples' must be 1 to {_MOST_SAMPLES}")
    suffix = ctx.pins.check(pin, "adc")
    voltage = devices.adc_mv(ctx.pins, pin, attenuation=attenuation, samples=samples)
    return f"OK: gpio {pin} reads {voltage} mV{suffix}"


def _short(number):
    """A number with at most one decimal, without a trailing ".0"."""
    text = f"{number:.1f}"
    return text[:-2] if text.endswith(".0") else text
