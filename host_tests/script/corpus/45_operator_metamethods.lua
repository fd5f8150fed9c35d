---- arithmetic, left and right
local mt = {}
local function V(x) return setmetatable({x = x}, mt) end
local function x(v) return type(v) == "table" and v.x or v end
mt.__add = function(a, b) return V(x(a) + x(b)) end
mt.__sub = function(a, b) return V(x(a) - x(b)) end
mt.__mul = function(a, b) return V(x(a) * x(b)) end
mt.__div = function(a, b) return V(x(a) / x(b)) end
mt.__mod = function(a, b) return V(x(a) % x(b)) end
mt.__pow = function(a, b) return V(x(a) ^ x(b)) end
mt.__idiv = function(a, b) return V(x(a) // x(b)) end
mt.__unm = function(a) return V(-x(a)) end
local a, b = V(7), V(2)
print((a + b).x, (a - 1).x, (10 - a).x, (a * b).x, (a / b).x, (a % b).x, (a ^ b).x, (a // b).x, (-a).x)
print((1 + a).x, (a + 1 + b).x, (2 ^ b).x)
---- bits
local mt = {}
for _, n in ipairs {"band", "bor", "bxor", "shl", "shr", "bnot"} do mt["__" .. n] = function(a, b) return n end end
local t = setmetatable({}, mt)
print(t & 1, 1 | t, t ~ t, t << 2, 2 >> t, ~t, t & "x")
---- concat
local t = setmetatable({}, {__concat = function(a, b) return (type(a) == "table" and "T" or a) .. "+" .. (type(b) == "table" and "T" or b) end})
print(t .. "x", "x" .. t, t .. t, 1 .. t, "a" .. "b" .. t .. "c")
---- len and call
local t = setmetatable({1, 2}, {__len = function(t) return 42 end, __call = function(self, ...) return self == t, select("#", ...), ... end})
print(#t, #"x") print(t()) print(t(1, nil))
t = setmetatable({}, {__call = function(self, a) return a * 2 end})
print(t(4), pcall(t, 5))
---- eq
local mt = {__eq = function(a, b) return a.id == b.id end}
local a, b, c = setmetatable({id = 1}, mt), setmetatable({id = 1}, mt), setmetatable({id = 2}, mt)
print(a == b, a == c, a ~= b, a == 1, a == nil, a == {}, {} == a and 1 or 2)
---- eq with two kinds of metatable, a truth value as result
local a = setmetatable({}, {__eq = function() return 1 end})
local b = setmetatable({}, {})
print(a == b, b == a, a ~= b, setmetatable({}, {__eq = function() return nil end}) == b)
---- lt and le
local mt = {__lt = function(a, b) return a.v < b.v end, __le = function(a, b) return a.v <= b.v end}
local a, b = setmetatable({v = 1}, mt), setmetatable({v = 2}, mt)
print(a < b, a > b, a <= b, a >= b, not (a < b))
local m = setmetatable({}, {__lt = function(a, b) return type(a) .. type(b) end})
print(m < 1, 1 < m, m > "x")
---- an error in one, where two operands have the same field
local mt = {__lt = function(a, b) return a.v < b.v end}
print(pcall(function() return setmetatable({v = 1}, mt) < 1 end))
---> a line tells which fields it reads, not which of two reads failed
--| false	x.lua:1: attempt to index a number value
---- tostring and name
print(tostring(setmetatable({}, {__tostring = function() return "me" end})))
print(pcall(tostring, setmetatable({}, {__tostring = function() return {} end})))
print((tostring(setmetatable({}, {__name = "My.Type"})):gsub("0x%x+", "ADDR"):gsub(": %x+", ": ADDR")))
print(setmetatable({}, {__tostring = function() return "printed" end}))
print(pcall(function() return setmetatable({}, {__name = "My.Type"}) + 1 end))
---- missing ones
local t = setmetatable({}, {})
print(pcall(function() return t + 1 end))
print(pcall(function() return t .. "x" end))
print(pcall(function() return t < t end))
print(pcall(function() return t() end))
print(pcall(function() return -t end))
print(pcall(function() return 1 + t end))
---- results are cut to one
local t = setmetatable({}, {__add = function() return 1, 2 end, __index = function() return 3, 4 end, __unm = function() end})
print(t + t, t.x, -t)
---- unary operators pass the operand twice
local t = setmetatable({}, {__unm = function(a, b) return a == b end, __len = function(a, b) return b == a end})
print(-t, #t)
---- not callable metamethods
local t = setmetatable({}, {__add = 5})
print(pcall(function() return t + 1 end))
---- a metamethod from a table that is callable
local c = setmetatable({}, {__call = function(self, a, b) return "called" end})
local t = setmetatable({}, {__add = c, __index = c})
print(t + 1)
---- a vector class
local V = {} V.__index = V
V.__add = function(a, b) return V.new(a.x + b.x, a.y + b.y) end
V.__mul = function(a, b)
  if type(a) == "number" then return V.new(a * b.x, a * b.y) end
  if type(b) == "number" then return V.new(a.x * b, a.y * b) end
  return a.x * b.x + a.y * b.y
end
V.__eq = function(a, b) return a.x == b.x and a.y == b.y end
V.__tostring = function(a) return "<" .. a.x .. "," .. a.y .. ">" end
V.__len = function(a) return 2 end
function V.new(x, y) return setmetatable({x = x, y = y}, V) end
local a, b = V.new(1, 2), V.new(3, 4)
print(tostring(a + b), tostring(2 * a), tostring(a * 2), a * b, a == V.new(1, 2), #a, tostring(a + b * 2))
