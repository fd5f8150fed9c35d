---- read and write
local t = {a = {b = {c = 1}}}
t.a.b.c = t.a.b.c + 1
t.a.b["d"] = {5}
t.a.x = t.a.b
print(t.a.b.c, t.a.x.d[1], t.a.x == t.a.b)
---- a matrix
local m = {}
for i = 1, 3 do m[i] = {} for j = 1, 3 do m[i][j] = i * j end end
m[2][3], m[3][2] = m[3][3], m[1][1]
for i = 1, 3 do print(table.concat(m[i], " ")) end
---- cycles
local t = {}
t.self = t; t[1] = t
print(t.self.self.self == t, t[1][1][1] == t)
---- a list of records
local list = {{n = "a", v = {1, 2}}, {n = "b", v = {3}}}
list[#list + 1] = {n = "c", v = {}}
for i, r in ipairs(list) do print(i, r.n, #r.v, r.v[1]) end
print(list[1].v[#list[1].v], #list[3].v)
---- a serializer
local function dump(v)
  if type(v) ~= "table" then return type(v) == "string" and ("%q"):format(v) or tostring(v) end
  local keys, out = {}, {}
  for k in pairs(v) do keys[#keys + 1] = k end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, k in ipairs(keys) do out[#out + 1] = "[" .. dump(k) .. "]=" .. dump(v[k]) end
  return "{" .. table.concat(out, ",") .. "}"
end
print(dump {1, {2, "x", {y = true}}, z = {a = {}, b = 1.5}})
---- a missing level
local t = {a = {}}
print(t.b, t.a.b)
print(pcall(function() return t.b.c end))
print(pcall(function() return t.a.b.c end))
print(pcall(function() t.b.c = 1 end))
print(pcall(function() t.a.b.c.d = 1 end))
---- deep copy
local function copy(t) local r = {} for k, v in pairs(t) do r[k] = type(v) == "table" and copy(v) or v end return r end
local a = {1, {2, {3}}, x = {y = 1}}
local b = copy(a)
b[2][2][1] = 30; b.x.y = 10
print(a[2][2][1], b[2][2][1], a.x.y, b.x.y)
---- functions in tables in tables
local lib = {math = {add = function(a, b) return a + b end}, log = {}}
function lib.math.sub(a, b) return a - b end
function lib.log:write(s) self[#self + 1] = s; return self end
print(lib.math.add(1, 2), lib.math.sub(5, 3), #lib.log:write("a"):write("b"))
