---- numeric for
local fs = {}
for i = 1, 3 do fs[i] = function() i = i + 10; return i end end
print(fs[1](), fs[2](), fs[3](), fs[1]())
---- generic for
local fs = {}
for i, v in ipairs {"a", "b", "c"} do fs[#fs + 1] = function() return i .. v end end
print(fs[1](), fs[2](), fs[3]())
---- while
local fs, i = {}, 1
while i <= 3 do local j = i; fs[i] = function() j = j + 1; return j, i end i = i + 1 end
print(fs[1]()) print(fs[1]()) print(fs[3]())
---- repeat, with the condition inside the scope
local fs, i = {}, 0
repeat
  local k = i * 2
  fs[#fs + 1] = function() return k end
  i = i + 1
until k >= 4
print(#fs, fs[1](), fs[2](), fs[3]())
---- break keeps the variable
local f
for i = 1, 5 do if i == 3 then f = function() return i end break end end
print(f())
---- goto continue makes fresh ones
local fs = {}
for i = 1, 4 do
  local v = i * i
  if i % 2 == 0 then goto continue end
  fs[#fs + 1] = function() v = v + 1; return v end
  ::continue::
end
print(#fs, fs[1](), fs[2](), fs[1]())
---- nested loops
local fs = {}
for i = 1, 2 do for j = 1, 2 do fs[#fs + 1] = function() return i * 10 + j end end end
for _, f in ipairs(fs) do print(f()) end
---- a shared local outside, a fresh one inside
local fs, sum = {}, 0
for i = 1, 3 do
  local n = 0
  fs[i] = function() n = n + i; sum = sum + n; return n, sum end
end
print(fs[1]()) print(fs[2]()) print(fs[2]()) print(fs[3]())
---- captured in the middle of the body
local fs = {}
for i = 1, 3 do
  local v = i
  v = v * 2
  fs[i] = function() return v end
  v = v + 1
end
print(fs[1](), fs[2](), fs[3]())
---- functions in the head
local function upto(n) local i = 0; return function() i = i + 1; if i <= n then return i end end end
for a in upto(2) do for b in upto(a) do print(a, b) end end
