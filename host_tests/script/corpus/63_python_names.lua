---- keywords as locals
local None, True, False, class, def, import, from, is, lambda, pass = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
print(None, True, False, class, def, import, from, is, lambda, pass)
local try, except, finally, with, yield, as, assert_, del, global, raise = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
print(try, except, finally, with, yield, as, assert_, del, global, raise)
---- keywords as globals and fields
class = {None = 1, async = {await = 2}}
print(class.None, class.async.await, nonlocal, exec, None)
elif = 5
print(elif)
---- builtins as names
local open, exec, eval, len, int, str, list, dict, type_, object = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
print(open, exec, eval, len, int, str, list, dict, type_, object)
print(__import__, __builtins__, __name__, __file__, globals, locals, getattr, setattr, dir, vars, input, compile)
---- assigning to them
open = "o"; __import__ = "i"; exec = function() return "e" end
print(open, __import__, exec())
---- names of helpers
local get, put, add, sub, one, many, drop, tab, tup, tick = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
print(get, put, add, sub, one, many, drop, tab, tup, tick)
wrap, rng, meth, cat, eq, lt, le = 1, 2, 3, 4, 5, 6, 7
local t = {1, 2}
for i = 1, 2 do t[i] = t[i] .. "x" .. wrap end
print(t[1], #t, wrap, rng, meth, cat, eq, lt, le, 1 < 2)
---- attributes of Python objects are no fields
local function f() end
for _, name in ipairs {"__globals__", "__class__", "__name__", "__dict__", "__code__", "__call__"} do
  print(name, pcall(function() return f[name] end))
  print(name, ("x")[name], ({})[name])
end
---- print redefined
local old = print
print = function(...) old("my", ...) end
print(1, 2)
print = old
print(3)
---- self, cls, args
local self, cls, args, kwargs = 1, 2, 3, 4
print(self, cls, args, kwargs)
function class() return self end
print(class())
---- methods with such names
local o = {}
function o:class() return "class" end
function o.import(x) return x end
function o:get(k) return self[k] end
o.def = {pass = function() return "pass" end}
print(o:class(), o.import(5), o:get("def").pass(), o.def.pass())
---- underscores and long names
local _, __, _a1, A_very_long_name_that_is_longer_than_most_names_that_people_write_in_scripts = 1, 2, 3, 4
print(_, __, _a1, A_very_long_name_that_is_longer_than_most_names_that_people_write_in_scripts)
