return function()
  local total = 0
  for i = 1, 500 do
    local line = string.format("sensor%d = %.2f;", i, i / 4)
    local name, value = line:match("^(%a+%d+)%s*=%s*(%S+);$")
    local csv = line:gsub("%s*=%s*", ",")
    total = total + #name + #value + #csv
  end
  return total
end
