-- A hundred lines as a model writes them: a log of readings, kept, judged and reported.
local LIMIT = 40
local names = {"kitchen", "hall", "cellar", "roof"}

local Sensor = {}
Sensor.__index = Sensor

function Sensor.new(name, offset)
  local self = setmetatable({}, Sensor)
  self.name, self.offset = name, offset or 0
  self.readings = {}
  self.alarms = 0
  return self
end

function Sensor:add(value)
  value = value + self.offset
  local list = self.readings
  list[#list + 1] = value
  if #list > LIMIT then
    table.remove(list, 1)
  end
  if value > 30 then
    self.alarms = self.alarms + 1
    return true
  end
  return false
end

function Sensor:average()
  if #self.readings == 0 then
    return nil, "no readings"
  end
  local sum = 0
  for _, value in ipairs(self.readings) do
    sum = sum + value
  end
  return sum / #self.readings
end

function Sensor:range()
  local low, high = math.huge, -math.huge
  for i = 1, #self.readings do
    local value = self.readings[i]
    if value < low then low = value end
    if value > high then high = value end
  end
  return low, high
end

-- A wave instead of a wire.
local function reading(step, phase)
  local x = (step * 7 + phase * 13) % 50
  if x > 25 then x = 50 - x end
  return x + 10
end

local sensors = {}
for i, name in ipairs(names) do
  sensors[name] = Sensor.new(name, i - 2)
end

local function each(fn)
  for i = 1, #names do
    fn(sensors[names[i]], i)
  end
end

for step = 1, 60 do
  each(function(sensor, phase)
    sensor:add(reading(step, phase))
  end)
end

local lines = {}
local function report(text, ...)
  lines[#lines + 1] = string.format(text, ...)
end

each(function(sensor)
  local average, why = sensor:average()
  if not average then
    report("%s: %s", sensor.name, why)
    return
  end
  local low, high = sensor:range()
  report("%-8s %5.2f (%d to %d), %d alarms", sensor.name, average, low, high, sensor.alarms)
end)

table.sort(lines, function(a, b)
  return a < b
end)
local text = table.concat(lines, "\n")
local words = 0
for word in text:gmatch("%a+") do
  words = words + #word
end
print(text)
print(words .. " letters in " .. #lines .. " lines")
return words
