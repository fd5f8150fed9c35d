"""`ds18x20`: the driver of DS18x20 thermometers, as every ESP32 image freezes it."""

_CONVERT = 0x44
_RD_SCRATCH = 0xBE
_WR_SCRATCH = 0x4E


class DS18X20:
    def __init__(self, onewire):
        self.ow = onewire
        self.buf = bytearray(9)

    def scan(self):
        return [rom for rom in self.ow.scan() if rom[0] in (0x10, 0x22, 0x28)]

    def convert_temp(self):
        self.ow.reset(True)
        self.ow.writebyte(self.ow.SKIP_ROM)
        self.ow.writebyte(_CONVERT)

    def read_scratch(self, rom):
        self.ow.reset(True)
        self.ow.select_rom(rom)
        self.ow.writebyte(_RD_SCRATCH)
        self.ow.readinto(self.buf)
        if self.ow.crc8(self.buf):
            raise Exception("CRC error")
        return self.buf

    def write_scratch(self, rom, buf):
        self.ow.reset(True)
        self.ow.select_rom(rom)
        self.ow.writebyte(_WR_SCRATCH)
        self.ow.write(buf)

    def read_temp(self, rom):
        """Degrees Celsius; those of the family 0x10 count in halves."""
        buf = self.read_scratch(rom)
        raw = buf[1] << 8 | buf[0]
        if raw & 0x8000:
            raw -= 0x10000
        return raw / 2 if rom[0] == 0x10 else raw / 16
