-- The mean of the last values, to calm readings that jump. See /rom/docs/average.md.

local average = {}
average.__index = average

-- Returns an average over the last `size` values.
function average.new(size)
  return setmetatable({ size = size, last = 0 }, average)
end

-- Takes a value in, and returns the mean.
function average:add(value)
  self.last = self.last % self.size + 1
  self[self.last] = value
  return self:value()
end

-- Returns the mean of what was added, nil when that is nothing.
function average:value()
  if #self == 0 then
    return nil
  end
  local sum = 0
  for _, value in ipairs(self) do
    sum = sum + value
  end
  return sum / #self
end

return average
