---- remove while going through
local t = {}
for i = 1, 20 do t["k" .. i] = i end
for k, v in pairs(t) do if v % 2 == 0 then t[k] = nil end end
local n, s = 0, 0
for k, v in pairs(t) do n = n + 1; s = s + v end
print(n, s)
---- clear all
local t = {1, 2, 3, a = 1, b = 2, [1.5] = 3}
for k in pairs(t) do t[k] = nil end
print(next(t), #t)
---- change values
local t = {1, 2, 3, x = 4, y = 5}
for k, v in pairs(t) do t[k] = v * 2 end
local s = 0
for _, v in pairs(t) do s = s + v end
print(s, t[1], t.x)
---- remove list elements while going through
local t = {1, 2, 3, 4, 5}
local seen = 0
for i, v in pairs(t) do seen = seen + 1; t[i] = nil end
print(seen, #t, next(t))
---- backwards with table.remove
local t = {1, 2, 3, 4, 5, 6}
for i = #t, 1, -1 do if t[i] % 2 == 0 then table.remove(t, i) end end
print(table.concat(t, ","))
---- booleans and floats as keys
local t = {[true] = 1, [false] = 2, [0.5] = 3, s = 4}
local s = 0
for k, v in pairs(t) do s = s + v if type(k) == "boolean" then t[k] = nil end end
print(s, t[true], t[false], t[0.5], t.s)
---- next after a removal
local t = {a = 1, b = 2, c = 3}
local n = 0
local k = next(t)
while k do t[k] = nil; n = n + 1; k = next(t) end
print(n, next(t))
---- sets and counting
local words = {}
for w in ("a b a c b a"):gmatch("%a") do words[w] = (words[w] or 0) + 1 end
local list = {}
for w, c in pairs(words) do list[#list + 1] = w .. c end
table.sort(list)
print(table.concat(list, " "))
