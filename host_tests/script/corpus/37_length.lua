---- of lists
local t = {}
print(#t)
for i = 1, 10 do t[i] = i end
print(#t)
t[#t] = nil
print(#t)
t[#t + 1] = "x"
print(#t, t[#t])
---- of strings
print(#"", #"abc", #"a\0b", #"é", #"日本", #[[
two]], #("x"):rep(100))
---- built from behind
local t = {}
for i = 5, 1, -1 do t[i] = i end
print(#t)
local t = {}
t[2] = 2; t[3] = 3
t[1] = 1
print(#t)
---- emptied from the end
local t = {1, 2, 3, 4}
while #t > 0 do t[#t] = nil end
print(#t, next(t))
---- record fields do not count
print(#{x = 1}, #{1, x = 2}, #{[0] = 1}, #{[0] = 1, 2}, #{[-1] = 1})
---- float keys that are whole do
local t = {}
t[1.0] = "a"; t[2.0] = "b"
print(#t, t[1], t[2])
---- of what has none
print(pcall(function() return #5 end))
print(pcall(function() return #nil end))
print(pcall(function() local n = 1; return #n end))
print(pcall(function() local t = {}; return #t.list end))
print(pcall(function() return #print end))
---- with trailing nils
local t = {1, 2, nil}
print(#t)
local function two() return 1, nil end
print(#{two()}, #{nil, nil})
---- a stack and a queue
local s = {}
s[#s + 1] = "a"; s[#s + 1] = "b"
print(s[#s], #s) s[#s] = nil print(s[#s], #s)
local q, first, last = {}, 1, 0
for i = 1, 5 do last = last + 1; q[last] = i * 10 end
while first <= last do print(q[first]) q[first] = nil; first = first + 1 end
---- precedence
local t = {1, 2, 3}
print(#t + 1, -#t, #t == 3, #t .. "", 2 ^ #t, not #t)
