---- signs of integers
print(7 // 2, -7 // 2, 7 // -2, -7 // -2, 0 // 5, -0 // 5, 6 // 3, -6 // 3)
---- signs of floats
print(7.0 // 2, -7.0 // 2, 7 // -2.0, -7.5 // -2, 0.0 // 5, -0.0 // 5, 5.5 // 0.5)
---- variables and fields
local t = {a = -17, b = 4}
local x, y = 17, -4
print(t.a // t.b, x // y, t.a // y, x // t.b, (x + 1) // (y - 1))
---- with the quotient and remainder law
for _, p in ipairs {{7, 3}, {-7, 3}, {7, -3}, {-7, -3}, {7.5, 2}, {-7.5, 2}} do
  local a, b = p[1], p[2]
  print(a // b, a % b, (a // b) * b + a % b == a)
end
---- the smallest integer
print(math.mininteger // -1, math.mininteger // 1, math.maxinteger // -1, math.mininteger // 2)
---- beside infinity
print(1 // math.huge, -1 // math.huge, 1 // -math.huge, math.huge // 1, -math.huge // 1)
---- of strings
print("7" // 2, 7 // "2", "7.0" // "2", "0x10" // 3)
