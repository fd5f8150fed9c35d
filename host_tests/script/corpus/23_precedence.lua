---- arithmetic
print(2 + 3 * 4, (2 + 3) * 4, 10 - 4 - 3, 2 * 3 % 4, 100 / 10 / 2, 7 // 2 * 2, -3 ^ 2, 2 ^ -1)
---- concatenation against arithmetic and comparison
print("a" .. 1 + 2, 1 .. 2 == "12", "a" .. "b" < "b", 2 ^ 2 .. "")
---- unary
print(-2 ^ 2, not 1 == 2, - - 2, not not nil, -"2" + 0, #"ab" + 1, -#"ab", ~5 & 3, - 2 .. "")
---- comparison against logic
print(1 < 2 and 2 < 3, 1 < 2 or nil, not (1 > 2) and 3, 1 == 1 == true, 2 < 3 == true)
---- bits
print(1 + 1 << 1, 1 << 1 + 1, 6 & 3 | 8, 6 ~ 3 & 1, 1 | 2 == 3 and 4, 5 & 6 == 4)
---- calls and indexes bind first
local t = {f = function(self) return 5 end, n = 2, {3}}
print(-t.n ^ 2, t:f() ^ 2, #t[1], -t[1][1], not t.x, 2 ^ t.n, t.n ^ -t.n)
---- right associative
print(2 ^ 2 ^ 3, "a" .. "b" .. "c" .. 1 .. 2, 2 ^ -1 ^ 2)
