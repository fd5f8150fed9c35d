---- positional, named and computed keys
local t = {1, 2, x = 3, ["y z"] = 4, [10] = 5, 6, [1 + 1.5] = 7, [true] = 8}
print(#t, t[3], t.x, t["y z"], t[10], t[2.5], t[true])
---- separators
local t = {1; 2, 3; n = 4,}
print(#t, t.n)
print(#{}, #{nil}, #{1,}, #{1;})
---- expansion of the last call only
local function three() return 1, 2, 3 end
print(#{three()}, #{three(), three()}, #{three(), 1}, #{(three())}, #{x = three()}, #{three(), x = 1})
---- holes
local t = {1, nil, 3}
print(t[1], t[2], t[3])
local t = {nil, nil, 3}
print(t[1], t[3])
local t = {n = nil, 1, nil}
print(#t, t.n)
---- order of evaluation
local log = ""
local function v(x) log = log .. tostring(x); return x end
local t = {v(1), k = v(2), v(3), [v("k2")] = v(4)}
print(log, t[1], t[2], t.k, t.k2)
---- a key twice
local t = {a = 1, a = 2, [1] = "x", "y"}
print(t.a, t[1])
---- nested
local t = {{1, 2}, {a = {b = {c = "deep"}}}, {{{}}}}
print(#t, t[1][2], t[2].a.b.c, #t[3], #t[3][1])
---- functions and strings inside
local t = {f = function(x) return x + 1 end, "a" .. "b", #"xyz", -1, not true, (1), [[long]]}
print(t.f(1), t[1], t[2], t[3], t[4], t[5], t[6])
---- bad keys
print(pcall(function() return {[nil] = 1} end))
print(pcall(function() return {[0/0] = 1} end))
local k
print(pcall(function() return {[k] = 1} end))
---- many elements
local t = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,
  41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60}
print(#t, t[1], t[30], t[60])
---- varargs inside
local function f(...) return {...}, {n = select("#", ...), ...} end
local a, b = f(1, 2, 3)
print(#a, b.n, #b, b[3])
