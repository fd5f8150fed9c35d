---- integers
print(5 % 3, -5 % 3, 5 % -3, -5 % -3, 0 % 3, -3 % 3, 3 % -3, 1 % 10, -1 % 10)
---- floats
print(5.5 % 3, -5.5 % 3, 5.5 % -3, -5.5 % -3, 6.0 % 3, -6.0 % 3, 0.5 % 1, -0.5 % 1)
---- variables
local a, b = -13, 4
local t = {n = 13, m = -4}
print(a % b, t.n % t.m, a % t.m, t.n % b, -a % -b, (-a) % b)
---- wrap a clock and an index
for _, h in ipairs {-25, -1, 0, 23, 24, 49} do print(h, h % 24, (h - 1) % 24 + 1) end
---- extremes
print(math.mininteger % -1, math.mininteger % 3, math.maxinteger % -3, math.mininteger % math.maxinteger)
---- of strings
print("10" % 4, 10 % "4", "10.5" % "4", "-7" % 3)
---- not a format
print(pcall(function() return "%d" % 5 end))
