"""`onewire`: a bus with the DS18B20 thermometers of `--inputs`.

{"ds18x20_4": {"28ff641e8d3c0c4e": 21.06}}

Each answers the commands of its data sheet: it measures when told to, and before that it reads
85 °C.
"""

from simulated import wiring
from simulated.pads import gpio_of

_CONVERT, _READ_SCRATCH, _WRITE_SCRATCH = 0x44, 0xBE, 0x4E
_POWER_ON_SCRATCH = b"\x50\x05\x4b\x46\x7f\xff\x0c\x10"


class OneWireError(Exception):
    pass


class OneWire:
    SEARCH_ROM = 0xF0
    MATCH_ROM = 0x55
    SKIP_ROM = 0xCC

    def __init__(self, pin):
        self.pin = pin
        self.pin.init(pin.OPEN_DRAIN, pin.PULL_UP)
        self._scratch = {}  # by ROM, in hex
        self._selected = ()
        self._expected = 0
        self._received = bytearray()
        self._answer = b""

    def _thermometers(self):
        return wiring.read(f"ds18x20_{gpio_of(self.pin)}", wiring.THERMOMETERS, {})

    def reset(self, required=False):
        self._selected, self._expected, self._received, self._answer = (), 0, bytearray(), b""
        is_present = bool(self._thermometers())
        if required and not is_present:
            raise OneWireError
        return is_present

    def readbit(self):
        return self.readbyte() & 1

    def readbyte(self):
        if not self._answer:
            return 0xFF
        byte, self._answer = self._answer[0], self._answer[1:]
        return byte

    def readinto(self, buf):
        for i in range(len(buf)):
            buf[i] = self.readbyte()

    def writebit(self, value):
        pass

    def write(self, buf):
        for byte in buf:
            self.writebyte(byte)

    def writebyte(self, value):
        if self._expected:
            self._received.append(value)
            if len(self._received) == self._expected:
                self._take_bytes()
        elif value == self.SKIP_ROM:
            self._selected = tuple(self._thermometers())
        elif value == self.MATCH_ROM:
            self._expected = 8
        elif value == _CONVERT:
            self._convert()
        elif value == _WRITE_SCRATCH:
            self._expected = 3
        elif value == _READ_SCRATCH and self._selected:
            scratch = self._scratch.get(self._selected[0], _POWER_ON_SCRATCH)
            self._answer = scratch + bytes([self.crc8(scratch)])
            wiring.record("read", gpio_of(self.pin), "ds18x20", self._selected[0])

    def _take_bytes(self):
        if self._expected == 8:
            rom = bytes(self._received).hex()
            self._selected = (rom,) if rom in self._thermometers() else ()
        else:
            for rom in self._selected:
                scratch = self._scratch.get(rom, _POWER_ON_SCRATCH)
                self._scratch[rom] = scratch[:2] + bytes(self._received) + scratch[5:]
        self._expected, self._received = 0, bytearray()

    def _convert(self):
        for rom, celsius in self._thermometers().items():
            if rom in self._selected:
                scratch = self._scratch.get(rom, _POWER_ON_SCRATCH)
                sixteenths = int(celsius * 16 + (0.5 if celsius >= 0 else -0.5)) & 0xFFFF
                self._scratch[rom] = sixteenths.to_bytes(2, "little") + scratch[2:]

    def select_rom(self, rom):
        self.reset()
        self.writebyte(self.MATCH_ROM)
        self.write(rom)

    def scan(self):
        found = sorted(self._thermometers())
        wiring.record("read", gpio_of(self.pin), "onewire", found)
        return [bytearray(bytes.fromhex(rom)) for rom in found]

    def crc8(self, data):
        crc = 0
        for byte in data:
            for _ in range(8):
                crc, byte = crc >> 1 ^ (0x8C if (crc ^ byte) & 1 else 0), byte >> 1
        return crc
