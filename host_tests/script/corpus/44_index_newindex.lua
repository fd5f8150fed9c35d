---- a table of defaults
local d = setmetatable({own = 1}, {__index = {own = 0, other = 2}})
print(d.own, d.other, d.none, d[1])
d.other = 5
print(d.other, getmetatable(d).__index.other)
---- a function
local t = setmetatable({}, {__index = function(t, k) return k .. "!" end})
print(t.x, t[1], t["a b"], #t)
---- only for missing keys
local n = 0
local t = setmetatable({a = 1}, {__index = function() n = n + 1 end})
local _ = t.a, t.b, t.c
print(n, t.b, n)
---- a chain of three
local a = {x = "a"}
local b = setmetatable({y = "b"}, {__index = a})
local c = setmetatable({z = "c"}, {__index = b})
print(c.x, c.y, c.z, c.w)
---- __newindex by function
local log = {}
local t = setmetatable({old = 1}, {__newindex = function(t, k, v) log[#log + 1] = tostring(k) .. "=" .. tostring(v) end})
t.old = 2; t.new = 3; t[1] = "x"; t.new = nil
print(t.old, t.new, t[1], table.concat(log, " "))
---- __newindex to a table
local store = {}
local t = setmetatable({}, {__newindex = store, __index = store})
t.a = 1; t.b = t.a + 1
print(t.a, store.a, store.b, next(t))
---- read-only
local function readonly(t) return setmetatable({}, {__index = t, __newindex = function(_, k) error("read-only: " .. k, 2) end}) end
local r = readonly {a = 1}
print(r.a, pcall(function() r.a = 2 end))
print(pcall(function() r.b = 2 end))
---- defaults by a counter
local t = setmetatable({}, {__index = function(t, k) t[k] = 0; return 0 end})
for w in ("a b a c a"):gmatch("%a") do t[w] = t[w] + 1 end
print(t.a, t.b, t.c)
---- loops are errors
local a = {}
setmetatable(a, {__index = a})
print(pcall(function() return a.x end))
---- through a value that cannot be indexed
local t = setmetatable({}, {__index = 5})
print(pcall(function() return t.x end))
local t = setmetatable({}, {__newindex = true})
print(pcall(function() t.x = 1 end))
---- strings have methods, and only those
local s = "abc"
print(type(s.len), s.nope, ("x").rep == string.rep, pcall(function() return s.x.y end))
print(pcall(function() s.x = 1 end))
print(s[1], #s)
---- methods with __index function, multiple results are cut
local t = setmetatable({}, {__index = function(_, k) return k, "second" end})
print(t.a, (t.b))
---- integer keys, floats and nil
local t = setmetatable({}, {__index = function(_, k) return math.type(k) or type(k) end})
print(t[1], t[1.0], t[1.5], t[nil], t[true])
---- nil assignment through __newindex
local t = setmetatable({}, {__newindex = function(t, k, v) rec = tostring(k) .. tostring(v) end})
t.x = nil
print(rec)
