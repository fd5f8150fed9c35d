---- index
local loc
print(pcall(function() return loc.x end))
print(pcall(function() return glob.x end))
local t = {a = {}}
print(pcall(function() return t.b.c end))
print(pcall(function() return t.a.b.c end))
print(pcall(function() return t[1][2] end))
print(pcall(function() local i = 5; return t[i].x end))
print(pcall(function() return (nil).x end))
print(pcall(function() return (5).x.y end))
print(pcall(function() return t.a.b[1] end))
print(pcall(function() return t["a b"].c end))
---- assign
local loc
print(pcall(function() loc.x = 1 end))
print(pcall(function() glob.x = 1 end))
local t = {}
print(pcall(function() t.a.b = 1 end))
print(pcall(function() t.a[1] = 1 end))
print(pcall(function() (true).x = 1 end))
---- local functions and parameters
local function f(p) return p.x end
print(pcall(f)) print(pcall(f, 5)) print(pcall(f, true)) print(pcall(f, print)) print(pcall(f, "s"))
---- call
local loc
print(pcall(function() loc() end))
print(pcall(function() glob() end))
local t = {n = 5, s = "x"}
print(pcall(function() t.f() end))
print(pcall(function() t:m() end))
print(pcall(function() t.n() end))
print(pcall(function() t.a.b() end))
print(pcall(function() t[1]() end))
print(pcall(function() (1 + 1)() end))
print(pcall(function() t.s:nope() end))
print(pcall(function() loc:m() end))
print(pcall(function() glob:m() end))
print(pcall(function() (function() end)()() end))
---- arithmetic
local loc
local t = {s = "x", b = true}
print(pcall(function() return loc + 1 end))
print(pcall(function() return 1 + loc end))
print(pcall(function() return glob * 2 end))
print(pcall(function() return t.x - 1 end))
print(pcall(function() return -t.x end))
print(pcall(function() return t.b / 2 end))
print(pcall(function() return {} + 1 end))
print(pcall(function() return nil + nil end))
print(pcall(function() return loc ^ 2 end))
print(pcall(function() return t[1] % 2 end))
print(pcall(function() return print + 1 end))
print(pcall(function() loc = loc + 1 end))
print(pcall(function() t.count = t.count + 1 end))
---- concat
local loc
local t = {}
print(pcall(function() return "a" .. loc end))
print(pcall(function() return loc .. "a" end))
print(pcall(function() return "a" .. t end))
print(pcall(function() return t.x .. t.y end))
print(pcall(function() return "a" .. glob .. "b" end))
print(pcall(function() return "x" .. print end))
print(pcall(function() return 1 .. true end))
---- compare and length
local loc
local t = {}
print(pcall(function() return loc < 1 end))
print(pcall(function() return t.x >= t.y end))
print(pcall(function() return "a" < 1 end))
print(pcall(function() return t < t end))
print(pcall(function() return #loc end))
print(pcall(function() return #t.x end))
print(pcall(function() return #5 end))
---- upvalues
local up
local function f() return up.x end
local function g() up() end
local function h() return up + 1 end
print(pcall(f)) print(pcall(g)) print(pcall(h))
---- lines in a longer function
local function work(list)
  local sum = 0
  for i = 1, 3 do
    sum = sum + list[i]
  end

  return sum
end
print(pcall(work, {1, 2}))
print(pcall(work, {1, "x", 2}))
print(pcall(work))
---- lines of a call over several lines
local function f(a, b)
  return a
    + b
end
print(pcall(f, 1))
print(pcall(function()
  local t = {
    a = 1,
    b = nil + 1,
  }
end))
---- uncaught in a nested function
local function a() local t; return t.x end
local function b() return a() + 1 end
b()
---- uncaught at the top
local t = {}
print "before"
t.x.y = 1
print "never"
---- uncaught call of a nil method
local obj = {}
obj:start()
---- bad arguments
print(pcall(function() string.rep() end))
print(pcall(function() ("x"):rep("y") end))
print(pcall(function() setmetatable(1) end))
print(pcall(function() tostring() end))
print(pcall(function() ipairs() end))
print(pcall(function() table.concat(5) end))
print(pcall(function() math.floor("x") end))
print(pcall(function() string.char(-1) end))
print(pcall(function() local insert = table.insert; insert(nil, 1) end))
---- constants and strings
print(pcall(function() return ("x").y.z end))
print(pcall(function() return 1 + "x" end))
print(pcall(function() return nil .. "x" end))
print(pcall(function() return true + 1 end))
---- errors in loops and conditions
local t = {}
print(pcall(function() if t.x.y then end end))
print(pcall(function() while t.n > 0 do end end))
print(pcall(function() repeat until t.a.b end))
print(pcall(function() for i = 1, t.n do end end))
print(pcall(function() for _, v in ipairs(t.list) do end end))
print(pcall(function() return t.x and 1 or t.y.z end))
