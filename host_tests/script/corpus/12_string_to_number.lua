---- arithmetic on numerals
print("10" + 5, "10" * "2", "3" - 1, "7" / 2, -"2", "0x10" + 0, " 12 " + 1, "1e1" + 0, "5." + 0, ".5" + 0)
---- type of the result
print("10" + 0, "10.0" + 0, "1e0" + 0, - "3", - "3.0", "9223372036854775807" + 1, "9223372036854775808" + 0)
---- not numerals
print(pcall(function() return "abc" + 1 end))
print(pcall(function() return 1 + "" end))
print(pcall(function() return "1 2" * 1 end))
print(pcall(function() return "0x" - 1 end))
print(pcall(function() return -"a" end))
print(pcall(function() return "1" + "x" end))
---- never for comparison
print("10" == 10, "1" < "2", "10" < "9", pcall(function() return "1" < 2 end))
---- not Python's repeat, join or format
print("10" * 3, "2" * 2, pcall(function() return "ab" * 3 end))
print(pcall(function() return "a" + "b" end))
---- names in the error
print(pcall(function() local s = "x"; return s + 1 end))
print(pcall(function() local t = {s = "x"}; return t.s * 1 end))
print(pcall(function() return 2 ^ {} end))
---- as the limits of a loop
print(pcall(function() for i = "1", 2 do print(i) end end))
print(pcall(function() for i = 1, "2" do print(i) end end))
print(pcall(function() for i = 1, 2, "1" do print(i) end end))
print(pcall(function() for i = "a", 2 do print(i) end end))
---- as arguments of the library
print(math.floor("3.7"), ("x"):rep("3"), string.sub("hello", "2", "3"))
print(pcall(math.max, "10", 9))
print(pcall(math.max, "x", 9))
print(math.max("10"), math.type(math.max("10")))
print(pcall(math.floor, "x"))
