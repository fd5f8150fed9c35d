---- infinite divisor
print(5 % math.huge, -5 % math.huge, 5 % -math.huge, -5 % -math.huge, 0 % math.huge)
print(5.5 % math.huge, -5.5 % math.huge, 0.0 % -math.huge)
---- infinite dividend
print(tostring(math.huge % 2):gsub("-", ""), (tostring(-math.huge % 2):gsub("-", "")))
---- negative zero
print(-0.0, 0.0, -0.0 == 0.0, 1 / -0.0, 1 / 0.0, -0.0 % 5, 0.0 % -5, -0.0 + 0, 0 * -1.0)
---- negative zero of integers does not exist
print(-0, 0 * -1, 0 // -1, 0 % -1, 1 // -math.huge)
---- printed and as a key
local t = {}
t[0.0] = "zero"
print(t[-0.0], t[0], ("%.1f"):format(-0.0), ("%g"):format(-0.0), tostring(-0.0))
