"""`machine` of the ESP32 port: what the unix port has of it (Signal, mem8, …), and doubles."""

# ruff: noqa: F401  (it is all for whoever imports machine)
import sys as _sys

_path = _sys.path
_sys.path = ()
try:
    from machine import *
finally:
    _sys.path = _path

from simulated import wiring as _wiring
from simulated.buses import I2C, SPI, UART, SoftI2C, SoftSPI
from simulated.chip import DEEPSLEEP, EXT0_WAKE, EXT1_WAKE, PIN_WAKE, SLEEP, TIMER_WAKE
from simulated.chip import DEEPSLEEP_RESET, HARD_RESET, PWRON_RESET, SOFT_RESET, WDT_RESET
from simulated.chip import RTC, TOUCHPAD_WAKE, ULP_WAKE, WDT, Timer
from simulated.chip import deepsleep, lightsleep, reset, reset_cause, soft_reset, wake_reason
from simulated.chip import disable_irq, enable_irq, freq, unique_id
from simulated.converters import ADC, PWM, ADCBlock
from simulated.pads import Pin
from simulated.pads import gpio_of as _gpio_of

sleep = lightsleep


def bitstream(pin, encoding, timing, data):
    """Sends bits by the length of their pulses, as light strips want them."""
    _wiring.record("write", _gpio_of(pin), "bitstream", bytes(data).hex())


def dht_readinto(pin, buf):
    """No sensor answers: only the `dht` double knows the model, so it does the work itself."""
    raise OSError(110)
