---- only nil and false are false
for _, v in ipairs {0, "", 0.0, -0.0, "false", {}, print} do io_ = v and "yes" or "no" print(io_) end
print(nil and 1 or 2, false and 1 or 2, 0 and 1 or 2, "" and 1 or 2)
---- in if
if 0 then print "0 is true" end
if "" then print "'' is true" end
if not nil then print "nil is false" end
if nil then print "never" elseif false then print "never" else print "else" end
---- in while and repeat
local n = 3
while n do n = n - 1; if n == 0 then n = nil end end
print(n)
local i = 0
repeat i = i + 1 until i == 3 and ""
print(i)
---- not
print(not 0, not "", not nil, not false, not {}, not not 1, not not nil)
---- of calls and fields
local t = {zero = 0, off = false}
local function none() end
if t.zero then print "zero" end
if not t.off then print "off" end
if not t.missing then print "missing" end
if not none() then print "none" end
if (none()) == nil then print "nil" end
