---- swap and rotate
local a, b, c = 1, 2, 3
a, b = b, a
print(a, b)
a, b, c = b, c, a
print(a, b, c)
---- all of the right first
local i, t = 1, {}
i, t[i] = i + 1, 20
print(i, t[1], t[2])
---- swap in a table
local t = {1, 2, 3}
local i, j = 1, 3
t[i], t[j] = t[j], t[i]
print(t[1], t[2], t[3])
---- more or fewer values
local a, b, c = 1, 2
print(a, b, c)
a, b = 1, 2, 3
print(a, b)
x, y = 5
print(x, y)
---- of calls
local function two() return 1, 2 end
local a, b, c, d = two(), two()
print(a, b, c, d)
local t = {}
t.a, t.b, t.c = 0, two()
print(t.a, t.b, t.c)
x, y, z = two()
print(x, y, z)
x, y = (two())
print(x, y)
---- evaluation of prefixes and keys
local log = {}
local function tr(name, v) log[#log + 1] = name; return v end
local t = {}
tr("t1", t)[tr("k1", 1)], tr("t2", t)[tr("k2", 2)] = tr("v1", 10), tr("v2", 20)
print(table.concat(log, " "), t[1], t[2])
---- excess expressions are evaluated
local n = 0
local function inc() n = n + 1; return n end
local a = inc(), inc(), inc()
print(a, n)
---- globals, locals and fields at once
local l, t = 0, {f = {}}
g, l, t.f.x, t[1] = "g", "l", "x", 1
print(g, l, t.f.x, t[1])
---- reversal with many targets
local a, b, c, d, e = 1, 2, 3, 4, 5
a, b, c, d, e = e, d, c, b, a
print(a, b, c, d, e)
---- gcd and fibonacci
local a, b = 252, 105
while b ~= 0 do a, b = b, a % b end
print(a)
local p, q = 0, 1
for _ = 1, 10 do p, q = q, p + q end
print(p, q)
