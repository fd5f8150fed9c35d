---- by colon
local s = "Hello"
print(s:upper(), s:lower(), s:len(), s:sub(2, 3), s:rep(2), s:reverse(), s:byte(1), s:find("l"))
---- on literals and results
print(("abc"):upper(), ("%d-%s"):format(1, "x"), ("a,b"):gsub(",", ";"), ("x"):rep(3, "-"):upper():lower())
---- chained
print(("  trim me  "):gsub("^%s+", ""):gsub("%s+$", ""))
print((("a b c"):gsub(" ", "_")))
---- numbers have none
local n = 5
print(pcall(function() return n:upper() end))
print(pcall(function() return (5).x end))
---- new methods through the string table
function string.shout(s) return s:upper() .. "!" end
print(("hey"):shout(), string.shout("x"))
---- a missing method
print(pcall(function() return ("x"):nope() end))
print(pcall(function() local s = "x"; return s:nope() end))
---- argument errors count from the string
print(pcall(function() return ("x"):rep() end))
print(pcall(function() return ("x"):rep({}) end))
print(pcall(function() return string.rep() end))
print(pcall(function() return string.rep("x", {}) end))
print(pcall(string.rep, "x", "y"))
---- as a value
local up = string.upper
print(up("a"), ("a").upper == up, pcall(up))
---- with variables, fields and calls as object
local t = {name = "lua"}
local function get() return "fn" end
print(t.name:upper(), get():len(), t.name:sub(1, 1):upper() .. t.name:sub(2), #t.name:rep(3))
