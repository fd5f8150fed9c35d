return function()
  local t, x = {}, 42
  for _ = 1, 5000 do
    x = (x * 75 + 74) % 65537
    table.insert(t, x)
  end
  table.sort(t, function(a, b) return a > b end)
  local sum = 0
  for i, v in ipairs(t) do
    sum = sum + v * (i % 3)
  end
  return sum
end
