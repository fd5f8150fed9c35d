return function()
  local total = 0
  for _ = 1, 100 do
    local line, parts = "", {}
    for j = 1, 20 do
      line = line .. "item " .. j .. ";"
      parts[j] = line:sub(-6, -2)
    end
    total = total + #table.concat(parts, ",")
  end
  return total
end
