---- up, down, steps
for i = 1, 3 do print(i) end
for i = 3, 1, -1 do print(i) end
for i = 1, 10, 4 do print(i) end
for i = 10, 1, -4 do print(i) end
---- none
for i = 1, 0 do print "never" end
for i = 0, 1, -1 do print "never" end
for i = 5, 1 do print "never" end
---- floats
for i = 1.0, 2 do print(i) end
for i = 0, 1, 0.25 do print(i) end
for i = 1, 0, -0.5 do print(i) end
for i = 1, 2.9 do print(i) end
for i = -1.5, 0.5 do print(i) end
---- a zero step
print(pcall(function() for i = 1, 2, 0 do end end))
print(pcall(function() for i = 1.0, 2, 0 do end end))
---- what is no number
print(pcall(function() for i = {}, 2 do end end))
print(pcall(function() for i = 1, nil do end end))
print(pcall(function() for i = 1, 2, "x" do end end))
print(pcall(function() for i = nil, 2 do end end))
---- no overflow
for i = math.maxinteger - 1, math.maxinteger do print(i) end
for i = math.mininteger + 1, math.mininteger, -1 do print(i) end
for i = math.maxinteger - 5, math.maxinteger, 4 do print(i) end
---- huge limits
local n = 0
for i = 1, math.huge do n = n + 1 if n == 3 then break end end
print(n)
for i = 1, -math.huge do print "never" end
for i = 1, -math.huge, -1 do n = n + 1 if n == 6 then break end end
print(n)
for i = math.maxinteger - 1, 1e100 do print(i) end
for i = 1, 0/0 do print "never" end
---- the variable is a copy
for i = 1, 3 do local j = i; i = i * 10; print(j, i) end
---- limits are evaluated once
local n = 3
for i = 1, n do n = 10 if i == 3 then print(i, n) end end
local function lim() print "lim" return 2 end
for i = 1, lim() do print(i) end
---- limits that are expressions, strings of digits in fields
local t = {1, 2, 3}
for i = #t, 1, -1 do print(t[i]) end
for i = -#t, -1 do print(i) end
for i = t[1] + 1, t[3] * 2 // 1 do print(i) end
---- large steps
for i = 1, 100, 1 << 40 do print(i) end
for i = math.mininteger, math.maxinteger, math.maxinteger do print(i) end
---- nested with the same name
for i = 1, 2 do for i = i, 2 do print(i) end print("outer", i) end
---- break, return and goto inside
local function find(t, v) for i = 1, #t do if t[i] == v then return i end end end
print(find({5, 6, 7}, 6), find({}, 1))
for i = 1, 5 do if i == 2 then goto next end if i == 4 then break end print(i) ::next:: end
