---- floats with integral value
print(3.0 & 1, 2.0 | 1.0, 2^31 | 0, ~0.0, 1.0 << 4.0, -1.0 >> 60)
---- floats without
print(pcall(function() return 1.5 & 1 end))
print(pcall(function() return 1 | 1e100 end))
print(pcall(function() local x = 2.5; return ~x end))
print(pcall(function() return 1 << 0.5 end))
print(pcall(function() return 2^63 | 0 end), -2^63 | 0)
---- strings are not converted
print(pcall(function() return "7" & 3 end))
print(pcall(function() return 1 << "3" end))
print(pcall(function() return ~"0" end))
print(pcall(function() local a, b = "1", 2; return b | a end))
---- strings without an integer
print(pcall(function() return "1.5" & 1 end))
print(pcall(function() return "abc" | 1 end))
print(pcall(function() return 1 & "" end))
---- inf and nan
print(pcall(function() return math.huge | 0 end))
print(pcall(function() return (0/0) | 0 end))
---- named operands
print(pcall(function() local t = {v = 1.5}; return t.v & 1 end))
print(pcall(function() local s = "z"; return s ~ 1 end))
print(pcall(function() return glob & 1 end))
