---- ipairs stops at nil
for i, v in ipairs {1, 2, nil, 4} do print(i, v) end
for i, v in ipairs {} do print "never" end
for i in ipairs {"a", "b"} do print(i) end
---- pairs over a list keeps the order
for k, v in pairs {"a", "b", "c"} do print(k, v) end
for k in pairs {} do print "never" end
---- pairs over a record, sorted
local keys = {}
for k, v in pairs {x = 1, y = 2, z = 3, [10] = 4} do keys[#keys + 1] = tostring(k) .. "=" .. v end
table.sort(keys)
print(table.concat(keys, " "))
---- next
local t = {10}
print(next(t)) print(next(t, 1)) print(next({}))
local t = {a = 1}
print(next(t)) print(next(t, "a"))
print(pcall(next, {}, "nope"))
print(pcall(next, 5))
print(rawequal)
---- next as the iterator
local n = 0
for k, v in next, {5, 6, 7} do n = n + k * v end
print(n)
for k, v in next, {5, 6}, 1 do print(k, v) end
---- closures
local function range(n) local i = 0; return function() if i < n then i = i + 1; return i, i * i end end end
for i, sq in range(3) do print(i, sq) end
---- a stateless iterator
local function step(max, i) if i < max then return i + 1 end end
for i in step, 3, 0 do print(i) end
---- more values than names, fewer values than names
local function it() return function(_, c) if c < 2 then return c + 1, "x", "y", "z" end end, nil, 0 end
for a in it() do print(a) end
for a, b, c, d, e in it() do print(a, b, c, d, e) end
---- false does not stop it
local vs = {false, 0, ""}
local i = 0
for v in function() i = i + 1; return vs[i] end do print(v) end
---- callable tables
local t = setmetatable({}, {__call = function(self, s, c) c = c + 1 if c < 3 then return c end end})
for i in t, nil, 0 do print(i) end
---- strings
for w in ("one two  three"):gmatch("%a+") do print(w) end
for k, v in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do print(k, v) end
---- errors
print(pcall(function() for i in 5 do end end))
print(pcall(function() for k, v in nil do end end))
print(pcall(function() for k, v in {} do end end))
print(pcall(function() for k, v in ipairs() do end end))
local t = {}
print(pcall(function() for k, v in t.list do end end))
---- pairs of nil
for k, v in pairs(nil) do end
---> lua5.4 takes the call for that of the iterator, and says "to 'for iterator'"
--| lua: x.lua:1: bad argument #1 to 'pairs' (table expected, got nil)
---- the variables are fresh copies
for i, v in ipairs {1, 2} do i = i * 10; v = v + 0.5; print(i, v) end
---- ipairs sees what __index gives
local t = setmetatable({}, {__index = function(_, i) if i <= 3 then return i * 2 end end})
for i, v in ipairs(t) do print(i, v) end
---- ipairs meets what is appended and removed
local t = {1, 2, 3}
for i, v in ipairs(t) do if i < 3 and #t < 6 then t[#t + 1] = v * 10 end print(i, v) end
---- iterator made by the call that has the arguments
local function enumerate(t, from) return function(t, i) i = i + 1 if t[i] then return i, t[i] end end, t, (from or 1) - 1 end
for i, v in enumerate({"a", "b", "c"}, 2) do print(i, v) end
