---- addition and subtraction
local max, min = math.maxinteger, math.mininteger
print(max + 1 == min, min - 1 == max, max + max, min + min, max - min, -min == min)
---- multiplication
local max, min = math.maxinteger, math.mininteger
print(max * 2, min * 2, max * max, min * min, min * -1, 3037000500 * 3037000500)
print(0x7fffffff * 0x7fffffff, 0xffffffff * 0xffffffff, 1000003 * 10000000000037)
---- a linear congruence
local x = 1
for i = 1, 10 do x = x * 6364136223846793005 + 1442695040888963407 print(x) end
---- a hash
local h = 5381
for c in ("the quick brown fox"):gmatch(".") do h = h * 33 + c:byte() end
print(h, h & 0xffffffff)
local h = 0xcbf29ce484222325
for c in ("hello"):gmatch(".") do h = (h ~ c:byte()) * 0x100000001b3 end
print(h, ("%x"):format(h))
---- repeated squaring
local x = 3
for i = 1, 12 do x = x * x print(x) end
---- doubling
local x = 1
for i = 1, 66 do x = x + x end
print(x)
local y = 1
for i = 1, 62 do y = y + y end
print(y, y + y, y + y + y, -y - y, -y - y - 1)
---- counters over the edge
local t = {n = math.maxinteger - 1}
for i = 1, 3 do t.n = t.n + 1 print(t.n) end
g = math.mininteger + 1
for i = 1, 3 do g = g - 1 print(g) end
---- literals that wrap
print(0xffffffffffffffff, 0x8000000000000000, 0xfffffffffffffffff, -0x8000000000000000)
