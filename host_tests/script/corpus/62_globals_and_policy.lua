---- missing globals are nil
print(undefined, io, debug, load, loadstring, loadfile, dofile, rawget, rawset, rawequal, rawlen, package, module, unpack, setfenv)
---- assigned and read
x = 1
y = x + 1
x = nil
print(x, y, _G.x, _G.y)
---- _G
print(_G._G == _G, _G.print == print, type(_G), _G["tostring"](5), _G.nothing)
_G.made = "by _G"
print(made)
made = "changed"
print(_G.made, _G["made"])
_G["with space"] = 1
print(_G["with space"])
---- going through _G
local names = {}
a_first, b_second = 1, 2
for k in pairs(_G) do if k == "a_first" or k == "b_second" or k == "print" or k == "string" then names[#names + 1] = k end end
table.sort(names)
print(table.concat(names, " "))
---- a global removed
g = 1
_G.g = nil
print(g)
print = print
local p = print
print = nil
p(print)
---- a metatable on _G
setmetatable(_G, {__index = function(_, k) return "?" .. k end, __newindex = function(t, k, v) error("no new global " .. k, 2) end})
print(unknown, type(print))
print(pcall(function() newglobal = 1 end))
---> globals are no table: each has a slot, and _G looks into them
--| lua: x.lua:1: cannot change a protected metatable
---- functions are globals
function f() return 1 end
print(f(), _G.f == f)
f = nil
print(f, pcall(function() f() end))
---- _ENV is only a name
print(_ENV)
---> the environment of a script cannot be replaced
--| nil
---- a global named like a slot
G0, G1, M0, L0, K0, F0, V, c, r = 1, 2, 3, 4, 5, 6, 7, 8, 9
local L1, M1, K1 = 10, 11, 12
print(G0, G1, M0, L0, K0, F0, V, c, r, L1, M1, K1)
local function f(L0, L1) local V, r = L0, L1; return V + r + c end
print(f(1, 2))
---- a library field that does not exist
print(string.pack, string.dump, table.getn, os.exit, string.gfind, math.ldexp, coroutine.nope)
print(pcall(function() string.nope() end))
print(pcall(function() maths.floor(1) end))
---- collectgarbage counts
print(type(collectgarbage("count")), collectgarbage("count") > 0)
