---- while
local i = 0
while i < 3 do i = i + 1 print(i) end
while false do print "never" end
---- repeat runs once at least
local i = 10
repeat i = i + 1 until true
print(i)
---- break leaves the inner loop only
for i = 1, 3 do
  for j = 1, 3 do if j == 2 then break end print(i, j) end
end
---- break in while true
local n = 0
while true do n = n + 1 if n > 4 then break end end
print(n)
---- continue in for, while and repeat
for i = 1, 5 do if i % 2 == 0 then goto continue end print(i) ::continue:: end
local i = 0
while i < 5 do i = i + 1 if i == 3 then goto continue end print(i) ::continue:: end
local i = 0
repeat i = i + 1 if i == 2 then goto continue end print(i) ::continue:: until i >= 4
---- continue of both loops
for i = 1, 3 do
  for j = 1, 3 do
    if j == 2 then goto next_j end
    if i == 2 then goto next_i end
    print(i, j)
    ::next_j::
  end
  ::next_i::
end
---- continue in a generic for and deep in blocks
for k, v in ipairs {1, 2, 3, 4} do
  do
    if v > 1 then
      if v < 4 then goto skip end
    end
  end
  print(v)
  ::skip::
end
---- the label may be followed by semicolons
for i = 1, 2 do if i == 1 then goto c end print(i) ::c:: ; ; end
---- return out of loops
local function f() while true do for i = 1, 10 do repeat if i == 3 then return i end until true end end end
print(f())
---- a goto without its label
for i = 1, 2 do goto nowhere end
---> of goto there is what continue is in other languages
--| lua: x.lua:1: goto 'nowhere' is no jump to the end of a loop around it; use if or break
---- break outside a loop
print(1)
break
---- a label twice
do ::a:: ::a:: end
---> labels that nothing jumps to do not matter
---- a label may not be seen from outside
do goto inner end
do ::inner:: end
---> of goto there is what continue is in other languages
--| lua: x.lua:1: goto 'inner' is no jump to the end of a loop around it; use if or break
---- continue skips a later local at the end of the block
for i = 1, 3 do
  if i == 2 then goto continue end
  local v = i * 2
  print(v)
  ::continue::
end
---- not into the scope of a local
for i = 1, 3 do
  goto continue
  local v = i
  ::continue::
  print(v)
end
---> of goto there is what continue is in other languages
--| lua: x.lua:2: goto 'continue' is no jump to the end of a loop around it; use if or break
