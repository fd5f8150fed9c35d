---- nil and nan are no keys to store at
local t = {}
print(t[nil], t[0/0])
print(pcall(function() t[nil] = 1 end))
print(pcall(function() t[0/0] = 1 end))
local k
print(pcall(function() t[k] = 1 end))
print(pcall(function() t[t.x] = 1 end))
---- floats with whole value are integers
local t = {}
t[1.0] = "a"; t[2^53] = "b"; t[-0.0] = "z"
print(t[1], t[2^53 | 0], t[0], next({[5.0] = 1}))
---- floats and integers apart
local t = {[1] = "one", [1.5] = "one and a half", [2] = "two"}
print(t[1.5], t[3 / 2], t[1.50], t[2.0], t[1.25])
---- any value
local f, tab = function() end, {}
local t = {[f] = "f", [tab] = "tab", [true] = "yes", [false] = "no", [print] = "print", [math.huge] = "inf"}
print(t[f], t[tab], t[true], t[false], t[print], t[1/0], t[{}], t[function() end])
---- true, 1 and "1"
local t = {}
t[1] = "int"; t[true] = "bool"; t["1"] = "str"; t[0] = "0"; t[false] = "false"
print(t[1], t[true], t["1"], t[0], t[false])
t[true] = nil
print(t[1], t[true], t["1"])
t[1] = nil
print(t[1], t["1"], #t)
---- negative, zero and sparse
local t = {}
t[-1] = "a"; t[0] = "b"; t[1000000] = "c"; t[3] = "d"
print(t[-1], t[0], t[1000000], t[3], #t == 0 or #t == 3, t[1], t[2])
---- names of Python
local t = {}
t.get = 1; t.items = 2; t.__class__ = 3; t.a = 4; t.h = 5; t.m = 6; t.__dict__ = 7; t.size = 8
print(t.get, t.items, t.__class__, t.a, t.h, t.m, t.__dict__, t.size, t.keys, t.__init__, t.put, t.of)
---- strings with any bytes
local t = {["\0"] = 1, [""] = 2, ["\xff\xfe"] = 3, ["a b"] = 4, ["é"] = 5}
print(t["\0"], t[""], t["\255\254"], t["a b"], t["\u{e9}"])
---- large integers
local t = {[math.maxinteger] = 1, [math.mininteger] = 2, [1 << 40] = 3, [-1 << 40] = 4}
print(t[0x7fffffffffffffff], t[math.mininteger], t[2^40], t[-2^40], t[1 << 31])
---- fill from the hash into the list
local t = {}
t[3] = 3; t[2] = 2; t[4] = 4
t[1] = 1
print(#t, table.concat(t, ","))
t[#t + 1] = 5; t[7] = 7; t[6] = 6
print(#t, t[7])
