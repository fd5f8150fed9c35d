---- at the end, at the front, in the middle
local t = {}
table.insert(t, "b") table.insert(t, 1, "a") table.insert(t, "d") table.insert(t, 3, "c") table.insert(t, #t + 1, "e")
print(table.concat(t, " "))
---- remove
local t = {1, 2, 3, 4, 5}
print(table.remove(t), table.remove(t, 1), table.remove(t, 2), #t, table.concat(t, " "))
print(table.remove({}), table.remove({}, 0), #t)
print(table.remove({}, nil), select("#", table.remove({})))
---- at n + 1 and n = 0
local t = {1, 2}
print(table.remove(t, 3), #t)
local t = {[0] = "zero"}
print(table.remove(t, 0), t[0])
---- bad positions
print(pcall(table.insert, {1, 2}, 5, "x"))
print(pcall(table.insert, {1, 2}, 0, "x"))
print(pcall(table.insert, {1, 2}, -1, "x"))
print(pcall(table.remove, {1, 2}, 7))
print(pcall(table.remove, {1, 2}, -1))
---- bad arguments
print(pcall(table.insert, {}))
print(pcall(table.insert, {}, 1, 2, 3))
print(pcall(table.insert, nil, 1))
print(pcall(table.insert, {}, "x", 1))
print(pcall(table.insert, {}, 1.5, 1))
print(pcall(table.remove))
---- float positions that are whole
local t = {1, 2, 3}
table.insert(t, 2.0, "x")
print(t[2], #t, table.remove(t, 2.0))
---- a stack and a queue
local t = {}
for i = 1, 5 do table.insert(t, i) end
while #t > 0 do io_ = (io_ or "") .. table.remove(t) end
print(io_)
for i = 1, 5 do table.insert(t, 1, i) end
print(table.concat(t, ","))
---- move
local t = {1, 2, 3, 4, 5}
print(table.concat(table.move(t, 2, 4, 1), ","))
print(table.concat(table.move({1, 2, 3}, 1, 3, 3), ","))
print(table.concat(table.move({1, 2}, 1, 2, 2, {9, 8, 7, 6}), ","))
print(#table.move({1, 2, 3}, 2, 1, 1), pcall(table.move, {}, 1, 2))
---- unpack and pack
print(table.unpack {1, 2, 3}) print(table.unpack({1, 2, 3}, -1, 1)) print(table.pack().n, table.pack(nil).n)
print(pcall(table.unpack))
print(pcall(table.unpack, {}, 1, 1e8))
---- with metamethods
local log = {}
local t = setmetatable({}, {__newindex = function(t, k, v) log[#log + 1] = k .. "=" .. tostring(v) end, __len = function() return 3 end})
table.insert(t, "x")
print(table.concat(log, " "))
---- insert results
print(select("#", table.insert({}, 1)))
