---- true division
print(1 / 0, -1 / 0, 1 / -0.0, 1.5 / 0, 0 / 0 ~= 0 / 0)
---- integer floor division and modulo
print(pcall(function() return 1 // 0 end))
print(pcall(function() return 1 % 0 end))
print(pcall(function() local z = 0; return 7 // z end))
print(pcall(function() local z = 0; return 7 % z end))
---- float floor division and modulo
print(1 // 0.0, -1 // 0.0, 1.0 // 0, 0.0 // 0.0 ~= 0.0 // 0.0)
print(1 % 0.0 ~= 1 % 0.0, pcall(function() return 1.0 % 0 == 0 end))
---- fields and globals
z = 0
local t = {z = 0, n = 9}
print(pcall(function() return t.n // t.z end))
print(pcall(function() return t.n % z end))
print(t.n / t.z, -t.n / z, t.n // (t.z + 0.0))
---- strings are integers when they look it
print(pcall(function() return 5 // "0" end))
print(pcall(function() return 5 % "0" end))
print(5 // "0.0", 5 / "0")
---> lua5.4 reckons with strings in a library, which names no line
--| false	x.lua:1: attempt to divide by zero
--| false	x.lua:2: attempt to perform 'n%0'
--| inf	inf
---- the loop goes on after it
local n = 0
for i = -2, 2 do
  local ok, v = pcall(function() return 10 // i end)
  print(i, ok, v)
end
