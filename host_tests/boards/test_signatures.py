"""The doubles have the names and take the arguments of the ESP32 port, as its stubs tell them."""

import ast
import importlib.util
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
MOCKS = REPO / "boards" / "unix" / "mocks"
STUBS = Path(importlib.util.find_spec("mpremote").origin).parents[1]

# What the stubs list for other ports' sake: `Pin` of the ESP32 has no mode(), and so on.
# (ports/esp32/machine_pin.c, machine_adc.c, machine_rtc.c, machine_uart.c, network_wlan.c)
ELSEWHERE = {
    "Pin": "ALT ALT_OPEN_DRAIN ANALOG IRQ_LOW_LEVEL IRQ_HIGH_LEVEL PULL_HOLD mode pull drive",
    "ADC": "VREF CORE_VREF CORE_VBAT CORE_TEMP WIDTH_13BIT",
    "RTC": "ALARM0 alarm",
    "SPI": "CONTROLLER",
    "UART": "IRQ_TXIDLE IDLE",
    "WLAN": "csi_read csi_enable csi_dropped csi_available csi_disable BANDWIDTH_20 BANDWIDTH_40 "
    "BANDWIDTH_80 BANDWIDTH_160 BANDWIDTH_80_80",
}
# The unix port's own class serves.
NATIVE = {"Signal"}
CLASSES = {
    "machine": "Pin ADC ADCBlock PWM I2C SoftI2C SPI SoftSPI UART Timer WDT RTC",
    "network": "WLAN",
    "esp32": "NVS Partition",
    "neopixel": "NeoPixel",
    "dht": "DHTBase DHT11 DHT22",
    "onewire": "OneWire OneWireError",
    "ds18x20": "DS18X20",
}
FUNCTIONS = {
    "machine": "reset soft_reset reset_cause wake_reason unique_id freq deepsleep lightsleep "
    "sleep bitstream disable_irq enable_irq dht_readinto",
    "network": "country hostname ipconfig phy_mode",
    "esp32": "raw_temperature idf_heap_info wake_on_ext0 wake_on_ext1 wake_on_gpio wake_on_touch "
    "wake_on_ulp",
    "ntptime": "time settime",
}
CONSTANTS = {
    "machine": "_RESET _WAKE",
    "network": "STAT_ AUTH_ _IF MODE_",
    "esp32": "HEAP_ WAKEUP_",
}
# Overloads that only other ports have.
OTHER_PORTS = {
    ("UART", "pins"),
    ("SPI", "pins"),
    ("Pin", "alt"),
    ("Pin", "priority"),
    ("Pin", "hard"),
}


def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def doubles():
    """{name: node} of every class and function at the top of the doubles, assigned names too."""
    found = {}
    for path in [*MOCKS.glob("*.py"), *(MOCKS / "simulated").glob("*.py")]:
        for name, node in names(tree_of(path)).items():
            found[path.stem, name] = node
    return found


def names(node):
    """{name: definitions} of a module's or class's body; a stub may define a name many times."""
    found = {}
    for item in node.body:
        if isinstance(item, (ast.FunctionDef, ast.ClassDef)):
            found.setdefault(item.name, []).append(item)
        elif isinstance(item, (ast.Assign, ast.AnnAssign)):
            targets = item.targets if isinstance(item, ast.Assign) else [item.target]
            for target in targets:
                for one in getattr(target, "elts", [target]):
                    if isinstance(one, ast.Name):
                        found.setdefault(one.id, []).append(item)
    return found


DOUBLES = doubles()


def double(module, name):
    """The definitions of a name in its module or where machine gets it from."""
    places = (module, "chip", "pads", "converters", "buses") if module == "machine" else (module,)
    for place in places:
        if (place, name) in DOUBLES:
            return DOUBLES[place, name]
    return None


def members(module, name):
    """The members of a double's class, its bases' included."""
    node = double(module, name)[0]
    found = {}
    for base in node.bases:
        if isinstance(base, ast.Name) and double(module, base.id):
            found.update(members(module, base.id))
    found.update(names(node))
    for item in ast.walk(node):
        if isinstance(item, ast.Attribute) and isinstance(item.ctx, ast.Store):
            found.setdefault(item.attr, [item])
    return found


def accepts(function, stub, owner):
    """Why a double's function would refuse a call that the stub allows, or None."""
    mine, theirs = function.args, stub.args
    if theirs.vararg or theirs.kwarg:
        return None  # the stub does not say
    taken = [argument.arg for argument in mine.posonlyargs + mine.args]
    offered = len(theirs.posonlyargs + theirs.args)
    if not mine.vararg and offered > len(taken):
        return f"takes {len(taken)} positional arguments, not {offered}"
    optional = [value for value in theirs.defaults if getattr(value, "value", None) is not ...]
    keywords = dict(zip((argument.arg for argument in theirs.kwonlyargs), theirs.kw_defaults))
    needed = taken[offered - len(optional) : len(taken) - len(mine.defaults)]
    for name in needed:
        if keywords.get(name, "") is not None:
            return f"needs {name}"
    taken += [argument.arg for argument in mine.kwonlyargs]
    for name in keywords:
        if not mine.kwarg and name not in taken and (owner, name) not in OTHER_PORTS:
            return f"does not take {name}="
    return None


def public(name):
    return not name.startswith("_")


def constant(item):
    value = getattr(item, "value", None)
    return value.value if isinstance(value, ast.Constant) and value.value is not ... else None


def compare(member, definitions, mine, owner):
    """Yields what is wrong with a double's member."""
    for definition in definitions:
        if isinstance(definition, ast.FunctionDef) and isinstance(mine, ast.FunctionDef):
            problem = accepts(mine, definition, owner)
            if problem:
                yield f"{member}({ast.unparse(definition.args)}) {problem}"
    expected = constant(definitions[0])
    if expected is not None and constant(mine) != expected:
        yield f"{member} is {constant(mine)}, not {expected}"


@pytest.mark.parametrize(
    "module,name", [(module, name) for module in CLASSES for name in CLASSES[module].split()]
)
def test_class(module, name):
    stub = names(tree_of(STUBS / f"{module}.pyi"))[name][0]
    mine = members(module, name)
    problems = []
    for member, definitions in names(stub).items():
        if member in mine:
            problems += compare(member, definitions, mine[member][0], name)
        elif public(member) and member not in ELSEWHERE.get(name, "").split():
            problems.append(f"{member} is missing")
    assert not problems


@pytest.mark.parametrize("module", FUNCTIONS)
def test_functions(module):
    stubs = names(tree_of(STUBS / f"{module}.pyi"))
    problems = []
    for name in FUNCTIONS[module].split():
        mine = double(module, name)
        if not mine:
            problems.append(f"{name} is missing")
            continue
        for definition in stubs[name]:
            if isinstance(mine[0], ast.FunctionDef):
                problem = accepts(mine[0], definition, module)
                if problem:
                    problems.append(f"{name} {problem}")
    assert not problems


@pytest.mark.parametrize("module", CONSTANTS)
def test_constants(module):
    problems = []
    for name, definitions in names(tree_of(STUBS / f"{module}.pyi")).items():
        parts = CONSTANTS[module].split()
        if (
            not name.isupper()
            or not any(part in name for part in parts)
            or name.startswith("PHY_")
        ):
            continue
        expected = constant(definitions[0])
        if expected is None:
            continue
        mine = double(module, name)
        if not mine or constant(mine[0]) != expected:
            problems.append(f"{name} should be {expected}")
    assert not problems


def test_every_stub_is_there():
    for module in CLASSES:
        assert (STUBS / f"{module}.pyi").exists()
