"""boards/unix/pinpilot with standard input and output as the serial line."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from launching import PINPILOT, is_running, launch, lay, start, wait_until

U32 = PINPILOT.parents[2] / "build" / "u32" / "micropython-u32"
READ_LINES = "import sys\nprint('ready')\nfor line in sys.stdin:\n    print('got', line, end='')\n"
# Reads byte by byte, as the firmware does, so that what is not yet read survives a reset.
COMMANDS = """
import machine, sys
print("cause", machine.reset_cause())
while True:
    word = sys.stdin.read(1)
    if not word:
        break
    print(word)
    if word == "h":
        machine.reset()
    elif word == "s":
        machine.soft_reset()
    elif word == "d":
        machine.deepsleep(200)
    elif word == "w":
        machine.WDT(timeout=150)
        while True:
            pass
"""


def printed(root, code, *options, **settings):
    """The lines that a main.py prints; it must succeed."""
    done = launch(lay(root, code), *options, **settings)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_runs_boot_and_main_of_the_flash_with_the_image_mounted(tmp_path):
    lines = printed(
        tmp_path / "flash",
        "import os, sys\nprint(sys.path[:2], os.getcwd(), __name__)\n"
        "print(sorted(os.listdir('/')))\nprint('tool_catalog.mpy' in os.listdir('/rom/lib'))\n"
        "import tool_catalog, jsontext\nprint(jsontext.__file__)\n"
        "print(sorted(name for name in dir() if name[0] != '_'))",
    )
    assert lines[0] == "['/rom/lib', '/rom'] / __main__"
    flash = ["addons", "boot.py", "certs", "data", "main.py", "rom", "state"]
    assert lines[1] == str(flash)
    assert lines[2] == "True"
    assert lines[3] == "/rom/lib/jsontext.mpy"
    assert lines[4] == str(["jsontext", "os", "sys", "tool_catalog"])


@pytest.mark.parametrize("program", ["plain", "u32"])
def test_native_code_is_that_of_the_interpreter(tmp_path, program):
    options = () if program == "plain" else ("--micropython", U32)
    if program == "u32" and not U32.exists():
        pytest.skip("needs the 32-bit build: make u32")
    code = (
        "import sys\nhead = open('/rom/script/matcher.mpy', 'rb').read(3)\n"
        "print(head[2] >> 2 == sys.implementation._mpy >> 10 & 15)\n"
        "import script.matcher\nprint('loaded')"
    )
    assert printed(tmp_path, code, *options) == ["True", "loaded"]


def test_ends_with_its_input(tmp_path):
    began = time.monotonic()
    done = launch(lay(tmp_path, READ_LINES), data="one\ntwo\n")
    assert (done.returncode, done.stdout) == (0, "ready\ngot one\ngot two\n")
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("code,status", [("raise SystemExit(3)", 3), ("1 / 0", 1), ("pass", 0)])
def test_exit_code(tmp_path, code, status):
    done = launch(lay(tmp_path, code))
    assert done.returncode == status
    assert ("ZeroDivisionError" in done.stdout) == (status == 1)


def test_new_flash_gets_our_files_and_renews_only_those(tmp_path):
    launch(tmp_path, "--heap", "8K")
    boot, main = tmp_path / "boot.py", tmp_path / "main.py"
    laid = main.read_text()
    assert laid.startswith("# Laid and renewed by") and "sys.path" in boot.read_text()
    main.write_text(laid.replace("start()", "no_such_thing()"))
    boot.write_text(boot.read_text().split("\n", 1)[1])
    own = boot.read_text()
    launch(tmp_path, "--heap", "8K")
    assert main.read_text() == laid
    assert boot.read_text() == own
    assert printed(tmp_path, "print('mine')") == ["mine"]


def test_model_of_the_environment_becomes_settings(tmp_path):
    lay(tmp_path, "pass")
    (tmp_path / "config.json").write_text('{"gpio.names": {"lamp": 5}}')
    words = {"LLM_URL": "http://127.0.0.1:1/v1", "LLM_KEY": "sk-TEST", "LLM_MODEL": "m"}
    launch(tmp_path, env=words)
    config = json.loads((tmp_path / "config.json").read_text())
    assert config == {"gpio.names": {"lamp": 5}, "llm.url": words["LLM_URL"], "llm.model": "m"}
    assert json.loads((tmp_path / "secrets.json").read_text()) == {"llm.key": "sk-TEST"}
    launch(tmp_path)
    assert json.loads((tmp_path / "config.json").read_text()) == config


def test_unread_input_and_causes_survive_resets(tmp_path):
    lines = printed(tmp_path, COMMANDS, data="ahbsdwc")
    causes = [line for line in lines if line.startswith("cause")]
    assert causes == ["cause 1", "cause 2", "cause 5", "cause 4", "cause 3"]
    assert "".join(line for line in lines if len(line) == 1) == "ahbsdwc"


def test_fed_watchdog_does_not_bite(tmp_path):
    code = (
        "import machine, time\ndog = machine.WDT(timeout=200)\n"
        "for _ in range(10):\n    time.sleep_ms(50)\n    dog.feed()\nprint(machine.reset_cause())"
    )
    assert printed(tmp_path, code) == ["1"]


def test_memory_of_the_clock_survives_a_reset(tmp_path):
    code = (
        "import machine, time\nfrom esp32 import NVS\nclock = machine.RTC()\nstore = NVS('n')\n"
        "if machine.reset_cause() == 1:\n"
        "    clock.memory(b'kept')\n    clock.datetime((2030, 1, 2, 0, 3, 4, 5, 0))\n"
        "    store.set_i32('x', 7)\n    store.commit()\n    machine.reset()\n"
        "print(clock.memory(), time.localtime()[:5], store.get_i32('x'))"
    )
    assert printed(tmp_path, code) == ["b'kept' (2030, 1, 2, 3, 4) 7"]
    assert printed(tmp_path, "import machine\nprint(machine.RTC().memory())") == ["b''"]


def test_heap_is_what_the_firmware_gets(tmp_path):
    code = "import gc, sys\ngc.collect()\nprint(gc.mem_alloc(), gc.mem_free())"
    for text, size in (("100K", 102400), ("1M", 1048576), ("150000", 150000)):
        alloc, free = (int(word) for word in printed(tmp_path, code, "--heap", text)[0].split())
        assert 0 <= alloc < 16384  # the library of the log is there before main.py
        assert size - 1024 < alloc + free < size + 1024


def test_all_of_the_heap_can_be_had_in_one_piece_and_no_more(tmp_path):
    assert printed(tmp_path, "print(len(bytearray(80000)))", "--heap", "100K") == ["80000"]
    done = launch(lay(tmp_path, "bytearray(102500)"), "--heap", "100K")
    assert done.returncode == 1 and "MemoryError" in done.stdout


@pytest.mark.parametrize("text", ["0", "-1", "12Q", "K", "1.5M", ""])
def test_senseless_heap_is_refused(tmp_path, text):
    done = launch(tmp_path, "--heap=" + text)
    assert done.returncode == 2 and "is no size" in done.stderr


def test_senseless_names_are_refused(tmp_path):
    done = launch(tmp_path, "--board", "ESP99")
    assert done.returncode == 2 and "unknown board ESP99" in done.stderr
    done = launch(tmp_path, "--micropython", "/nowhere/micropython")
    assert done.returncode == 2 and "/nowhere/micropython" in done.stderr
    assert launch(tmp_path, "--epoch", "1999").returncode == 2


def test_pins_of_the_board(tmp_path):
    code = (
        "from machine import Pin\ndef ok(n):\n    try:\n        Pin(n)\n        return True\n"
        "    except ValueError:\n        return False\n"
        "print([n for n in range(50) if not ok(n)])"
    )
    absent = {
        "ESP32_GENERIC": [24, 28, 29, 30, 31] + list(range(40, 50)),
        "ESP32_GENERIC_C3": list(range(14, 18)) + list(range(22, 50)),
        "ESP32_GENERIC_S3-SPIRAM_OCT": [22, 23, 24, 25, *range(26, 38), 49],
    }
    for board, pads in absent.items():
        assert printed(tmp_path, code, "--board", board) == [str(pads)]


def test_pin_log_is_complete_at_every_event(tmp_path):
    code = (
        "import sys\nfrom machine import PWM, ADC, Pin\nPin(5, Pin.OUT, value=1)\n"
        "PWM(2, freq=1000, duty_u16=100)\nADC(34).read()\nprint('done')\nsys.stdin.read(1)"
    )
    log = tmp_path / "pins.log"
    log.write_text('{"before":1}\n')
    board = start(lay(tmp_path / "flash", code), "--pins", str(log))
    assert board.stdout.readline() == b"done\n"
    events = [json.loads(line) for line in log.read_text().splitlines()]
    board.communicate(b"x")
    assert events.pop(0) == {"before": 1}
    assert all(isinstance(event.pop("ms"), int) for event in events)
    assert events == [
        {"pin": 5, "op": "init", "mode": "OUT", "value": 1},
        {"pin": 2, "op": "pwm", "mode": 1000, "value": 100},
        {"pin": 34, "op": "adc", "mode": 0, "value": 0},
    ]


def test_inputs_are_live(tmp_path):
    code = (
        "import select, sys\nfrom machine import Pin\npin = Pin(4, Pin.IN)\n"
        "pin.irq(lambda pin: print('edge', pin()))\n"
        "poll = select.poll()\npoll.register(sys.stdin, select.POLLIN)\n"
        "while True:\n    if poll.poll(5):\n        if not sys.stdin.read(1):\n"
        "            break\n        print('level', pin())\n"
    )
    inputs = tmp_path / "inputs.json"
    inputs.write_text('{"4":0}')
    board = start(lay(tmp_path / "flash", code), "--inputs", str(inputs))

    def say(expected):
        board.stdin.write(b"?")
        board.stdin.flush()
        assert board.stdout.readline() == expected

    say(b"level 0\n")
    inputs.write_text('{"4":1}')  # same length, same second
    assert board.stdout.readline() == b"edge 1\n"
    inputs.write_text("{")
    say(b"level 1\n")
    inputs.unlink()  # all inputs are what they are without a file
    assert board.stdout.readline() == b"edge 0\n"
    inputs.write_text('{"4": true}')
    assert board.stdout.readline() == b"edge 1\n"
    inputs.write_text('{"4": [1], "5": 2}')
    assert board.stdout.readline() == b"edge 0\n"
    say(b"level 0\n")
    _, errors = board.communicate()
    assert errors == b"pinpilot: --inputs: 4 is not 0 or 1\n"  # once, and 5 was not asked for
    assert board.returncode == 0


@pytest.mark.parametrize("text", ["[]", "5", '"x"', "null", "{"])
def test_inputs_that_are_no_object_are_none(tmp_path, text):
    code = (
        "from machine import Pin, ADC\nfrom dht import DHT22\n"
        "print(Pin(4, Pin.IN, Pin.PULL_UP)())\nprint(ADC(34).read_uv())\n"
        "try:\n    DHT22(Pin(5)).measure()\nexcept OSError as error:\n    print(error.errno)"
    )
    inputs = tmp_path / "inputs.json"
    inputs.write_text(text)
    os.utime(inputs, (1, 1))
    done = launch(lay(tmp_path / "flash", code), "--inputs", str(inputs))
    assert done.stdout.split() == ["1", "0", "110"]
    assert (
        done.stderr.startswith("pinpilot: --inputs: is no JSON") and done.stderr.count("\n") == 1
    )


@pytest.mark.parametrize(
    "options,said",
    [
        (["--board", "NONE"], "unknown board NONE; known: ESP32_GENERIC "),
        (["--pins", "/nowhere/pins.log"], "--pins /nowhere/pins.log: No such file or directory"),
        (["--pins", "/"], "--pins /: Is a directory"),
    ],
)
def test_options_that_cannot_work_are_a_sentence(tmp_path, options, said):
    done = launch(tmp_path / "flash", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pinpilot: " + said) and done.stderr.count("\n") == 1
    assert not (tmp_path / "flash").exists()


@pytest.mark.parametrize("year,offset", [(1970, 0), (2000, 946684800)])
def test_epoch(tmp_path, year, offset):
    code = (
        "import os, time\nnow = time.time()\nprint(time.gmtime(0)[0], now)\n"
        "print(time.mktime(time.localtime(now)) == now, type(now) is int, len(time.gmtime(0)))\n"
        "open('/data/new', 'w').close()\nprint(abs(os.stat('/data/new')[8] - now) < 5)\n"
        "print(abs(time.time_ns() // 1000000000 - now) < 5, time.ticks_ms() > 0)"
    )
    lines = printed(tmp_path, code, "--epoch", str(year))
    assert abs(int(lines[0].split()[1]) + offset - time.time()) < 5
    assert [lines[0].split()[0], *lines[1:]] == [str(year), "True True 8", "True", "True True"]


def test_flash_looks_like_a_2_mb_one(tmp_path):
    code = (
        "import os\nbefore = os.statvfs('/')\n"
        "with open('/data/x', 'w') as file:\n    file.write('x' * 5000)\n"
        "os.rename('/data/x', '/data/y')\nos.chdir('/data')\nos.rename('y', 'z')\n"
        "print(before[:3], before[3] - os.statvfs('/')[3], os.listdir())"
    )
    assert printed(tmp_path, code) == ["(4096, 4096, 512) 2 ['z']"]


def test_rom_is_read_only(tmp_path):
    code = "try:\n    open('/rom/x', 'w')\nexcept OSError as exc:\n    print(exc.errno)"
    assert printed(tmp_path, code) == ["30"]


def test_a_folder_rom_on_the_flash_takes_the_place_of_the_image(tmp_path):
    """As on a board without a ROM partition."""
    (tmp_path / "rom" / "lib").mkdir(parents=True)
    (tmp_path / "rom" / "lib" / "utf8.py").write_text("ORIGIN = 'the flash'\n")
    code = "import os, utf8\nprint(utf8.ORIGIN, sorted(os.listdir('/rom')))"
    assert printed(tmp_path, code) == ["the flash ['lib']"]


def test_stays_after_the_end_of_input(tmp_path):
    code = "import sys\nwhile True:\n    print('got', sys.stdin.readline())"
    board = start(lay(tmp_path, code), "--stay")
    board.stdin.write(b"last\n")
    board.stdin.close()
    assert board.stdout.readline() == b"got last\n"
    time.sleep(0.5)  # what is tested is that nothing happens
    assert board.poll() is None
    board.terminate()
    assert board.wait() == 128 + signal.SIGTERM


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_the_board_quietly(tmp_path, number):
    board = start(lay(tmp_path, READ_LINES))
    assert board.stdout.readline() == b"ready\n"
    board.send_signal(number)
    _, errors = board.communicate()
    assert (board.returncode, errors) == (128 + number, b"")


def test_interrupt_reaches_the_program(tmp_path):
    code = "import time\ntry:\n    print('ready')\n    time.sleep(60)\nfinally:\n    print('tidy')"
    board = start(lay(tmp_path, code))
    assert board.stdout.readline() == b"ready\n"
    board.send_signal(signal.SIGINT)
    out, _ = board.communicate()
    assert (board.returncode, out) == (130, b"tidy\n")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at processes through /proc")
@pytest.mark.parametrize("options", [[], ["--stay"], ["--pty", "port"]])
def test_killed_launcher_leaves_no_child(tmp_path, options):
    code = "import os\nos.system('echo $PPID > %s')\nwhile True:\n    pass"
    note = tmp_path / "pid"
    board = start(lay(tmp_path / "flash", code % note), *options, cwd=tmp_path)
    wait_until(lambda: note.exists() and note.read_text().strip(), "the board did not start")
    pid = int(note.read_text())
    board.kill()
    wait_until(lambda: not is_running(pid), "the interpreter outlived the launcher")


def test_demo_brings_its_model_along(tmp_path):
    code = "import json\nprint(json.load(open('/config.json'))['llm.url'])"
    first = printed(tmp_path, code, "--demo")[0]
    assert first.startswith("http://127.0.0.1:")
    assert json.loads((tmp_path / "config.json").read_text())["llm.model"] == "demo"
    assert printed(tmp_path, code, "--demo")[0] != first
    (tmp_path / "config.json").write_text('{"llm.url": "http://mine/v1", "llm.model": "m"}')
    assert printed(tmp_path, code, "--demo")[0] == "http://mine/v1"


def test_launcher_needs_nothing_but_python(tmp_path):
    command = [sys.executable, "-E", "-S", PINPILOT, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "--inputs" in done.stdout
