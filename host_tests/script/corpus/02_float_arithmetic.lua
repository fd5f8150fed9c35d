---- the operations
local a, b = 7.5, 2.0
print(a + b, a - b, a * b, a / b, a // b, a % b, a ^ b, -a)
print(0.1 + 0.2, 1.1 * 3, 10 / 3, 2 / 3, 1e15 / 3, 1 - 0.9)
---- literals
print(.5, 5., 5e0, 5e-3, 5E+3, 0.1e1, 3.0, 1e2, 314.16e-2, 0.31416E1)
print(0x.8, 0x1p4, 0x1.8p1, 0xA.8P0, 0x.1p-4, 0x1P-2, 0x10p0)
---- large and small
print(1e308 * 10, -1e308 * 10, 5e-324, 5e-324 / 2, 1e300 * 1e10, 2.5e-10 * 4)
print(2^53, 2^53 + 1, 2.0^63, -(2.0^63), 2^1023 * 2)
---- sum of tenths
local s = 0
for i = 1, 10 do s = s + 0.1 end
print(s, s == 1, s < 1, 0.1 * 3 == 0.3, 0.5 + 0.25 == 0.75)
---- accumulate and average
local list, sum = {1.5, 2.25, 3.125, 10}, 0
for _, v in ipairs(list) do sum = sum + v end
print(sum, sum / #list, sum // #list, sum % #list)
---- integers beyond 2^53 meet floats
print(9007199254740993 + 0.0, 9223372036854775807 + 0.0, -9223372036854775808 + 0.0)
print(9007199254740993 * 1.0 == 9007199254740992, 9007199254740993 == 9007199254740992.0)
---- nan is not itself
local nan = 0 / 0
print(nan == nan, nan ~= nan, nan < nan, nan <= nan, nan > 1, not (nan < 1))
