---- number and string
print(pcall(function() return 1 < "2" end))
print(pcall(function() return "1" >= 2 end))
print(pcall(function() return {} < 1 end))
print(pcall(function() return 1 <= nil end))
---- two of a kind
print(pcall(function() return {} < {} end))
print(pcall(function() return nil < nil end))
print(pcall(function() return true < false end))
print(pcall(function() return print < print end))
---- turned round for greater
print(pcall(function() return 1 > "x" end))
print(pcall(function() return "x" > 1 end))
print(pcall(function() return nil >= 1 end))
---- equality never fails
print(1 == "1", nil == false, {} == {}, print == print, "a" ~= nil, 1 ~= {})
---- in conditions
print(pcall(function() local a; if a > 3 then return 1 end end))
print(pcall(function() local t = {}; while t.n < 3 do t.n = 1 end end))
print(pcall(function() repeat local v = "x" until v < 1 end))
---- in library calls
print(pcall(math.max, 1, {}))
print(pcall(table.sort, {1, "x", 2}))
