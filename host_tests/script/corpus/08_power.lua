---- always a float
print(2 ^ 2, 2 ^ 0, 2 ^ -1, 0 ^ 0, 10 ^ 2, 1 ^ 100, 2 ^ 0.5, (-2) ^ 2, (-2) ^ 3)
---- precedence and associativity
print(-2 ^ 2, 2 ^ 3 ^ 2, (2 ^ 3) ^ 2, 2 ^ -2, -2 ^ -2, 2 * 3 ^ 2, not 2 ^ 2)
---- corners
print((-8) ^ (1 / 3) ~= (-8) ^ (1 / 3), 0 ^ -1, math.huge ^ 0, 2 ^ 1024, 2 ^ -1080, 0.0 ^ 5)
print((-math.huge) ^ 3, (-math.huge) ^ 2, math.huge ^ -1, (-1) ^ math.huge, 1 ^ math.huge)
---- large exponents
print(2 ^ 62, 2 ^ 63, 2 ^ 64, 3 ^ 40, 10 ^ 15, 10 ^ 16, 1.5 ^ 10)
---- strings and variables
local a, b = "2", 10
print(a ^ b, "3" ^ "2", b ^ a, b ^ -1)
---- negative base, fraction
print((-1) ^ 0.5 ~= (-1) ^ 0.5, (-27) ^ 3, (-0.5) ^ 2)
