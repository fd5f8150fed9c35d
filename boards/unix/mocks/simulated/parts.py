"""What each chip has, as far as the port asks it."""

from collections import namedtuple

from simulated import wiring

Part = namedtuple(
    "Part", ("pads", "input_only_from", "adc1", "adc2", "pwm_channels", "pwm_timers")
)

# Pads: ports/esp32/machine_pin.h. Converters: ESP-IDF Programming Guide, "ADC Oneshot Mode
# Driver". PWM: technical reference manuals, "LED PWM Controller", both speed groups together.
_PARTS = {
    "": Part(
        tuple(range(24)) + (25, 26, 27) + tuple(range(32, 40)),
        34,
        range(32, 40),
        (0, 2, 4, 12, 13, 14, 15, 25, 26, 27),
        16,
        8,
    ),
    "S2": Part(
        tuple(range(22)) + (26,) + tuple(range(33, 47)), 46, range(1, 11), range(11, 21), 8, 4
    ),
    "S3": Part(
        tuple(range(22)) + (26,) + tuple(range(33, 49)), 99, range(1, 11), range(11, 21), 8, 4
    ),
    "C3": Part(tuple(range(14)) + (18, 19, 20, 21), 99, range(5), (5,), 6, 4),
    "C6": Part(range(24), 99, range(7), (), 6, 4),
}
# Pads that lead to the PSRAM of a module are not in the port's builds for it.
_TAKEN_BY_PSRAM = {"": (16, 17), "S2": (26,), "S3": (26,)}
_TAKEN_BY_OCTAL_PSRAM = (33, 34, 35, 36, 37)


def _choose(board):
    words = board.replace("-", "_").split("_")
    name = "".join(word for word in words if word in _PARTS)
    taken = _TAKEN_BY_PSRAM.get(name, ()) if "SPIRAM" in words else ()
    if "OCT" in words:
        taken += _TAKEN_BY_OCTAL_PSRAM
    part = _PARTS[name]
    return Part(*((tuple(pad for pad in part.pads if pad not in taken),) + part[1:]))


part = _choose(wiring.options.get("board", ""))
