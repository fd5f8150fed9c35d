"""`dht`: sensors from `--inputs`; one that is not there does not answer.

{"dht4": {"temperature": 21.5, "humidity": 40}}
"""

from simulated import wiring
from simulated.pads import gpio_of

_ETIMEDOUT = 110


class DHTBase:
    def __init__(self, pin):
        self.pin = pin
        self.buf = bytearray(5)

    def measure(self):
        gpio = gpio_of(self.pin)
        found = wiring.read(f"dht{gpio}", wiring.CLIMATE)
        wiring.record("read", gpio, "dht", found)
        if not found:
            raise OSError(_ETIMEDOUT)
        self._encode(found["humidity"], found["temperature"])
        self.buf[4] = sum(self.buf[:4]) & 0xFF


class DHT11(DHTBase):
    """Whole numbers only."""

    def _encode(self, humidity, temperature):
        self.buf[0] = int(humidity)
        self.buf[2] = int(temperature)

    def humidity(self):
        return self.buf[0]

    def temperature(self):
        return self.buf[2]


class DHT22(DHTBase):
    """Tenths; the sign is a bit of its own."""

    def _encode(self, humidity, temperature):
        tenths = int(abs(temperature) * 10 + 0.5)
        self.buf[:2] = int(humidity * 10 + 0.5).to_bytes(2, "big")
        self.buf[2:4] = (tenths | (0x8000 if temperature < 0 else 0)).to_bytes(2, "big")

    def humidity(self):
        return int.from_bytes(self.buf[:2], "big") * 0.1

    def temperature(self):
        tenths = int.from_bytes(self.buf[2:4], "big")
        return (tenths & 0x7FFF) * (-0.1 if tenths & 0x8000 else 0.1)
