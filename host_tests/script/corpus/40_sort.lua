---- numbers and strings
local t = {3, 1, 2, -5, 2.5, 10}
table.sort(t)
print(table.concat(t, " "))
local t = {"banana", "Apple", "cherry", "", "apple"}
table.sort(t)
print(table.concat(t, " "))
---- comparator
local t = {3, 1, 2}
table.sort(t, function(a, b) return a > b end)
print(table.concat(t, " "))
local people = {{n = "Ann", a = 30}, {n = "Bo", a = 25}, {n = "Cy", a = 35}}
table.sort(people, function(p, q) return p.a < q.a end)
for _, p in ipairs(people) do print(p.n, p.a) end
---- two keys
local t = {{1, "b"}, {2, "a"}, {1, "a"}, {2, "b"}}
table.sort(t, function(x, y) if x[1] ~= y[1] then return x[1] < y[1] end return x[2] < y[2] end)
for _, v in ipairs(t) do print(v[1] .. v[2]) end
---- many
local t, x = {}, 12345
for i = 1, 200 do x = (x * 1103515245 + 12345) % 2147483648; t[i] = x % 1000 end
table.sort(t)
local ok = true
for i = 2, #t do ok = ok and t[i - 1] <= t[i] end
print(ok, t[1], t[100], t[200])
table.sort(t, function(a, b) return b < a end)
print(t[1], t[100], t[200])
---- empty, one, equal
local t = {}
table.sort(t) print(#t)
t = {1} table.sort(t) print(t[1])
t = {2, 2, 2} table.sort(t) print(table.concat(t, " "))
---- what cannot be compared
print(pcall(table.sort, {1, "x", 2}))
print(pcall(table.sort, {{}, {}}))
print(pcall(table.sort, {true, false}))
---- errors in the comparator
print(pcall(table.sort, {1, 2, 3}, function() error("cmp") end))
print(pcall(table.sort, {1, 2, 3}, function() error({}) end) == false)
print(pcall(table.sort, {1, 2}, 5))
print(pcall(table.sort))
---- metamethod __lt
local mt = {__lt = function(a, b) return a.v < b.v end}
local t = {}
for i, v in ipairs {3, 1, 2} do t[i] = setmetatable({v = v}, mt) end
table.sort(t)
print(t[1].v, t[2].v, t[3].v)
---- comparator gets values, its result is a truth value
local t = {4, 2, 3, 1}
table.sort(t, function(a, b) return a < b and 0 or nil end)
print(table.concat(t, " "))
---- sort of keys
local keys = {}
for k in pairs {z = 1, a = 2, m = 3} do keys[#keys + 1] = k end
table.sort(keys)
print(table.concat(keys))
