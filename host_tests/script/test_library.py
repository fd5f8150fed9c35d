"""string, utf8, math and os against lua5.4, function by function, without the compiler."""

import math
import struct
import subprocess

import library_cases
import pytest
import twins

MAIN = twins.HERE / "library_main.py"

LUA = r"""
local text
function text(v)
  local kind = math.type(v) or type(v)
  if kind == "string" then
    return "s:" .. v:gsub(".", function(c) return ("%02x"):format(c:byte()) end)
  elseif kind == "integer" then return "i:" .. v
  elseif kind == "float" then
    if v ~= v then return "f:nan" end
    return "f:" .. (v - v ~= 0 and "inf" or ("%.9g"):format(v))
  elseif kind == "nil" or kind == "boolean" then return tostring(v)
  elseif kind == "table" then
    local items = {}
    for k, item in pairs(v) do items[#items + 1] = text(k) .. "=" .. text(item) end
    table.sort(items)
    return "{" .. table.concat(items, " ") .. "}"
  end
  return kind
end
local function join(list, sep)
  for i = 1, list.n do list[i] = text(list[i]) end
  return table.concat(list, sep)
end
local F = {
  nothing = function() end,
  same = function(...) return ... end,
  count = function(...) return select("#", ...) end,
  no = function() return false end,
  table = function() return {1} end,
  half = function() return 0.5 end,
  upper = function(s) return s .. "!" end,
}
local function case(fn, ...)
  local r = table.pack(pcall(fn))
  if not r[1] then
    local text = tostring(r[2]):gsub("^%S+:%d+: ", "", 1):gsub("[\x80-\xff]", "?")
    return print("error " .. text)
  end
  if type(r[2]) ~= "function" then
    local list = table.pack(table.unpack(r, 2, r.n))
    return print(join(list, " "))
  end
  local all, control = {}, r[4]
  for _ = 1, 20 do
    local more = table.pack(pcall(r[2], r[3], control))
    if not more[1] then all[#all + 1] = "error " .. more[2]:gsub("[\x80-\xff]", "?") break end
    if more[2] == nil then break end
    control = more[2]
    all[#all + 1] = join(table.pack(table.unpack(more, 2, more.n)), ",")
  end
  print("each " .. table.concat(all, " "))
end
print = function(s) io.write(s, "\n") end
"""


def literal(value):
    """The value as Lua text."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return "math.mininteger" if value == -(1 << 63) else str(value)
    if isinstance(value, float):
        if value != value:
            return "(0/0)"
        if value - value != 0:
            return "(1/0)" if value > 0 else "(-1/0)"
        return repr(value) if "e" in repr(value) or "." in repr(value) else repr(value) + ".0"
    if isinstance(value, bytes):
        return '"' + "".join(f"\\{byte:03d}" for byte in value) + '"'
    if isinstance(value, dict):
        items = ", ".join(f"[{literal(k)}] = {literal(v)}" for k, v in value.items())
        return "{" + items + "}"
    return "F." + value.name


def plain(value):
    """The value as Python text that MicroPython reads."""
    if isinstance(value, library_cases.Named):
        return f"Named({value.name!r})"
    if isinstance(value, float) and value - value != 0:
        return f"float('{value!r}')"
    return repr(value)


def expected(module, cases):
    lines = [LUA]
    for function, args in cases:
        call = f"{module}.{function}({', '.join(literal(arg) for arg in args)})"
        # Not a tail call: the error names the function.
        lines.append(f"case(function() local r = table.pack({call})")
        lines.append("return table.unpack(r, 1, r.n) end)")
    output = subprocess.run(
        [twins.LUA, "-"],
        input="\n".join(lines).encode(),
        capture_output=True,
        env={"TZ": "UTC", "LC_ALL": "C"},
        check=True,
    )
    return output.stdout.decode("latin-1").split("\n")[:-1]


def measured(module, cases, interpreter):
    rows = ", ".join(
        f"({function!r}, [{', '.join(plain(arg) for arg in args)}])" for function, args in cases
    )
    output = subprocess.run(
        [str(interpreter), "-X", "heapsize=8M", str(MAIN)],
        input=f"({module!r}, [{rows}])".encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={"MICROPYPATH": ":".join(library_cases.PATH), "TZ": "UTC"},
    )
    return output.stdout.decode("latin-1").split("\n")[:-1]


def single(value):
    """The float that the 32-bit build makes of a number."""
    if not isinstance(value, float) or value - value != 0:
        return value
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def compare(module, library, cases, interpreter):
    wanted = expected(library, cases)
    got = measured(module, cases, interpreter)
    wrong = [
        f"{library}.{function}{args}\n  lua5.4: {want}\n  here:   {here}"
        for (function, args), want, here in zip(cases, wanted, got)
        if want != here
    ]
    assert not wrong, f"{len(wrong)} of {len(cases)}\n" + "\n".join(wrong)
    assert len(got) == len(wanted) == len(cases), "\n".join(got[-5:])


@pytest.mark.parametrize(("module", "library"), list(library_cases.MODULES.items()))
def test_as_lua(module, library):
    compare(module, library, library_cases.of(module), twins.MICROPYTHON)


@pytest.mark.u32
@pytest.mark.parametrize("module", ["strings", "utf8lib", "oslib"])
def test_as_lua_with_single_floats(module):
    """The digits of a single float are exact, too; `%s` has as many as are sure, Lua has 14."""
    cases = [
        (function, [single(arg) for arg in args])
        for function, args in library_cases.of(module)
        if not (args[:1] == [b"%s"] and isinstance(args[-1], float))
    ]
    compare(module, library_cases.MODULES[module], cases, twins.REPO / "build/u32/micropython-u32")
