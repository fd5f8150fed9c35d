---- while true [limit]
while true do end
---- repeat until false [limit]
repeat until false
---- for to infinity [limit]
for i = 1, math.huge do end
---- for over all integers [limit]
for i = math.mininteger, math.maxinteger do end
---- a float for that stands still [limit]
for i = 1e16, 1e16 + 1e10, 0.5 do end
---- goto in a circle [limit]
while true do goto continue ::continue:: end
---- an iterator without end [limit]
for _ in function() return 1 end do end
---- gmatch of nothing, again and again [limit]
while true do for _ in (""):gmatch("") do end end
---- gmatch over a long text [limit]
local s = ("x"):rep(5000)
while true do for _ in s:gmatch("()") do end end
---- next in a circle [limit]
local t = {1, 2, 3, a = 1}
local k
while true do k = next(t, k) end
---- pairs over a table that is filled behind [limit]
local t = {1}
while true do for k in pairs(t) do t[k] = k end end
---- ipairs over a list without end [limit]
for _ in ipairs(setmetatable({}, {__index = function() return 1 end})) do end
---- string.char for ever [limit]
while true do string.char(65, 66, 67) end
---- squares [limit]
local x = 3
while true do x = x * x end
---- doubles [limit]
local x = 1
while true do x = x + x end
---- powers [limit]
local x = 2.0
while true do x = x ^ x end
---- shifts [limit]
local x = 1
while true do x = x << 1 | 1 end
---- negation of the smallest integer [limit]
local x = math.mininteger
while true do x = -x - 1 + 1 end
---- a comparator that lies [limit]
while true do
  local t = {}
  for i = 1, 100 do t[i] = i end
  pcall(table.sort, t, function() return true end)
end
---- a comparator that does not return [limit]
table.sort({1, 2, 3}, function() while true do end end)
---- a replacement that does not return [limit]
(("x"):gsub("x", function() while true do end end))()
---- a metamethod that does not return [limit]
local t = setmetatable({}, {__index = function() while true do end end})
print(t.x)
---- __tostring that does not return [limit]
print(setmetatable({}, {__tostring = function() while true do end end}))
---- __lt that does not return [limit]
local m = {__lt = function() while true do end end}
table.sort({setmetatable({}, m), setmetatable({}, m)})
---- lazy patterns that backtrack [limit]
(("a"):rep(3000)):find((".-"):rep(18) .. "b")
---- greedy patterns that backtrack [limit]
(("a"):rep(3000)):find("(.*)(.*)(.*)(.*)x")
---- a pattern with optional items [limit]
(("a"):rep(28)):match(("a?"):rep(28) .. ("a"):rep(28) .. "b")
---- frontiers and balanced items over and over [limit]
local s = ("("):rep(3000)
while true do s:find("%b()") end
---- gsub of every byte, over and over [limit]
local s = ("x"):rep(2000)
while true do s = s:gsub(".", "%0") end
---- pcall in a loop [limit]
while true do pcall(function() while true do end end) end
---- pcall of an error in a loop [limit]
while true do pcall(error, "x") end
---- nested pcall [limit]
local function f() while true do pcall(f) end end
f()
---- pcall that goes on when stopped [limit]
local function spin() while true do end end
for i = 1, 1000 do pcall(pcall, pcall, spin) end
print "went on"
while true do end
---- an xpcall handler that loops [limit]
xpcall(error, function() while true do end end)
---- an xpcall handler that fails, in a loop [limit]
while true do xpcall(error, function() error("x") end) end
---- xpcall that goes on when stopped [limit]
while true do xpcall(function() while true do end end, function(m) while true do end return m end) end
---- a coroutine that does not return [limit]
coroutine.wrap(function() while true do end end)()
---- a coroutine that yields for ever [limit]
local f = coroutine.wrap(function() while true do coroutine.yield() end end)
while true do f() end
---- coroutines made for ever [limit]
while true do coroutine.create(function() coroutine.yield() end) end
---- a coroutine that catches its end [limit]
local co = coroutine.wrap(function() while true do pcall(function() while true do end end) end end)
while true do pcall(co) end
---- coroutines within coroutines [error]
local function f() return coroutine.wrap(f)() end
f()
---- a coroutine that resumes its maker in a circle [limit]
local a
a = coroutine.create(function() while true do coroutine.resume(a) coroutine.yield() end end)
while true do coroutine.resume(a) end
---- rep of a billion [error]
print(#("x"):rep(1e9))
---- rep of a huge number [error]
print(#("xx"):rep(math.maxinteger))
---- rep with a separator [error]
print(#("x"):rep(1e6, ("y"):rep(1000)))
---- rep of rep [error]
local s = "x"
for i = 1, 40 do s = s:rep(10) end
---- text doubled [error]
local s = "x"
while true do s = s .. s end
---- text grown by a byte [limit]
local s = ""
while true do s = s .. "x" end
---- gsub that grows [error]
local s = "x"
while true do s = s:gsub("x", "xxxx") end
---- a wide format [error]
print(("%1000000d"):format(1))
---- many formats [error]
local s = ("%99d"):rep(5000)
print(#s:format(table.unpack({}, 1, 5000)))
---- unpack of ten million [error]
table.unpack({}, 1, 1e7)
---- unpack of a huge range [error]
table.unpack({}, math.mininteger, math.maxinteger)
---- string.byte of a long text [error]
local s = ("x"):rep(30000)
local t = {s:byte(1, -1)}
while true do t[#t + 1] = {s:byte(1, -1)} end
---- concat of a long list [error]
local t = {}
for i = 1, 1000 do t[i] = ("x"):rep(300) end
local s = table.concat(t)
while true do s = table.concat({s, s}) end
---- concat of a huge range [error]
table.concat(setmetatable({}, {__index = function() return "x" end}), "", 1, math.maxinteger)
---- move of a huge range [limit]
table.move({}, 1, math.maxinteger - 1, 2)
---- insert at the front of a list for ever [error]
local t = {}
while true do table.insert(t, 1, "x") end
---- __len that lies [error]
local t = setmetatable({}, {__len = function() return math.maxinteger end})
table.insert(t, 1, "x")
---- sort by a length that lies [error]
table.sort(setmetatable({}, {__len = function() return 1e9 // 1 | 0 end}), function() return false end)
---- digits without end [error]
local s = ("9"):rep(20000)
if tonumber(s) == nil then error("nil") end
while true do local x = tonumber(s) end
---- digits in arithmetic [error]
local s = ("9"):rep(20000)
print(s + 1)
---- utf8 without end [limit]
local s = utf8.char(128512):rep(2000)
while true do for _ in utf8.codes(s) do end utf8.len(s) end
---- dates without end [limit]
while true do os.date("%c", 0) end
---- print without end [limit]
while true do print("x") end
---- print a long text [ends]
for i = 1, 100 do print(("x"):rep(2000)) end
---- recursion [error]
local function f(n) return 1 + f(n + 1) end
f(1)
---- recursion in a tail call [error]
local function f(n) return f(n + 1) end
f(1)
---- mutual recursion [error]
local g
local function f() return (g()) end
function g() return (f()) end
f()
---- recursion through pcall [error]
local function f() local ok, e = pcall(f) error(e, 0) end
f()
---- recursion through pcall that retries [limit]
local function f() while true do pcall(f) end end
f()
---- __index in a circle [error]
local t = {}
setmetatable(t, {__index = function(t, k) return t[k] end})
print(t.x)
---- __index of itself [error]
local t = {}
setmetatable(t, {__index = t})
t.__index = t
setmetatable(t, t)
print(t.x)
---- __newindex in a circle [error]
local t = setmetatable({}, {__newindex = function(t, k, v) t[k] = v end})
t.x = 1
---- __newindex of each other [error]
local a, b = {}, {}
setmetatable(a, {__newindex = b}) setmetatable(b, {__newindex = a})
a.x = 1
---- __call of itself [error]
local t = {}
setmetatable(t, {__call = t})
t()
---- __call in a circle [error]
local t = setmetatable({}, {__call = function(self) return self() end})
t()
---- __concat in a circle [error]
local t = setmetatable({}, {__concat = function(a, b) return a .. b end})
print(t .. t)
---- __tostring in a circle [error]
local t = setmetatable({}, {__tostring = function(t) return tostring(t) end})
print(t)
---- __eq in a circle [error]
local m = {__eq = function(a, b) return a == b end}
print(setmetatable({}, m) == setmetatable({}, m))
---- __len in a circle [error]
print(#setmetatable({}, {__len = function(t) return #t end}))
---- gsub within gsub [error]
local function f(s) return (s:gsub(".", f)) end
f("x")
---- sort within sort [error]
local function f() table.sort({1, 2}, f) end
f()
---- a list grows [error]
local t = {}
while true do t[#t + 1] = 1 end
---- a hash grows [error]
local t = {}
local i = 0
while true do i = i + 1 t["k" .. i] = i end
---- a sparse table grows [error]
local t = {}
local i = 1
while true do i = i * 3 % 1000000007 t[i] = true end
---- tables within tables [error]
local t = {}
while true do t = {t} end
---- closures [error]
local t = {}
while true do t[#t + 1] = function() return t end end
---- coroutines kept [error]
local t = {}
while true do t[#t + 1] = coroutine.create(function() coroutine.yield() end) coroutine.resume(t[#t]) end
---- memory within pcall [limit]
local t = {}
while true do pcall(function() while true do t[#t + 1] = {} end end) end
---- memory kept by globals [error]
local i = 0
while true do i = i + 1 _G["g" .. i] = {} end
---- varargs grow [error]
local function f(...) return f(1, ...) end
f()
---- many results [error]
local t = {}
for i = 1, 200 do t[i] = i end
local function f(...) return f(..., table.unpack(t)) end
f()
---- a library without end [limit]
local s = ("a"):rep(1000)
while true do s:upper() s:lower() s:reverse() s:rep(2) s:byte(1, 100) end
---- random numbers without end [limit]
while true do math.random(1, 100) end
---- error objects that grow [limit]
local e = {}
while true do local ok, v = pcall(error, {e}) e = {} end
---- an error whose text cannot be made [error]
error(setmetatable({}, {__tostring = function() error("again") end}))
---- an error with a wrong text [error]
error(setmetatable({}, {__tostring = function() return {} end}))
---- print made to loop [limit]
print = function(...) while true do end end
print(1)
---- collectgarbage without end [limit]
while true do collectgarbage("count") end
