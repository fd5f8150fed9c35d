"""`network` of the ESP32 port: a radio with one access point in reach for any name and password.

{"wifi": {"home": "password"}} in `--inputs` names the networks there are instead: another name is
not found (201), another password refused (202), and {"wifi": {}} is an outage. Sockets are the
host's and work either way.
"""

import time

from simulated import chip, wiring

STA_IF = 0
AP_IF = 1

STAT_IDLE = 1000
STAT_CONNECTING = 1001
STAT_GOT_IP = 1010
STAT_BEACON_TIMEOUT = 200
STAT_NO_AP_FOUND = 201
STAT_WRONG_PASSWORD = 202
STAT_ASSOC_FAIL = 203
STAT_CONNECT_FAIL = 203
STAT_HANDSHAKE_TIMEOUT = 204
STAT_NO_AP_FOUND_W_COMPATIBLE_SECURITY = 210
STAT_NO_AP_FOUND_IN_AUTHMODE_THRESHOLD = 211
STAT_NO_AP_FOUND_IN_RSSI_THRESHOLD = 212

AUTH_OPEN = 0
AUTH_WEP = 1
AUTH_WPA_PSK = 2
AUTH_WPA2_PSK = 3
AUTH_WPA_WPA2_PSK = 4
AUTH_WPA2_ENTERPRISE = 5
AUTH_WPA3_PSK = 6
AUTH_WPA2_WPA3_PSK = 7
AUTH_WAPI_PSK = 8
AUTH_OWE = 9
AUTH_WPA3_ENT_192 = 10
AUTH_WPA3_EXT_PSK = 11
AUTH_WPA3_EXT_PSK_MIXED_MODE = 12
AUTH_MAX = 17

MODE_11B = 1
MODE_11G = 2
MODE_11N = 4
MODE_LR = 8

_CONNECT_MS = 20  # long enough to be seen connecting, too short to wait for
_ADDRESSES = ("192.168.4.2", "255.255.255.0", "192.168.4.1", "192.168.4.1")
_AP_ADDRESSES = ("192.168.4.1", "255.255.255.0", "192.168.4.1", "0.0.0.0")

_country = "XX"
_hostname = "mpy-esp32"
_phy_mode = MODE_11B | MODE_11G | MODE_11N
_interfaces = {}


class WLAN:
    IF_STA = 0
    IF_AP = 1
    SEC_OPEN = 0
    SEC_WEP = 1
    SEC_WPA = 2
    SEC_WPA2 = 3
    SEC_WPA_WPA2 = 4
    SEC_WPA2_ENT = 5
    SEC_WPA3 = 6
    SEC_WPA2_WPA3 = 7
    SEC_WAPI = 8
    SEC_OWE = 9
    SEC_WPA3_ENT_192 = 10
    SEC_WPA3_EXT_PSK = 11
    SEC_WPA3_EXT_PSK_MIXED_MODE = 12
    SEC_DPP = 13
    SEC_WPA3_ENT = 14
    SEC_WPA2_WPA3_ENT = 15
    SEC_WPA_ENT = 16
    PM_NONE = 0
    PM_PERFORMANCE = 1
    PM_POWERSAVE = 2
    PROTOCOL_DEFAULT = 7
    PROTOCOL_LR = 8

    def __new__(cls, interface_id=STA_IF):
        if interface_id not in (STA_IF, AP_IF):
            raise ValueError("invalid WLAN interface identifier")
        if interface_id not in _interfaces:
            self = _interfaces[interface_id] = super().__new__(cls)
            self._is_station = interface_id == STA_IF
            self._is_active = False
            self._settings = {
                "ssid": "",
                "key": "",
                "channel": 1,
                "hidden": False,
                "security": 0,
                "reconnects": -1,
            }
            self._settings.update(
                {"txpower": 20.0, "pm": cls.PM_PERFORMANCE, "protocol": cls.PROTOCOL_DEFAULT}
            )
            self._addresses = _ADDRESSES if self._is_station else _AP_ADDRESSES
            self._began_ms = None
        return _interfaces[interface_id]

    def __init__(self, interface_id=STA_IF):
        pass

    def active(self, is_active=None):
        if is_active is not None:
            self._is_active = bool(is_active)
            if not is_active:
                self._began_ms = None
        return self._is_active

    def connect(self, ssid=None, password=None, *, bssid=None):
        self._require_station()
        if not self._is_active:
            raise OSError("Wifi Not Started")
        if ssid is not None:
            self._settings["ssid"] = ssid
            self._settings["key"] = password or ""
        self._began_ms = time.ticks_ms()

    def disconnect(self):
        self._require_station()
        self._began_ms = None

    def isconnected(self):
        return self._is_station and self.status() == STAT_GOT_IP

    def status(self, param=None):
        if param == "rssi":
            self._require_station()
            return -50
        if param == "stations":
            return []
        if param is not None:
            raise ValueError("unknown status param")
        if not self._is_station:
            return None
        if self._began_ms is None:
            return STAT_IDLE
        if time.ticks_diff(time.ticks_ms(), self._began_ms) < _CONNECT_MS:
            return STAT_CONNECTING
        self._began_ms = time.ticks_add(time.ticks_ms(), -_CONNECT_MS)
        networks = wiring.read("wifi", wiring.NETWORKS)
        if networks is None:
            return STAT_GOT_IP
        if self._settings["ssid"] not in networks:
            return STAT_NO_AP_FOUND
        return (
            STAT_GOT_IP
            if networks[self._settings["ssid"]] == self._settings["key"]
            else STAT_WRONG_PASSWORD
        )

    def scan(self):
        self._require_station()
        if not self._is_active:
            raise OSError("STA must be active")
        networks = wiring.read("wifi", wiring.NETWORKS)
        if networks is None:
            networks = {"simulated": "password"}
        return [
            (
                name.encode(),
                b"\x02\0\0\0\0\1",
                6,
                -50,
                AUTH_WPA2_PSK if networks[name] else AUTH_OPEN,
                False,
            )
            for name in sorted(networks)
        ]

    def ifconfig(self, addresses=None):
        if addresses is None:
            return self._addresses if self._has_address() else ("0.0.0.0",) * 4
        if addresses != "dhcp":
            self._addresses = tuple(addresses)

    def ipconfig(self, param=None, **settings):
        if settings:
            return None
        address, mask, gateway, _ = self.ifconfig()
        values = {
            "addr4": (address, mask),
            "gw4": gateway,
            "dhcp4": self._is_station,
            "has_dhcp4": self._has_address(),
        }
        if param not in values:
            raise ValueError("unexpected key")
        return values[param]

    def config(self, param=None, **settings):
        if settings:
            for name, value in settings.items():
                self._settings[self._setting(name)] = value
            return None
        if param == "mac":
            mac = bytearray(chip.unique_id())
            mac[5] = (mac[5] + (not self._is_station)) & 0xFF
            return bytes(mac)
        return self._settings[self._setting(param)]

    def _setting(self, name):
        name = {
            "essid": "ssid",
            "password": "key",
            "authmode": "security",
            "dhcp_hostname": "hostname",
        }.get(name, name)
        if name == "hostname":
            self._settings["hostname"] = hostname()
        if name not in self._settings and name not in ("mac", "max_clients", "bssid", "bandwidth"):
            raise ValueError("unknown config param")
        return name

    def _has_address(self):
        return self.isconnected() if self._is_station else self._is_active

    def _require_station(self):
        if not self._is_station:
            raise OSError("STA required")


def country(code=None):
    global _country
    if code is None:
        return _country
    if len(code) != 2:
        raise ValueError
    _country = code


def hostname(name=None):
    global _hostname
    if name is None:
        return _hostname
    if len(name) > 32:
        raise ValueError
    _hostname = name


def ipconfig(param=None, **settings):
    if settings:
        return None
    values = {"dns": _ADDRESSES[3], "prefer": 4}
    if param not in values:
        raise ValueError("unexpected key")
    return values[param]


def phy_mode(mode=None):
    global _phy_mode
    if mode is None:
        return _phy_mode
    _phy_mode = mode
