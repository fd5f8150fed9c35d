---- numbers
print(1 < 2, 2 < 1, 1 <= 1, 1 >= 2, 2 > 1, 1 < 1.5, 1.5 < 1, 1 <= 1.0, 1 >= 1.0, -1 < -0.5)
---- integers and floats at the edges
local max, min = math.maxinteger, math.mininteger
print(max < 2^63, max <= 2^63, max + 0.0 == 2^63, max < math.huge, min > -math.huge, min <= -2^63, min < -2^63)
print(2^53 == 2^53 + 1, 9007199254740993 < 9007199254740992.0, 9007199254740993 > 9007199254740992.0)
---- strings by byte
print("a" < "b", "a" < "B", "Z" < "a", "" < "a", "a" < "aa", "aa" < "b", "10" < "9", "a\0b" < "a\0c", "\xff" > "a")
print("é" > "z", "abc" <= "abc", "abc" >= "abz", "abc" == "abc", "a" ~= "a\0")
---- chains need logic
local x = 5
print(1 < x and x < 10, not (x < 1), x < 1 or x > 4, 1 < 2 == true, (x > 3) == (x < 9))
---- values kept
local a, b = 3, 7
local lt, ge = a < b, a >= b
print(lt, ge, lt ~= ge, lt == not ge)
---- with nan and infinity
local nan = 0/0
print(nan < 1, nan > 1, nan <= 1, 1 <= nan, nan == nan, math.huge > math.maxinteger, -math.huge < math.mininteger, math.huge == 1/0)
---- sides are evaluated left to right
local function t(n) log = (log or "") .. n; return n end
print(t(1) < t(2), t(3) > t(4), t(5) <= t(6), t(7) >= t(8), log)
