---- leaves globals behind
leaked = "from the run before"
function leaked_function() return 1 end
_G.also = 1
print(leaked, also)
---- sees none of them
print(leaked, leaked_function, also)
---- breaks the library
string.format = nil
table.insert = function() return "broken" end
math.pi = 3
string.upper = string.lower
print(string.format, table.insert(), math.pi, ("X"):upper())
tostring = nil
---- sees it whole
print(string.format("%d", 1), #table.pack(1), math.pi, ("x"):upper(), tostring(1))
local t = {}
table.insert(t, 1)
print(#t)
---- adds to the library
string.mine = function(s) return "mine " .. s end
math.mine = 5
print(("x"):mine(), math.mine)
---- does not find what was added
print(string.mine, math.mine, pcall(function() return ("x"):mine() end))
---- sets a metatable on _G
setmetatable(_G, {__index = function() return "trap" end})
print(anything)
---> globals are no table: each has a slot, and _G looks into them
--| lua: x.lua:1: cannot change a protected metatable
---- finds none
print(anything, getmetatable(_G))
---- changes the metatable of a library table
setmetatable(string, {__index = function(_, k) return "no " .. k end})
print(string.nope, ("x").nope)
---- and it is gone
print(string.nope, ("x").nope, getmetatable(string))
---- seeds the random numbers
math.randomseed(1)
print(math.random(1, 1))
