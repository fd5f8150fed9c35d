return function()
  local sum = 0
  for i = 1, 200 do
    for j = 1, 1000 do
      sum = sum + i * j % 7
    end
  end
  return sum
end
