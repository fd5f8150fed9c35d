---- __metatable hides and protects
local t = setmetatable({}, {__metatable = "locked"})
print(getmetatable(t), pcall(setmetatable, t, {}))
---- without one
print(getmetatable({}), getmetatable(1), getmetatable(print), getmetatable(nil), pcall(getmetatable))
---- setmetatable returns its table and checks
local t, m = {}, {}
print(setmetatable(t, m) == t, getmetatable(t) == m, getmetatable(setmetatable(t, nil)))
print(pcall(setmetatable, 1, {}))
print(pcall(setmetatable, {}, 1))
print(pcall(setmetatable, {}))
---- __pairs
local t = setmetatable({}, {__pairs = function(t) return function(_, k) k = (k or 0) + 1 if k <= 3 then return k, k * k end end, t, nil end})
for k, v in pairs(t) do print(k, v) end
---- pairs without __pairs ignores __index
local t = setmetatable({a = 1}, {__index = {b = 2}})
for k, v in pairs(t) do print(k, v) end
---- variables to be closed
local x <close> = nil
print(x)
---> scripts have no destructors: nothing of theirs may run after a stop or a timeout
--| lua: x.lua:1: <close> is not supported
---- unknown attribs
local x <other> = 1
---- a metatable may be shared and changed later
local mt = {}
local a, b = setmetatable({}, mt), setmetatable({}, mt)
mt.__index = {x = 5}
print(a.x, b.x)
mt.__index = nil
print(a.x)
mt.__add = function() return "sum" end
print(a + b)
---- replace a metatable
local t = setmetatable({}, {__index = {v = 1}})
print(t.v)
setmetatable(t, {__index = {v = 2}})
print(t.v)
setmetatable(t, nil)
print(t.v)
---- a table that is its own metatable
local t = {}
t.__index = t; t.x = 1
setmetatable(t, t)
print(t.x, t.x == 1)
