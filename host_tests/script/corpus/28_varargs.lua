---- counts
local function n(...) return select("#", ...) end
print(n(), n(nil), n(1, nil), n(nil, nil, nil), n(n(), n()))
---- select
print(select(1, "a", "b", "c")) print(select(3, "a", "b", "c")) print(select(4, "a", "b", "c"))
print(select(-1, "a", "b", "c")) print(select(-3, "a", "b", "c")) print((select(2, "a", "b", "c")))
print(pcall(select, 0, 1))
print(pcall(select, -4, 1, 2, 3))
print(pcall(select, "x", 1))
---- pack and unpack with holes
local t = table.pack(1, nil, 3, nil)
print(t.n, t[1], t[2], t[3], t[4])
print(table.unpack(t, 1, t.n))
print(table.unpack({1, 2, 3}, 2)) print(table.unpack({1, 2, 3}, 2, 2)) print(table.unpack({}, 1, 3)) print(table.unpack({1, 2}, 3))
---- positions of varargs
local function f(a, ...) local b, c = ...; return a, b, c, select("#", ...) end
print(f()) print(f(1)) print(f(1, 2)) print(f(1, 2, 3, 4))
local function g(...) return ..., "end" end
print(g(1, 2)) print(g())
local function h(...) return {..., "x"}, {"x", ...} end
local p, q = h(1, 2, 3)
print(#p, p[2], #q, q[4])
---- in calls and operators
local function sum(...) local s = 0; for _, v in ipairs {...} do s = s + v end return s end
print(sum(), sum(1, 2, 3), sum(sum(1, 2), sum(3, 4)))
local function first(...) return ... + 1, (...) .. "!" end
print(first(5, 6))
---- loops over them
local function each(...)
  for i = 1, select("#", ...) do print(i, (select(i, ...))) end
end
each("a", nil, false)
---- passed on and captured
local function wrap(f, ...)
  local args = table.pack(...)
  return function(...) return f(table.unpack(args, 1, args.n), ...) end
end
print(wrap(print, 1, 2)(3)) print(wrap(select, "#")(nil, nil))
---- the main chunk has them
print(select("#", ...), ...)
local a, b = ...
print(a, b)
---- in methods and nested functions
local obj = {}
function obj:m(...) return self == obj, select("#", ...), ... end
print(obj:m()) print(obj:m(nil)) print(obj.m(obj, 1, 2))
print(pcall(function(...) return (function(...) return ... end)(...) end, 1, 2))
---- misuse is a syntax error elsewhere
local function f() local t = {...} end
---- parameters beside
local function f(a, b, ...) a = a or "A"; return a, b, ... end
print(f()) print(f(nil, 2)) print(f(1, 2, 3, nil, 5))
