---- a counter
local function counter() local n = 0; return function() n = n + 1; return n end end
local a, b = counter(), counter()
print(a(), a(), b(), a(), b())
---- two functions share one variable
local function pair()
  local v = 0
  return function() return v end, function(x) v = x end
end
local get, set = pair()
set(5) print(get()) set("x") print(get())
local get2 = pair()
print(get2(), get())
---- assigned after capture
local x = 1
local function f() return x end
x = 2
print(f())
local function g() x = x + 1 end
g() g()
print(x, f())
---- parameters are captured
local function adder(n) return function(m) n = n + m; return n end end
local add = adder(10)
print(add(1), add(2), adder(0)(5))
---- three levels
local function outer()
  local a = 1
  return function()
    local b = a + 1
    a = a + 10
    return function() a = a + b; return a, b end
  end
end
local mid = outer()
local in1, in2 = mid(), mid()
print(in1()) print(in2()) print(in1())
---- loop locals and varargs
local fs = {}
for _, name in ipairs {"a", "b"} do
  local n = 0
  fs[name] = function(...) n = n + select("#", ...); return name, n end
end
print(fs.a(1, 2)) print(fs.b(1)) print(fs.a())
---- recursive through an upvalue
local fact
fact = function(n) return n <= 1 and 1 or n * fact(n - 1) end
print(fact(10))
---- memo
local function memo(f)
  local seen = {}
  return function(n)
    if seen[n] == nil then seen[n] = f(n) end
    return seen[n]
  end
end
local calls = 0
local sq = memo(function(n) calls = calls + 1; return n * n end)
print(sq(4), sq(4), sq(5), calls)
---- objects of closures
local function account(balance)
  local self = {}
  function self.deposit(n) balance = balance + n end
  function self.balance() return balance end
  return self
end
local acc = account(100)
acc.deposit(50)
print(acc.balance(), account(1).balance())
---- a captured local declared later is a global before
local function f() return later end
local later = 1
print(f(), later)
---- mutated in a nested block and a branch
local function make(flag)
  local v = "start"
  if flag then v = "flag" else do v = v .. "!" end end
  local function f() return v end
  v = v .. "?"
  return f
end
print(make(true)(), make(false)())
