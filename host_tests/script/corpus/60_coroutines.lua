---- resume, yield and their values
local co = coroutine.create(function(a, b)
  print("start", a, b)
  local c = coroutine.yield(a + b)
  print("got", c)
  local d, e = coroutine.yield(c * 2)
  print("got", d, e)
  return "done", 99
end)
print(coroutine.resume(co, 1, 2)) print(coroutine.resume(co, 10)) print(coroutine.resume(co, "x", "y"))
print(coroutine.resume(co)) print(coroutine.status(co))
---- status
local co
co = coroutine.create(function() print(coroutine.status(co)) coroutine.yield() end)
print(coroutine.status(co)) coroutine.resume(co) print(coroutine.status(co)) coroutine.resume(co) print(coroutine.status(co))
---- wrap and generators
local function range(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, i * i) end end) end
for i, sq in range(3) do print(i, sq) end
local g = coroutine.wrap(function() coroutine.yield(1) end)
print(g(), g()) print(pcall(g))
---- an error inside
local co = coroutine.create(function() coroutine.yield(1) error("oops") end)
print(coroutine.resume(co)) print(coroutine.resume(co)) print(coroutine.status(co), coroutine.resume(co))
local co = coroutine.create(function() error({code = 5}) end)
local ok, e = coroutine.resume(co)
print(ok, e.code)
print(pcall(coroutine.wrap(function() error("in wrap") end)))
print(pcall(coroutine.wrap(function() error({1}) end)) == false)
---- producer and consumer
local function producer() return coroutine.create(function() for _, v in ipairs {"a", "b"} do coroutine.yield(v) end return nil end) end
local p = producer()
while true do
  local ok, v = coroutine.resume(p)
  if not v then break end
  print(v)
end
---- isyieldable and running
print(coroutine.isyieldable(), select(2, coroutine.running()))
coroutine.wrap(function() print(coroutine.isyieldable(), select(2, coroutine.running())) end)()
---- nested coroutines
local outer = coroutine.wrap(function()
  local inner = coroutine.wrap(function() coroutine.yield("i1") coroutine.yield("i2") end)
  coroutine.yield(inner()) coroutine.yield("o") coroutine.yield(inner())
end)
print(outer(), outer(), outer())
---- status of the outer is normal
local outer
outer = coroutine.create(function() coroutine.wrap(function() print(coroutine.status(outer)) end)() end)
coroutine.resume(outer)
print(coroutine.status(outer))
---- a local function that yields is called by another
local function emit(v) coroutine.yield(v) end
local function twice(v) emit(v) emit(v .. v) end
local co = coroutine.wrap(function() twice("a") emit("b") return "end" end)
print(co(), co(), co(), co())
---- yield outside
print(pcall(coroutine.yield, 1))
---- resume itself and what is no coroutine
print(pcall(coroutine.resume, 5)) print(pcall(coroutine.create, 5)) print(pcall(coroutine.wrap)) print(pcall(coroutine.status, {}))
local co
co = coroutine.create(function() return coroutine.resume(co) end)
print(coroutine.resume(co))
---- close
local co = coroutine.create(function() coroutine.yield() end)
coroutine.resume(co)
print(coroutine.close(co), coroutine.status(co)) print(coroutine.close(coroutine.create(print)))
local co = coroutine.create(function() error("x", 0) end)
coroutine.resume(co)
print(coroutine.close(co))
---- yield in loops with varargs
local co = coroutine.wrap(function(...)
  local args = {...}
  for i = 1, #args do args[i] = coroutine.yield(args[i], i) or args[i] end
  return table.concat(args, ",")
end)
print(co("a", "b", "c")) print(co("A")) print(co()) print(co("C"))
---- yield inside pcall
local co = coroutine.wrap(function()
  print(pcall(function()
    coroutine.yield(1)
    error("after", 0)
  end))
  return "end"
end)
print(co(), co())
---- tree traversal
local function walk(t) if t then walk(t.l) coroutine.yield(t.v) walk(t.r) end end
local tree = {v = 4, l = {v = 2, l = {v = 1}, r = {v = 3}}, r = {v = 5}}
local out = {}
for v in coroutine.wrap(function() walk(tree) end) do out[#out + 1] = v end
print(table.concat(out, " "))
---- a scheduler
local log, tasks = {}, {}
local function spawn(name, n) tasks[#tasks + 1] = coroutine.create(function() for i = 1, n do log[#log + 1] = name .. i coroutine.yield() end end) end
spawn("a", 2) spawn("b", 3)
while #tasks > 0 do
  for i = #tasks, 1, -1 do
    coroutine.resume(tasks[i])
    if coroutine.status(tasks[i]) == "dead" then table.remove(tasks, i) end
  end
end
print(table.concat(log, " "))
---- type and tostring
print(type(coroutine.create(print)), tostring(coroutine.create(print)):match("^thread: ") ~= nil, type(coroutine.wrap(print)))
---- yields nothing and nil
local co = coroutine.create(function() coroutine.yield() coroutine.yield(nil) return end)
print(coroutine.resume(co)) print(coroutine.resume(co)) print(coroutine.resume(co)) print(coroutine.resume(co))
---- yield as argument and in expressions
local co = coroutine.wrap(function() local s = 1 + coroutine.yield() * coroutine.yield(); print("sum", s) return {coroutine.yield("t")} end)
co() co(3) print(co(4)) print(#co(7, 8, 9))
---- yield across a plain function
local co = coroutine.create(function() table.sort({2, 1}, function(a, b) coroutine.yield() return a < b end) end)
print(coroutine.resume(co))
local co = coroutine.create(function() local s = ("x"):gsub("x", function() coroutine.yield() end) end)
print(coroutine.resume(co))
---- fields and methods that yield
local obj = {}
function obj:next() self.n = (self.n or 0) + 1; coroutine.yield(self.n) end
local co = coroutine.wrap(function() obj:next() obj:next() obj.next(obj) end)
print(co(), co(), co())
