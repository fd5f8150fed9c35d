"""Every example of the pages for the model runs as it stands, on the simulated board."""

import asyncio
import os

from hardware.pins import Pins
from script import require, share
from script.errors import text_of
from script.program import Program
from script.run import Run
from script.values import Cancel, state
from simulated import pads, wiring
from system.config import Config
from tools.registry import Context, Registry

FIRMWARE = require.__file__.rsplit("/", 2)[0]
INPUTS = {"4": 1, "adc34": 1850, "adc32": 320, "adc33": 330, "i2c0": {"48": "1910"}}
PRINTED = {
    "adc.md": "battery\t3700\tmV\n",
    "average.md": "1850.0\n",
    "button.md": "short\n",
    "cap.md": "true\tOK: gpio 18 action=on level=1\n"
    "false\tError: gpio 6 is reserved (flash)\ntrue\n",
    "cjson.md": '{"levels":[1,0,1],"name":"lamp","note":null}\n22\ttrue\n[]\n',
    "event.md": "",
    "file.md": "21\n",
    "gpio.md": "pin 4 went low, lamp is now 1\n",
    "i2c.md": "found 0x48\ntemperature\t25\tC\n",
    "lua.md": "",
    "pwm.md": "",
    "sys.md": "slept\ttrue\n",
    "timer.md": "once, after 50 ms\ncounted\ttrue\n",
}


def install(folder):
    """Copies a folder of the image to /rom; returns the names in it."""
    names = [entry[0] for entry in os.ilistdir(FIRMWARE + "/" + folder)]
    os.mkdir("/rom/" + folder)
    for name in names:
        with open(f"{FIRMWARE}/{folder}/{name}", "rb") as source:
            with open(f"/rom/{folder}/{name}", "wb") as copy:
                copy.write(source.read())
    return sorted(names)


def examples(page):
    with open("/rom/docs/" + page) as file:
        text = file.read()
    return [part.split("```", 1)[0] for part in text.split("```lua\n")[1:]]


class Board:
    def __init__(self):
        config = Config()
        self.services = {"config": config, "pins": Pins(config)}
        self.services["registry"] = Registry(Context(config, self.services["pins"], self.services))
        self.notified = []
        self.printed = bytearray()

    async def script(self, text):
        """Runs a script; returns its error as text, None without one."""
        run = Run("script test", self.services, self.printed.extend, self.notified.append, 5000)
        share.enter(1 << 20, lambda: False)
        source = [text.encode()]

        def read(buf):
            count = min(len(buf), len(source[0]))
            buf[:count] = source[0][:count]
            source[0] = source[0][count:]
            return count

        try:
            program = Program(run)
            await run.finish(program.load(read, "page.lua"))
            function = program.global_value(b"run")
            if function:
                await run.finish(called(function))
        except (Exception, Cancel) as error:
            state.run = run  # whose lines the places are in
            return text_of(error).decode()
        finally:
            run.close()
            share.leave()


def called(function):
    from script.calls import pending

    result = function(None)
    while pending(result):
        result = yield from result[1]
    return result


async def world():
    """Somebody presses a button, and lets it go."""
    for level in (0, 1):
        await asyncio.sleep_ms(60)
        wiring.inputs["4"] = level
        pads.look()


async def test_examples():
    os.mkdir("/rom")
    install("lua")
    pages = install("docs")
    assert pages == sorted(PRINTED)
    for page in pages:
        found = examples(page)
        assert found, page
        for text in found:
            wiring.inputs = dict(INPUTS)
            board = Board()
            presses = asyncio.create_task(world())
            error = await board.script(text)
            assert error is None, (page, error)
            await presses
            printed = board.printed.decode()
            assert printed.startswith(PRINTED[page]), (page, printed)
            assert board.services["pins"].claims() == [] or page == "cap.md"
            if page == "event.md":
                assert board.notified == ["the door bell rang"]


async def test_what_goes_wrong_says_where():
    for text, error in (
        ('require("gpio").set_level(6, 1)', "page.lua:1: gpio 6 is reserved (flash)"),
        (
            'local bus = require("i2c").new(0, 21, 22)\nbus:device(500)',
            "page.lua:2: bad argument #1 to 'device' (1 to 119 expected)",
        ),
        (
            'require("timer").start(1, function()\nerror("late")\nend)\n'
            'require("sys").sleep_ms(500)',
            "page.lua:2: late",
        ),
        (
            'local c = require("cjson")\nreturn c.null.x',
            "page.lua:2: attempt to index a userdata value (field 'null')",
        ),
        (
            'require("gpio").on(4, "falling", function(pin) return pin.x.y end)\n'
            'require("sys").sleep_ms(500)',
            "page.lua:1: attempt to index a number value (local 'pin')",
        ),
    ):
        wiring.inputs = dict(INPUTS)
        presses = asyncio.create_task(world())
        board = Board()
        got = await board.script(text)
        assert got == error, got
        assert board.services["pins"].claims() == []
        await presses


async def test_libraries_of_the_flash():
    os.mkdir("/data")
    os.mkdir("/data/lua")
    for name, text in (
        ("slow", 'require("sys").sleep_ms(20)\nlocal m = {n = 0}\nreturn m'),
        ("wrong", "local x =\n"),
        ("fails", "local m = {}\nm.x.y = 1\nreturn m"),
        ("loop", 'return require("loop")'),
    ):
        with open(f"/data/lua/{name}.lua", "w") as file:
            file.write(text)
    for text, printed in (
        (
            # In a function that cannot wait, and then from the cache.
            "local function plain() local r = require; return r('slow') end\n"
            "local slow = plain() slow.n = slow.n + 1 print(require('lib/slow').n)",
            "1\n",
        ),
        (
            "print(pcall(require, 'fails'))",
            "false\tfails.lua:2: attempt to index a nil value (field 'x')\n",
        ),
        (
            "print(pcall(require, 'wrong'))",
            "false\terror loading module 'wrong' from file '/data/lua/wrong.lua':\n"
            "\twrong.lua:2: unexpected symbol near <eof>\n",
        ),
        (
            "print(pcall(require, 'loop'))",
            "false\tloop.lua:1: loop or previous error loading module 'loop'\n",
        ),
    ):
        board = Board()
        error = await board.script(text)
        assert error is None, error
        assert board.printed.decode() == printed, board.printed.decode()
