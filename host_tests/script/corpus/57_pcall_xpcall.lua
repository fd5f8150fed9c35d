---- results
print(pcall(function() end)) print(pcall(function() return 1, nil, 3 end)) print(pcall(print, "x"))
print(pcall(function(...) return select("#", ...), ... end, 1, nil))
print(pcall(5)) print(pcall(nil)) print(pcall({})) print(pcall())
---- nested
print(pcall(pcall, error, "x"))
print(pcall(function()
  local a, b = pcall(error, "inner", 0)
  print(a, b)
  local c, d = pcall(function() error("second", 0) end)
  print(c, d)
  error("outer", 0)
end))
---- xpcall
print(xpcall(function() error("e", 0) end, function(m) return "handled: " .. m end))
print(xpcall(function(a, b) return a + b end, print, 3, 4))
print(xpcall(function() error("e", 0) end, function(m) return m, "second" end))
print(xpcall(function() local x; x.y = 1 end, function(m) return "H " .. m end))
print(xpcall(function() error() end, function(m) return type(m) end))
print(pcall(xpcall, print)) print(pcall(xpcall))
---- the handler is no function
print(xpcall(print, 5, "still called"))
---- state after an error
local n = 0
local function step(fail) n = n + 1; if fail then error("x") end n = n + 1 end
pcall(step, true) pcall(step, false)
print(n)
---- a loop of failures
local fails = 0
for i = 1, 100 do if not pcall(error, i) then fails = fails + 1 end end
print(fails)
---- try and finally
local function try(f, finally) local r = table.pack(pcall(f)) finally() return table.unpack(r, 1, r.n) end
print(try(function() return 1, 2 end, function() print "finally" end))
print(try(function() error("oops", 0) end, function() print "finally" end))
---- methods through pcall
local obj = {v = 5}
function obj:get(n) return self.v + n end
print(pcall(obj.get, obj, 1)) print(pcall(obj.get, nil, 1)) print(pcall(obj.none))
---- errors with tables carry data
local ok, e = pcall(function() error({code = 404, msg = "not found"}) end)
print(ok, type(e), e.code, e.msg)
---- error in the handler
print((xpcall(function() error("a") end, function(m) error("b") end)))
---- varargs and nils through
print(select("#", pcall(function(...) return ... end, nil, nil))) print(pcall(select, 2, "a", "b"))
---- recursion with pcall
local function f(n) if n == 0 then error("bottom", 0) end local ok, e = pcall(f, n - 1) error(e .. n, 0) end
print(pcall(f, 5))
