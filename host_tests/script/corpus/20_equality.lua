---- booleans and numbers
print(true == 1, false == 0, true == true, false ~= 0, 1 == true, true ~= 1)
---- strings and numbers
print("1" == 1, "1" == "1", "1.0" == 1.0, "" == 0, "true" == true, "nil" == nil)
---- integers and floats
print(1 == 1.0, 0 == -0.0, 2^53 == 9007199254740992, 1e15 == 1000000000000000, 3 == 3.1)
---- tables and functions by identity
local a, b = {}, {}
local f, g = function() end, function() end
print(a == a, a == b, f == f, f == g, a ~= b, a == nil, f ~= nil)
local c = a
print(c == a, {a} == {a}, ({a})[1] == a)
---- as keys
local t = {}
t[1] = "one"; t[true] = "true"; t["1"] = "string"; t[1.5] = "float"; t[false] = "false"; t[0] = "zero"
print(t[1], t[1.0], t[true], t["1"], t[1.5], t[false], t[0], t[-0.0], t[2])
t[2^53] = "big"
print(t[9007199254740992], t[2^53], next({[3.0] = 1}), math.type(next({[3.0] = 1})))
---- through variables and fields
local t = {n = 1, s = "1", b = true}
print(t.n == t.b, t.n == t.s, t.b == true, t.b ~= false, t.x == nil, t.n == 1.0)
---- of expressions
print(1 + 1 == 2, "a" .. "b" == "ab", #"abc" == 3, not nil == true, not (nil == true), -1 == - 1)
