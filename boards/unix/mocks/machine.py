"""`machine` of the ESP32 port: what the unix port has of it (Signal, idle, mem8, time_pulse_us, …) and doubles for the rest."""

import sys as _sys

_path = _sys.path
_sys.path = ()
try:
    from machine import *
finally:
    _sys.path = _path

from simulated import wiring as _wiring
from simulated.buses import I2C, SPI, UART, SoftI2C, SoftSPI
from simulated.chip import (
    DEEPSLEEP, DEEPSLEEP_RESET, EXT0_WAKE, EXT1_WAKE, HARD_RESET, PIN_WAKE, PWRON_RESET, RTC, SLEEP, SOFT_RESET,
    TIMER_WAKE, TOUCHPAD_WAKE, ULP_WAKE, WDT, WDT_RESET, Timer, deepsleep, disable_irq, enable_irq, freq, lightsleep,
    reset, reset_cause, soft_reset, unique_id, wake_reason,
)  # fmt: skip
from simulated.pads import ADC, PWM, ADCBlock, Pin
from simulated.pads import gpio_of as _gpio_of

sleep = lightsleep


def bitstream(pin, encoding, timing, data):
    """Sends bits by the length of their pulses, as light strips want them."""
    _wiring.record("write", _gpio_of(pin), "bitstream", bytes(data).hex())


def dht_readinto(pin, buf):
    """Reads the five bytes of a DHT sensor; only the `dht` double knows which model it is, so it does the work."""
    raise OSError(110)
