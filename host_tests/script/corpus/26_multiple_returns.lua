---- truncation and expansion
local function three() return 1, 2, 3 end
print(three())
print(three(), three())
print((three()))
print(three(), "x")
---- in tables
local function three() return 1, 2, 3 end
local t = {three(), three()}
print(#t, t[1], t[2], t[4])
t = {three(), nil}
print(#t)
t = {(three())}
print(#t)
t = {x = three(), three()}
print(t.x, #t)
---- none at all
local function none() end
print(none())
print((none()))
print(none(), 1)
print(type(none() == nil), select("#", none()), select("#", (none())), #{none()}, #{none(), none()})
print(pcall(type, none()))
---- tail calls pass all on
local function f(n) if n == 0 then return 1, 2, 3 end return f(n - 1) end
print(f(5))
local function g(...) return ... end
print(g(f(1)))
print(select("#", g()), select("#", g(nil)), select("#", g(nil, nil)))
---- in conditions, operators and indexes
local function three() return 1, 2, 3 end
if three() then print "yes" end
print(three() + three(), three() .. "", -three(), three() == 1, ({10, 20})[three()], not three())
---- in return lists
local function pair() return "a", "b" end
local function r1() return pair(), pair() end
local function r2() return 1, pair() end
local function r3() return pair(), 1 end
local function r4() return (pair()) end
print(r1()) print(r2()) print(r3()) print(r4())
---- through methods and fields
local t = {f = function() return 1, 2 end}
function t:m() return self == t, 9 end
print(t.f()) print(t:m()) print(t:m(), t.f())
---- many values
local function many(n, ...) if n == 0 then return ... end return many(n - 1, n, ...) end
print(select("#", many(20)), (many(20)))
---- from pcall and the library
print(pcall(function() return 1, nil, 3 end))
print(("a,b"):find(",")) print(("x=1"):match("(%w)=(%w)")) print(math.modf(1.5)) print(next({7}))
