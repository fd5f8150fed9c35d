"""I2C, SPI and UART; what is at their other end comes from `--inputs`.

{"i2c0": {"60": "<hex of the registers>"}, "spi1": "<hex of the answer>", "uart1": "text"}
"""

import time

from simulated import wiring
from simulated.pads import gpio_of

_ENODEV = 19


class _Device:
    """A register file with a pointer: the first byte written sets it, transfers move it."""

    def __init__(self, text):
        self.text = text
        self.registers = bytearray(256)
        content = bytes.fromhex(text)
        self.registers[: len(content)] = content
        self.pointer = 0

    def write(self, data):
        for byte in data:
            self.registers[self.pointer % 256] = byte
            self.pointer += 1

    def read_into(self, buf):
        for i in range(len(buf)):
            buf[i] = self.registers[self.pointer % 256]
            self.pointer += 1


_devices = {}  # (bus, address): _Device, kept while its hex is the same, so that writes stay


class I2C:
    _PINS = {0: (18, 19), 1: (25, 26)}  # scl, sda of the ESP32 (MicroPython ESP32 quick reference)

    def __init__(self, id=0, *, scl=None, sda=None, freq=400000, timeout=50000):
        if id not in self._PINS:
            raise ValueError(f"I2C({id}) doesn't exist")
        default_scl, default_sda = self._PINS[id]
        scl = default_scl if scl is None else scl
        self._open(f"i2c{id}", scl, default_sda if sda is None else sda)

    def _open(self, name, scl, sda):
        self._name = name
        self._sda = gpio_of(sda)
        wiring.record("init", self._sda, name, None)
        wiring.record("init", gpio_of(scl), name, None)

    def init(self, *, scl=None, sda=None, freq=400000):
        pass

    def deinit(self):
        wiring.record("deinit", self._sda, self._name)

    def scan(self):
        found = sorted(
            int(address, 16) for address in wiring.read(self._name, wiring.I2C_DEVICES, {})
        )
        self._record("scan", None, bytes(found))
        return found

    def readfrom(self, addr, nbytes, stop=True):
        buf = bytearray(nbytes)
        self.readfrom_into(addr, buf, stop)
        return bytes(buf)

    def readfrom_into(self, addr, buf, stop=True):
        self._device(addr).read_into(buf)
        self._record("read", addr, buf)

    def writeto(self, addr, buf, stop=True):
        device = self._device(addr)
        if buf:
            device.pointer = buf[0]
            device.write(buf[1:])
        self._record("write", addr, buf)
        return len(buf) + 1  # every byte was acknowledged, and so was the address

    def writevto(self, addr, vector, stop=True):
        return self.writeto(addr, b"".join(bytes(part) for part in vector), stop)

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        buf = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, buf, addrsize=addrsize)
        return bytes(buf)

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        self._device(addr).pointer = memaddr
        self.readfrom_into(addr, buf)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        device = self._device(addr)
        device.pointer = memaddr
        device.write(buf)
        self._record("write", addr, memaddr.to_bytes(addrsize // 8, "big") + bytes(buf))

    def start(self):
        raise OSError("I2C operation not supported")

    stop = readinto = write = start

    def _device(self, address):
        for text, content in wiring.read(self._name, wiring.I2C_DEVICES, {}).items():
            if int(text, 16) == address:
                device = _devices.get((self._name, address))
                if device is None or device.text != content:
                    device = _devices[self._name, address] = _Device(content)
                return device
        self._record("nack", address, b"")
        raise OSError(_ENODEV)

    def _record(self, what, address, data):
        mode = what if address is None else f"{what} 0x{address:02x}"
        wiring.record("i2c", self._sda, mode, bytes(data).hex())


class SoftI2C(I2C):
    """It has no number of its own and finds the devices of `i2c0`."""

    def __init__(self, scl, sda, *, freq=400000, timeout=50000):
        self._open("i2c0", scl, sda)

    def start(self):
        pass

    def stop(self):
        pass

    def readinto(self, buf, nack=True):
        for i in range(len(buf)):
            buf[i] = 0xFF

    def write(self, buf):
        return 0


class SPI:
    LSB = 1
    MSB = 0
    # sck, mosi, miso of the ESP32 (MicroPython ESP32 quick reference)
    _PINS = {1: (14, 13, 12), 2: (18, 23, 19)}

    def __init__(
        self,
        id,
        baudrate=1000000,
        *,
        polarity=0,
        phase=0,
        bits=8,
        firstbit=MSB,
        sck=None,
        mosi=None,
        miso=None,
    ):
        if id not in self._PINS:
            raise ValueError(f"SPI({id}) doesn't exist")
        self._name = f"spi{id}"
        self._mosi = gpio_of(self._PINS[id][1] if mosi is None else mosi)
        wiring.record("init", self._mosi, self._name, None)

    def init(
        self,
        baudrate=1000000,
        *,
        polarity=0,
        phase=0,
        bits=8,
        firstbit=MSB,
        sck=None,
        mosi=None,
        miso=None,
        pins=None,
    ):
        pass

    def deinit(self):
        wiring.record("deinit", self._mosi, self._name)

    def read(self, nbytes, write=0):
        buf = bytearray(nbytes)
        self.readinto(buf, write)
        return bytes(buf)

    def readinto(self, buf, write=0):
        self.write_readinto(bytes([write]) * len(buf), buf)

    def write(self, buf):
        self.write_readinto(buf, bytearray(len(buf)))

    def write_readinto(self, write_buf, read_buf):
        answer = bytes.fromhex(wiring.read(self._name, wiring.BYTES, ""))
        for i in range(len(read_buf)):
            read_buf[i] = answer[i] if i < len(answer) else 0
        wiring.record("write", self._mosi, self._name, bytes(write_buf).hex())


class SoftSPI(SPI):
    """It has no number of its own and finds the answers of `spi1`."""

    def __init__(
        self,
        baudrate=500000,
        *,
        polarity=0,
        phase=0,
        bits=8,
        firstbit=0,
        sck=None,
        mosi=None,
        miso=None,
    ):
        if mosi is None:
            raise ValueError("must specify all of sck/mosi/miso")
        self._name = "spi1"
        self._mosi = gpio_of(mosi)
        wiring.record("init", self._mosi, "softspi", None)


class UART:
    INV_RX = 4
    INV_TX = 32
    INV_RTS = 64
    INV_CTS = 8
    RTS = 1
    CTS = 2
    IRQ_RXIDLE = 4096
    IRQ_BREAK = 2
    IRQ_RX = 1
    # tx, rx of the ESP32 (MicroPython ESP32 quick reference)
    _PINS = {0: (1, 3), 1: (10, 9), 2: (17, 16)}

    def __init__(self, id, *args, **kwargs):
        if id not in self._PINS:
            raise ValueError(f"UART({id}) does not exist")
        self._name = f"uart{id}"
        self._tx = self._PINS[id][0]
        self._taken = ""
        self._buffer = b""
        self._timeout_ms = 0
        self.init(*args, **kwargs)

    def init(
        self,
        baudrate=115200,
        bits=8,
        parity=None,
        stop=1,
        *,
        tx=None,
        rx=None,
        txbuf=256,
        rxbuf=256,
        timeout=None,
        timeout_char=0,
        invert=0,
        flow=0,
        rts=None,
        cts=None,
    ):
        if tx is not None:
            self._tx = gpio_of(tx)
        if timeout is not None:
            self._timeout_ms = timeout
        wiring.record("init", self._tx, self._name, None)

    def deinit(self):
        wiring.record("deinit", self._tx, self._name)

    def any(self):
        text = wiring.read(self._name, wiring.TEXT, "")
        if text != self._taken:
            self._taken = text
            self._buffer += text.encode()
        return len(self._buffer)

    def read(self, nbytes=-1):
        began = time.ticks_ms()
        while not self.any():
            if time.ticks_diff(time.ticks_ms(), began) >= self._timeout_ms:
                return None
            time.sleep_ms(1)
        if nbytes < 0:
            nbytes = len(self._buffer)
        data, self._buffer = self._buffer[:nbytes], self._buffer[nbytes:]
        return data

    def readinto(self, buf, nbytes=-1):
        data = self.read(len(buf) if nbytes < 0 else nbytes)
        if data is None:
            return None
        buf[: len(data)] = data
        return len(data)

    def readline(self):
        end = self._buffer.find(b"\n") if self.any() else -1
        return self.read(end + 1 if end >= 0 else -1)

    def write(self, buf):
        wiring.record("write", self._tx, self._name, bytes(buf).hex())
        return len(buf)

    def sendbreak(self):
        pass

    def flush(self):
        pass

    def txdone(self):
        return True

    def irq(self, handler=None, trigger=0, hard=False):
        pass
