---- with and without separator
print(table.concat {1, 2, 3}, table.concat({"a", "b"}, ", "), table.concat({}, "x"), table.concat({"one"}, "x"))
---- ranges
local t = {"a", "b", "c", "d"}
print(table.concat(t, "-", 2), table.concat(t, "-", 2, 3), table.concat(t, "-", 3, 2), table.concat(t, "-", 4, 4))
---- numbers
print(table.concat({1, 2.5, -3, 1e100, 2^53}, " "), table.concat({1, 2}, 0))
---- bad values
print(pcall(table.concat, {1, {}, 3}))
print(pcall(table.concat, {1, true}))
print(pcall(table.concat, {"a", nil, "c"}, "", 1, 3))
print(pcall(table.concat, {}, "", 1, 1))
---- bad arguments
print(pcall(table.concat))
print(pcall(table.concat, "x"))
print(pcall(table.concat, {}, {}))
print(pcall(table.concat, {}, "", "x"))
---- long
local t = {}
for i = 1, 500 do t[i] = i end
local s = table.concat(t, ",")
print(#s, s:sub(1, 20), s:sub(-11))
---- binary and UTF-8
print(table.concat({"\0", "é", "日"}, "·"), #table.concat({"\0", "\xff"}, "\1"))
