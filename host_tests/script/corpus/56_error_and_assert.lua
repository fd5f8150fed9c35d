---- levels
local function f() error("one") end
local function g() error("two", 2) end
local function h() error("none", 0) end
print(pcall(f))
print(pcall(function()
  g()
end))
print(pcall(h))
---- positions name the line of the call
local function check(x)
  if type(x) ~= "number" then
    error("number wanted", 2)
  end
  return x
end
local function user()
  check(1)
  check("x")
end
print(pcall(user))
---- objects
local e = {code = 42}
local ok, err = pcall(error, e)
print(ok, err == e, err.code)
print(pcall(error, nil)) print(pcall(error)) print(pcall(error, 5)) print(pcall(error, true))
print(pcall(function() error(42) end)) print(pcall(function() error("42") end)) print(pcall(function() error({}, 2) end) == false)
---- objects with __tostring
local E = setmetatable({}, {__tostring = function() return "E!" end})
local ok, err = pcall(error, E)
print(ok, err == E, tostring(err))
---- uncaught
error("the end")
---- uncaught object
error({code = 1})
---- uncaught object with __tostring
error(setmetatable({}, {__tostring = function() return "described" end}))
---- uncaught nil
error(nil)
---- uncaught number
error(42)
---- uncaught at level 2
local function f() error("blame", 2) end
f()
---- uncaught without position
error("plain", 0)
---- assert
print(assert(1, 2, 3)) print(assert("x")) print(select("#", assert(0, nil)))
print(pcall(assert, false)) print(pcall(assert, nil)) print(pcall(assert, false, "msg")) print(pcall(assert, nil, {1}) == false)
print(pcall(assert)) print(pcall(assert, false, nil)) print(pcall(assert, nil, 42))
---- assert with results of a call
local function open(ok) if ok then return "handle" end return nil, "no such file" end
print(assert(open(true)), pcall(function() return assert(open(false)) end))
---- messages are built once
local n = 0
local function msg() n = n + 1; return "m" end
assert(true, msg())
print(n)
---- rethrow keeps the text
print(pcall(function()
  local ok, err = pcall(error, "inner", 0)
  error("outer: " .. err, 0)
end))
print(pcall(function()
  local ok, err = pcall(function() error("inner") end)
  error(err, 0)
end))
---- error in a function called by the library
print(pcall(function() ("x"):gsub("x", function() error("cb") end) end))
print(pcall(function() table.sort({2, 1}, function() error("cmp", 0) end) end))
---- level 2 through pcall has no position
print(pcall(error, "m", 2))
---> calls by the library are no level of their own
--| false	m
