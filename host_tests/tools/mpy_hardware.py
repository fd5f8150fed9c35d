"""The tools of the groups analog, bus, sensor and board."""

import fake_board
from toolbox import answers, make


async def test_pwm():
    await answers(make(), "pwm_control", [
        ('{"pin":18,"action":"on"}', "OK: gpio 18 pwm on frequency_hz=1000 duty_percent=50"),
        ('{"pin":18,"action":"set","duty_percent":"7.5"}',
         "OK: gpio 18 pwm on frequency_hz=1000 duty_percent=7.5"),
        ('{"pin":18,"action":"set","frequency_hz":50}',
         "OK: gpio 18 pwm on frequency_hz=50 duty_percent=7.5"),
        ('{"pin":"18","action":"off"}', "OK: gpio 18 pwm off"),
        ('{"pin":18,"action":"set"}', "Error: set needs frequency_hz or duty_percent"),
        ('{"pin":18,"action":"on","duty_percent":101}', "Error: duty_percent must be 0 to 100"),
        ('{"pin":18,"action":"on","frequency_hz":0}', "Error: frequency_hz must be 1 to 40000000"),
        ('{"pin":34,"action":"on"}', "Error: gpio 34 is not a valid output pin"),
        ('{"pin":6,"action":"off"}', "Error: gpio 6 is reserved (flash)"),
        ('{"pin":2,"action":"on"}', "OK: gpio 2 pwm on frequency_hz=1000 duty_percent=50"
         " (strapping pin: high at reset stops flashing)"),
    ])  # fmt: skip
    assert list(fake_board.PWM.running) == [2]
    assert ("setup", 18, (3, None, 0)) in fake_board.log  # off leaves the pad low


async def test_adc():
    await answers(make(), "adc_read", [
        ('{"pin":34}', "OK: gpio 34 reads 1650 mV"),
        ('{"pin":34,"samples":1,"attenuation":"0dB"}', "OK: gpio 34 reads 1650 mV"),
        ('{"pin":34,"samples":0}', "Error: 'samples' must be 1 to 64"),
        ('{"pin":34,"samples":65}', "Error: 'samples' must be 1 to 64"),
        ('{"pin":34,"attenuation":"9dB"}',
         "Error: 'attenuation' must be one of 0dB, 2.5dB, 6dB, 11dB"),
        ('{"pin":18}', "Error: gpio 18 has no ADC; use one of: 32 33 34 35 36 37 38 39"),
    ])  # fmt: skip


async def test_i2c():
    registry = make()
    await answers(registry, "i2c_scan", [
        ('{"sda":21,"scl":22}', "OK: 1 found on sda=21 scl=22: 0x3c"),
        ('{"sda":21}', "Error: missing 'scl' field"),
        ('{"sda":true,"scl":"x"}',
         "Error: missing or invalid 'scl' field; missing or invalid 'sda' field"),
    ])  # fmt: skip
    await answers(registry, "i2c_read", [
        ('{"sda":21,"scl":22,"address":60,"register":2,"length":3}',
         "OK: read 3 bytes from 0x3c: 020304"),
        ('{"sda":21,"scl":22,"address":60,"length":0}', "Error: 'length' must be 1 to 256"),
        ('{"sda":21,"scl":22,"address":120,"length":1}',
         "Error: 'address' must be 1 to 119 (7-bit)"),
        ('{"sda":21,"scl":22,"address":60,"register":256,"length":1}',
         "Error: 'register' must be 0 to 255"),
        ('{"sda":21,"scl":22,"address":33,"length":1}', "Error: no answer from I2C address 0x21 "
         "on sda=21 scl=22; check wiring, pull-ups and address"),
    ])  # fmt: skip
    await answers(registry, "i2c_write", [
        ('{"sda":21,"scl":22,"address":60,"register":1,"data":"0a FF"}',
         "OK: wrote 2 bytes to 0x3c"),
        ('{"sda":21,"scl":22,"address":60,"data":"0x0a"}',
         "Error: 'data' must be 1 to 256 bytes in hex, such as 01ff"),
        ('{"sda":21,"scl":22,"address":60,"data":""}',
         "Error: 'data' must be 1 to 256 bytes in hex, such as 01ff"),
        ('{"sda":21,"scl":22,"address":60,"data":"abc"}',
         "Error: 'data' must be 1 to 256 bytes in hex, such as 01ff"),
    ])  # fmt: skip
    assert fake_board.log[-1] == ("i2c write", 60, b"\x01\x0a\xff")
    fake_board.I2C.devices = {}
    got = await registry.run("i2c_scan", '{"sda":21,"scl":22}')
    assert got == "OK: 0 found on sda=21 scl=22: none"


async def test_neopixel():
    registry = make()
    await answers(registry, "neopixel_set", [
        ('{"pin":18,"color":"#ff8000","count":3}', "OK: gpio 18 set 3 LEDs"),
        ('{"pin":18,"color":"000000"}', "OK: gpio 18 set 1 LEDs"),
        ('{"pin":18,"colors":["ff0000","00ff00"],"count":3}', "OK: gpio 18 set 3 LEDs"),
        ('{"pin":18}', "Error: give either 'color' and 'count', or 'colors'"),
        ('{"pin":18,"color":"ff0000","colors":["ff0000"]}',
         "Error: give either 'color' and 'count', or 'colors'"),
        ('{"pin":18,"color":"red"}',
         "Error: a colour is six hex digits such as ff8800, not 'red'"),
        ('{"pin":18,"color":"ff00zz"}',
         "Error: a colour is six hex digits such as ff8800, not 'ff00zz'"),
        ('{"pin":18,"color":"ff0000","count":301}', "Error: 'count' must be 1 to 300"),
        ('{"pin":18,"color":"ff0000","count":0}', "Error: 'count' must be 1 to 300"),
        ('{"pin":18,"colors":[]}', "Error: 'count' must be 1 to 300"),
        ('{"pin":18,"colors":["ff0000","00ff00"],"count":1}', "Error: 'count' must be 2 to 300"),
        ('{"pin":18,"colors":[255,0,0]}', "Error: 'colors' must be a string"),
        ('{"pin":18,"colors":"ff0000"}', "Error: 'colors' must be a list"),
        ('{"pin":34,"color":"ff0000"}', "Error: gpio 34 is not a valid output pin"),
    ])  # fmt: skip
    assert [entry[2] for entry in fake_board.log] == [
        [(255, 128, 0)] * 3,
        [(0, 0, 0)],
        [(255, 0, 0), (0, 255, 0), (0, 0, 0)],
    ]


async def test_dht():
    registry = make()
    await answers(registry, "dht_read", [
        ('{"pin":4,"model":"dht22"}', "OK: 21.5 C, 40.0 % humidity"),
        ('{"pin":4}', "Error: missing 'model' field"),
        ('{"pin":4,"model":"DHT22"}', "Error: 'model' must be one of dht11, dht22"),
    ])  # fmt: skip
    fake_board.fail["DHT"] = OSError(110)
    got = await registry.run("dht_read", '{"pin":4,"model":"dht11"}')
    assert got == "Error: no answer from a dht11 at gpio 4; check the wiring"
    fake_board.fail["DHT"] = Exception("checksum error")
    got = await registry.run("dht_read", '{"pin":4,"model":"dht11"}')
    assert got == (
        "Error: the dht11 at gpio 4 answered with errors (checksum error); try again, check "
        "wiring and pull-up"
    )
    fake_board.fail["DHT"] = MemoryError()
    got = await registry.run("dht_read", '{"pin":4,"model":"dht11"}')
    assert got == "Error: out of memory; ask for less at a time"


async def test_ds18x20():
    registry = make()
    fake_board.DS18X20.roms = []
    got = await registry.run("ds18x20_read", '{"pin":4}')
    assert got == "Error: no sensor answers at gpio 4; it needs a 4.7 kOhm pull-up"
    fake_board.DS18X20.roms = [bytearray(b"\x28\x01"), bytearray(b"\x28\x02")]
    got = await registry.run("ds18x20_read", '{"pin":4}')
    assert got == "OK: 2801: -0.5 C; 2802: -0.5 C"
    fake_board.fail["DS18X20"] = fake_board.OneWireError()
    got = await registry.run("ds18x20_read", '{"pin":4}')
    assert got == "Error: the sensors at gpio 4 stopped answering; check the wiring"
    fake_board.fail["DS18X20"] = Exception("CRC error")
    got = await registry.run("ds18x20_read", '{"pin":4}')
    assert got == (
        "Error: a sensor at gpio 4 answered with errors (CRC error); try again, check wiring and "
        "pull-up"
    )


async def test_a_bus_that_the_port_refuses_is_a_sentence():
    registry = make()
    for error in (ValueError("I2C(0) doesn't exist"), OSError(-259, "ESP_ERR_INVALID_STATE")):
        fake_board.fail["I2C"] = error
        got = await registry.run("i2c_scan", '{"sda":21,"scl":22}')
        assert got.startswith("Error: I2C on sda=21 scl=22 cannot be set up: "), got
        assert got.endswith("; try other pins")


async def test_a_bus_that_is_stuck_is_a_sentence():
    registry = make()
    fake_board.fail["I2C scan"] = OSError(116)
    got = await registry.run("i2c_scan", '{"sda":21,"scl":22}')
    assert got.startswith("Error: I2C on sda=21 scl=22 failed: error 116"), got


async def test_board_info():
    registry = make(
        {
            "gpio.allow": [5, 18, 34],
            "gpio.names": {"lamp": 18, "relay": {"pin": 5, "active": "low"}},
        }
    )
    await registry.run("gpio_control", '{"pin":"lamp","action":"on"}')
    assert (await registry.run("board_info", "{}")).split("\n") == [
        "board: ESP32_GENERIC (ESP32)",
        "names: lamp=18, relay=5 (active low)",
        "inputs: 5 18 34",
        "outputs: 5 18",
        "adc: 34",
        "in use: 18 output by tools",
    ]
    registry = make({"gpio.allow": [], "gpio.names": {}})
    assert (await registry.run("board_info", "")).split("\n")[1:] == [
        "names: none",
        "inputs: none",
        "outputs: none",
        "adc: none",
        "in use: none",
    ]
