---- read
local x <const> = 5
local name <const>, y = "n", 2
print(x, name, y, x + y)
y = 3
print(y)
---- assignment
local x <const> = 5
x = 6
---- in a list of targets
local a, b <const> = 1, 2
a, b = 3, 4
---- from a closure
local limit <const> = 10
local function f() limit = 20 end
---- shadowed it is another variable
local x <const> = 1
do local x = 2; x = 3; print(x) end
print(x)
local function f(x) x = x + 1; return x end
print(f(10))
---- captured and used in loops
local n <const> = 3
local fs = {}
for i = 1, n do local k <const> = i * n; fs[i] = function() return k end end
print(fs[1](), fs[3]())
---- tables are not frozen by it
local t <const> = {}
t.x = 1
print(t.x)
---- without a value
local c <const>
print(c)
---- spaces
local x < const > = 1
print(x)
