"""The one pin table: what each pad of a chip can do, and which pads a board has given away.

Sources, by chip:
  data sheet    Espressif, "<chip> Series Datasheet": table "Pin Overview" for the pads, section
                "Strapping Pins" ("Boot Configurations") for what a level at reset decides.
  gpio table    ESP-IDF Programming Guide, "GPIO & RTC GPIO", table of "GPIO Summary", its notes.
  adc table     the column "Analog Function" of the same table, and "ADC Oneshot Mode Driver",
                "Hardware Limitations", for converters that cannot be used.

Pads are kept as the tables write them: "6-11 16" is GPIO 6 to 11 and GPIO 16. "arch" is what
mpy-cross calls the processor.
"""

CHIPS = {
    # Gpio table: 34 pads (20, 24 and 28-31 do not exist), 34-39 "GPI" without pulls, 6-11
    # "SPI0/1", 1 TXD, 3 RXD. Data sheet, "Strapping Pins": MTDI (12) high at reset gives the
    # flash 1.8 V.
    "ESP32": {
        "arch": "xtensawin",
        "pads": "0-19 21-23 25-27 32-39",
        "input only": "34-39",
        "flash": "6-11",
        "UART0": "1 3",
        "adc1": "32-39",
        "adc2": "0 2 4 12-15 25-27",
        "strapping": {
            0: "low at reset starts the boot loader",
            2: "high at reset stops flashing",
            5: "level at reset sets the SDIO timing",
            12: "high at reset stops the boot",
            15: "low at reset silences the boot log",
        },
        "no output": "12",
    },
    # Gpio table: 43 pads (22-25 do not exist), 46 "GPI", 26-32 "SPI0/1". Data sheet, "Pin
    # Overview": 19 and 20 are USB D- and D+, 43 and 44 U0TXD and U0RXD.
    "ESP32-S2": {
        "arch": "xtensawin",
        "pads": "0-21 26-46",
        "input only": "46",
        "flash": "26-32",
        "USB": "19 20",
        "UART0": "43 44",
        "adc1": "1-10",
        "adc2": "11-20",
        "strapping": {
            0: "low at reset starts the boot loader",
            45: "level at reset sets the flash voltage",
            46: "level at reset sets the boot mode and log",
        },
    },
    # Gpio table: 45 pads (22-25 do not exist), 26-32 "SPI0/1", 33-37 too with octal flash or
    # PSRAM, 19 and 20 "USB-JTAG". Data sheet, "Pin Overview": 43 and 44 are U0TXD and U0RXD.
    "ESP32-S3": {
        "arch": "xtensawin",
        "pads": "0-21 26-48",
        "flash": "26-32",
        "USB": "19 20",
        "UART0": "43 44",
        "adc1": "1-10",
        "adc2": "11-20",
        "strapping": {
            0: "low at reset starts the boot loader",
            3: "level at reset sets the JTAG source",
            45: "level at reset sets the flash voltage",
            46: "level at reset sets the boot mode and log",
        },
    },
    # Gpio table: 22 pads, 12-17 "SPI0/1", 18 and 19 "USB-JTAG". Data sheet, "Pin Overview": 20 and
    # 21 are U0RXD and U0TXD. Adc table: GPIO 5 is on ADC2, which this chip cannot use for single
    # readings.
    "ESP32-C3": {
        "arch": "rv32imc",
        "pads": "0-21",
        "flash": "12-17",
        "USB": "18 19",
        "UART0": "20 21",
        "adc1": "0-4",
        "strapping": {
            2: "low at reset can stop the boot",
            8: "low at reset can stop flashing",
            9: "low at reset starts the boot loader",
        },
    },
    # Gpio table: 31 pads, 24-30 "SPI0/1", 12 and 13 "USB-JTAG". Data sheet, "Pin Overview": 16 and
    # 17 are U0TXD and U0RXD; one converter.
    "ESP32-C6": {
        "arch": "rv32imc",
        "pads": "0-30",
        "flash": "24-30",
        "USB": "12 13",
        "UART0": "16 17",
        "adc1": "0-6",
        "strapping": {
            4: "level at reset sets the SDIO timing",
            5: "level at reset sets the SDIO timing",
            8: "low at reset can stop flashing",
            9: "low at reset starts the boot loader",
            15: "level at reset sets the JTAG source",
        },
    },
}

# Board → its chip, and the pads that the module's PSRAM takes beyond those of the flash: 16 and 17
# on an ESP32, 33-37 for the octal one of an ESP32-S3 R8 (gpio tables, notes on "SPI0/1").
BOARDS = {
    "ESP32_GENERIC": ("ESP32", ""),
    "ESP32_GENERIC-SPIRAM": ("ESP32", "16 17"),
    "ESP32_GENERIC_S2": ("ESP32-S2", ""),
    "ESP32_GENERIC_S3": ("ESP32-S3", ""),
    "ESP32_GENERIC_S3-SPIRAM_OCT": ("ESP32-S3", "33-37"),
    "ESP32_GENERIC_C3": ("ESP32-C3", ""),
    "ESP32_GENERIC_C6": ("ESP32-C6", ""),
}


def pads(text):
    """Returns the set of GPIO numbers written as "6-11 16"."""
    numbers = set()
    for part in text.split():
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers
