"""The doubles of `network` and `esp32`."""

import time

import network
from network import AP_IF, STA_IF, WLAN
from simulated import wiring


def refused(kind, function, *args, **kwargs):
    try:
        function(*args, **kwargs)
    except kind as exc:
        return exc
    raise AssertionError("not refused")


def settled(station):
    """The states that are seen until the connection attempt is over."""
    seen = []
    while not seen or seen[-1] == network.STAT_CONNECTING:
        if station.status() not in seen:
            seen.append(station.status())
        time.sleep_ms(1)
    return seen


def test_connecting_passes_through_the_ports_states():
    station = WLAN(STA_IF)
    assert station is WLAN() and station.active() is False
    refused(OSError, station.connect, "home", "secret")
    station.active(True)
    assert station.status() == 1000 and not station.isconnected()
    assert station.ifconfig()[0] == "0.0.0.0"
    station.connect("home", "secret")
    assert settled(station) == [1001, 1010]
    assert station.isconnected() and station.config("ssid") == "home"
    assert station.ifconfig()[0] == station.ipconfig("addr4")[0] == "192.168.4.2"
    assert station.status("rssi") == -50
    station.disconnect()
    assert station.status() == 1000
    station.active(False)


def test_failures_have_the_ports_numbers():
    station = WLAN(STA_IF)
    station.active(True)
    wiring.inputs = {"wifi": {"home": "secret"}}
    station.connect("other", "secret")
    assert settled(station) == [1001, 201]
    station.connect("home", "wrong")
    assert settled(station) == [1001, 202]
    station.connect("home", "secret")
    assert settled(station) == [1001, 1010]
    wiring.inputs = {"wifi": {}}
    assert not station.isconnected() and station.status() == 201
    wiring.inputs = {"wifi": {"home": "secret"}}
    assert station.isconnected()
    assert [entry[0] for entry in station.scan()] == [b"home"]
    wiring.inputs = {}
    station.active(False)
    refused(OSError, station.scan)


def test_access_point():
    point = WLAN(AP_IF)
    point.config(ssid="Pinpilot", key="12345678", security=3)
    assert (point.config("essid"), point.config("authmode")) == ("Pinpilot", 3)
    point.active(True)
    assert point.ifconfig()[0] == "192.168.4.1"
    assert point.status() is None and not point.isconnected() and point.status("stations") == []
    refused(OSError, point.connect, "home", "secret")
    point.active(False)
    mac, other = point.config("mac"), WLAN(STA_IF).config("mac")
    assert len(mac) == 6 and mac != other


def test_names_of_the_network():
    network.hostname("board")
    assert network.hostname() == "board" == WLAN().config("hostname")
    refused(ValueError, network.hostname, "x" * 33)
    network.country("DE")
    assert network.country() == "DE"
    refused(ValueError, WLAN, 2)
    refused(ValueError, WLAN().config, "colour")
    refused(ValueError, WLAN().config, colour=1)
    refused(ValueError, WLAN().status, "colour")


def test_storage():
    from esp32 import NVS

    storage = NVS("test")
    assert refused(OSError, storage.get_i32, "count").args[0] == -4354
    storage.set_i32("count", -7)
    storage.set_blob("blob", b"\x00\xff")
    storage.commit()
    again = NVS("test")
    buf = bytearray(4)
    assert again.get_i32("count") == -7
    assert again.get_blob("blob", buf) == 2 and buf[:2] == b"\x00\xff"
    refused(OSError, again.get_blob, "blob", bytearray(1))
    refused(OSError, NVS("other").get_i32, "count")
    again.erase_key("count")
    refused(OSError, again.get_i32, "count")
    refused(OSError, again.erase_key, "count")


def test_partitions_and_heaps():
    import esp32
    from esp32 import Partition

    assert Partition(Partition.RUNNING).info()[4] == "factory"
    assert [found.info()[4] for found in Partition.find(Partition.TYPE_DATA)] == [
        "nvs",
        "phy_init",
        "vfs",
    ]
    assert Partition.find(Partition.TYPE_DATA, label="vfs")[0].ioctl(4) == 512
    refused(OSError, Partition, "ota_0")
    assert all(len(heap) == 4 for heap in esp32.idf_heap_info(esp32.HEAP_DATA))
    wiring.inputs = {"mcu": 40}
    assert (esp32.mcu_temperature(), esp32.raw_temperature()) == (40, 104)
    wiring.inputs = {}
