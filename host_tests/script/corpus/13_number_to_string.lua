---- concatenation
print(1 .. 2, 1 .. "a", "a" .. 1.5, 2 ^ 53 .. "", -1 .. "", 1.0 .. "|" .. -0.0, 10 // 3 .. "")
---- long chains
local s = ""
for i = 1, 10 do s = s .. i .. "," .. i / 2 .. ";" end
print(s)
print("a" .. 1 + 2 .. "b" .. 3 * 4 .. 5)
---- right associative, evaluated left to right
local function t(x) trace = (trace or "") .. x; return x end
print(t "a" .. t "b" .. t "c" .. t "d", trace)
---- errors name the operand
print(pcall(function() return "a" .. nil end))
print(pcall(function() return 1 .. {} end))
print(pcall(function() local x; return "a" .. x end))
print(pcall(function() local t = {}; return t.name .. "a" end))
print(pcall(function() return "x" .. "y" .. glob .. "z" end))
print(pcall(function() return true .. "" end))
---- numbers as table keys stay numbers
local t = {}
t[1] = "int"; t["1"] = "str"
print(t[1], t["1"], t[1 .. ""], t["1" + 0])
---- library functions take numbers as strings
print(#tostring(12), ("x"):rep(2, 0), string.len(123), string.upper(5), table.concat({1, 2.5, "x"}, 0))
