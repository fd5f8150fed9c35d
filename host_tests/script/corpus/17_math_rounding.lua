---- floor and ceil
print(math.floor(3.7), math.floor(-3.7), math.floor(5), math.ceil(3.2), math.ceil(-3.2), math.ceil(5), math.floor(-0.0))
---- they give integers where one fits
print(math.type(math.floor(2.0)), math.type(math.ceil(2.5)), math.floor(1e100), math.ceil(-1e100), math.floor(2^62))
print(math.floor(math.huge), math.ceil(-math.huge))
---- tointeger
print(math.tointeger(3.0), math.tointeger(3.5), math.tointeger(7), math.tointeger(2^53), math.tointeger(2^63),
  math.tointeger("x"), math.tointeger({}), math.tointeger(-0.0))
print(math.tointeger("8"))
---- fmod and modf
print(math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3), math.fmod(7.5, 2), math.fmod(-6, 2))
print(math.modf(3.7), math.modf(-3.7), math.modf(5), math.modf(math.huge), math.modf(-math.huge))
print(pcall(math.fmod, 1, 0))
---- abs max min
print(math.abs(-5), math.abs(-5.5), math.abs(math.mininteger), math.max(1, 2.5, -1), math.min(3, 2, 2.5), math.max(7))
print(math.type(math.max(1, 2)), math.type(math.max(1, 2.0)), math.max(1, 1.0), math.max(1.0, 1))
print(pcall(math.max))
---- sqrt exp log and the circle
print(math.sqrt(16), math.sqrt(2), math.exp(0), math.log(1), math.log(8, 2), math.log(1000, 10), math.log(27, 3))
print(math.sin(0), math.cos(0), math.pi, ("%.6f"):format(math.atan(1, 1)), ("%.6f"):format(math.atan(-1, -1)), math.tan(0))
print(("%.5f %.5f"):format(math.asin(1), math.acos(0)), math.sqrt(-1) ~= math.sqrt(-1), math.deg(math.pi), math.rad(180))
---- ult and the constants
print(math.ult(1, 2), math.ult(-1, 2), math.ult(2, -1), math.maxinteger, math.mininteger, math.huge)
---- random stays in its range
for i = 1, 50 do
  local r = math.random()
  assert(r >= 0 and r < 1)
  local d = math.random(6)
  assert(math.type(d) == "integer" and d >= 1 and d <= 6)
  d = math.random(-3, 3)
  assert(d >= -3 and d <= 3)
end
math.randomseed(42)
local a = math.random(1000000)
math.randomseed(42)
print(a == math.random(1000000), math.random(3, 3), math.type(math.random(0)))
print(pcall(math.random, 0, -1))
print(pcall(math.random, 1, 2, 3))
print(pcall(math.random, 2.5))
---- argument errors
print(pcall(math.floor))
print(pcall(math.floor, {}))
print(pcall(math.sqrt, "x"))
print(pcall(math.abs, nil))
print(pcall(math.tointeger))
