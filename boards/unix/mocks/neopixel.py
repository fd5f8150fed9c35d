"""`neopixel`, as every ESP32 image freezes it."""

from machine import bitstream

_TIMING_NS = ((800, 1700, 1600, 900), (400, 850, 800, 450))


class NeoPixel:
    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)
        self.timing = _TIMING_NS[timing] if isinstance(timing, int) else timing
        pin.init(pin.OUT)

    def __len__(self):
        return self.n

    def __setitem__(self, i, v):
        for k in range(self.bpp):
            self.buf[i * self.bpp + self.ORDER[k]] = v[k]

    def __getitem__(self, i):
        return tuple(self.buf[i * self.bpp + self.ORDER[k]] for k in range(self.bpp))

    def fill(self, v):
        for i in range(self.n):
            self[i] = v

    def write(self):
        bitstream(self.pin, 0, self.timing, self.buf)
