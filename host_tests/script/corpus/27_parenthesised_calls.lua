---- cut to one value
local function two() return 1, 2 end
print((two()))
print((two()), (two()))
local t = {(two())}
print(#t)
return (two())
---- of varargs
local function f(...) return (...) end
print(f(1, 2, 3), select("#", f(1, 2)), select("#", (f())))
---- nested parentheses
local function two() return 1, 2 end
print(((two())), (((1 + 2))), ((("x"))))
---- called, indexed and compared
print(("%d"):format(5), ({1, 2, 3})[2], (function(x) return x * 2 end)(4), type(("abc").len), #("abc"))
print((1)+(2), -(3), (nil) == nil, ("a") .. ("b"), not (false))
---- strings and tables as only argument
local function show(x) return type(x), type(x) == "table" and #x or x end
print(show "text", show {1, 2}, show [[long]], show [==[ ]] ]==])
local t = {f = function(self, x) return x end}
print(t:f "s", t.f(t, {5})[1])
---- chained calls
local function add(a) return function(b) return function(c) return a + b + c end end end
print(add(1)(2)(3), add "1" "2" "3")
local obj = {n = 0}
function obj:inc(k) self.n = self.n + (k or 1); return self end
print(obj:inc():inc(5):inc().n)
---- a call on a new line belongs to the expression before
local a = 1
local f = function(x) return x end
local b = f
(a)
print(b)
