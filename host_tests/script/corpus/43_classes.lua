---- a class
local Point = {}
Point.__index = Point
function Point.new(x, y) return setmetatable({x = x, y = y}, Point) end
function Point:add(o) return Point.new(self.x + o.x, self.y + o.y) end
function Point:__tostring() return "(" .. self.x .. ", " .. self.y .. ")" end
local p = Point.new(1, 2):add(Point.new(3, 4))
print(p.x, p.y, tostring(p), getmetatable(p) == Point, p.z)
---- inheritance of two levels
local Animal = {} Animal.__index = Animal
function Animal.new(name) local self = setmetatable({}, Animal) self.name = name return self end
function Animal:speak() return self.name .. " makes " .. self:sound() end
function Animal:sound() return "a noise" end
local Dog = setmetatable({}, {__index = Animal}) Dog.__index = Dog
function Dog.new(name) local self = Animal.new(name) return setmetatable(self, Dog) end
function Dog:sound() return "woof" end
local Puppy = setmetatable({}, {__index = Dog}) Puppy.__index = Puppy
function Puppy.new(name) return setmetatable(Dog.new(name), Puppy) end
function Puppy:sound() return Dog.sound(self) .. "!" end
print(Animal.new("cat"):speak()) print(Dog.new("rex"):speak()) print(Puppy.new("bit"):speak())
---- class variables and instance variables
local C = {count = 0} C.__index = C
function C.new() C.count = C.count + 1; return setmetatable({}, C) end
local a, b = C.new(), C.new()
a.count = 10
print(C.count, a.count, b.count)
---- a constructor by __call
local Class = setmetatable({}, {__call = function(cls, ...) local o = setmetatable({}, cls) o:init(...) return o end})
Class.__index = Class
function Class:init(a, b) self.sum = a + b end
print(Class(2, 3).sum)
---- super with varargs
local Base = {} Base.__index = Base
function Base:log(...) return "base", select("#", ...), ... end
local Sub = setmetatable({}, Base) Sub.__index = Sub
function Sub:log(...) return "sub", Base.log(self, ...) end
print(setmetatable({}, Sub):log(1, nil, 3))
---- missing methods
local C = {} C.__index = C
local o = setmetatable({}, C)
print(pcall(function() return o:nope() end))
print(pcall(function() return C.nope() end))
print(pcall(function() return o.child:method() end))
---- methods as values
local C = {} C.__index = C
function C:get() return self.v end
local o = setmetatable({v = 7}, C)
local get = o.get
print(get(o), pcall(get))
---- properties by __index and __newindex
local props = {}
local o = setmetatable({}, {
  __index = function(t, k) return props[k] and props[k] * 2 end,
  __newindex = function(t, k, v) props[k] = v end,
})
o.x = 21
print(o.x, props.x, o.y, next(o))
---- a stack class with errors
local Stack = {} Stack.__index = Stack
function Stack.new() return setmetatable({n = 0}, Stack) end
function Stack:push(v) self.n = self.n + 1; self[self.n] = v; return self end
function Stack:pop()
  if self.n == 0 then error("empty stack", 2) end
  local v = self[self.n]
  self[self.n] = nil
  self.n = self.n - 1
  return v
end
local s = Stack.new():push(1):push("two")
print(s:pop(), s:pop())
print(pcall(function()
  s:pop()
end))
