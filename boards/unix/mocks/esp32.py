"""`esp32`: partitions, non-volatile storage, the chip's temperature and its heaps; no more."""

import json

from simulated import wiring

HEAP_DATA = 4
HEAP_EXEC = 1
WAKEUP_ALL_LOW = False
WAKEUP_ANY_HIGH = True

_NOT_FOUND = (-4354, "ESP_ERR_NVS_NOT_FOUND")
_storage = None
# (type, subtype, address, bytes, label, encrypted): the port's partitions-4MiBplus.csv, and "vfs"
_PARTITIONS = (
    (1, 2, 0x9000, 0x6000, "nvs", False),
    (1, 1, 0xF000, 0x1000, "phy_init", False),
    (0, 0, 0x10000, 0x1F0000, "factory", False),
    (1, 129, 0x200000, 0x200000, "vfs", False),
)


def raw_temperature():
    """Degrees Fahrenheit, as the first ESP32 gives them."""
    return mcu_temperature() * 9 // 5 + 32


def mcu_temperature():
    """Degrees Celsius; {"mcu": 41} in `--inputs` sets it."""
    return wiring.read("mcu", wiring.NUMBER, 45)


def idf_heap_info(capabilities):
    """[(total, free, largest free block, least free ever)], about as on an ESP32 with Wi-Fi on."""
    if capabilities == HEAP_EXEC:
        return [(15072, 10648, 10648, 10540)]
    return [(165020, 54036, 32744, 40216)]


def wake_on_ext0(pin=None, level=None):
    pass


def wake_on_ext1(pins=None, level=None):
    pass


def wake_on_gpio(pins=None, level=None):
    pass


def wake_on_touch(wake):
    pass


def wake_on_ulp(wake):
    pass


class NVS:
    """Kept over resets, lost when the launcher ends."""

    def __init__(self, namespace):
        global _storage
        if _storage is None:
            _storage = _load()
        self._items = _storage.setdefault(namespace, {})

    def set_i32(self, key, value):
        self._items[key] = value

    def get_i32(self, key):
        value = self._items.get(key)
        if not isinstance(value, int):
            raise OSError(*_NOT_FOUND)
        return value

    def set_blob(self, key, value):
        self._items[key] = bytes(value).hex()

    def get_blob(self, key, buffer):
        value = self._items.get(key)
        if not isinstance(value, str):
            raise OSError(*_NOT_FOUND)
        data = bytes.fromhex(value)
        if len(data) > len(buffer):
            raise OSError(-4364, "ESP_ERR_NVS_INVALID_LENGTH")
        buffer[: len(data)] = data
        return len(data)

    def erase_key(self, key):
        if key not in self._items:
            raise OSError(*_NOT_FOUND)
        del self._items[key]

    def commit(self):
        path = wiring.kept("nvs")
        if path:
            with wiring.host.open(path, "w") as file:
                json.dump(_storage, file)


def _load():
    try:
        with wiring.host.open(wiring.kept("nvs"), "r") as file:
            return json.load(file)
    except (OSError, TypeError):
        return {}


class Partition:
    """The table of a 4 MB board; the contents are not simulated."""

    BOOT = 0
    RUNNING = 1
    TYPE_APP = 0
    TYPE_DATA = 1

    def __init__(self, id, block_size=4096):
        label = "factory" if id in (self.BOOT, self.RUNNING) else id
        found = [entry for entry in _PARTITIONS if entry[4] == label]
        if not found:
            raise OSError(2)
        self._entry = found[0]
        self._block_size = block_size

    @staticmethod
    def find(type=TYPE_APP, subtype=0xFF, label=None, block_size=4096):
        return [
            Partition(entry[4], block_size)
            for entry in _PARTITIONS
            if entry[0] == type and subtype in (0xFF, entry[1]) and label in (None, entry[4])
        ]

    @classmethod
    def mark_app_valid_cancel_rollback(cls):
        pass

    def info(self):
        return self._entry

    def ioctl(self, op, arg=None):
        if op == 4:
            return self._entry[3] // self._block_size
        return self._block_size if op == 5 else 0

    def readblocks(self, block_num, buf, offset=0):
        for i in range(len(buf)):
            buf[i] = 0xFF

    def writeblocks(self, block_num, buf, offset=0):
        raise OSError(30)

    def set_boot(self):
        raise OSError(-258, "ESP_ERR_INVALID_ARG")

    def get_next_update(self):
        raise OSError(-261, "ESP_ERR_NOT_FOUND")
