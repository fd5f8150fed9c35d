---- values
print(1 and 2, nil and 1, false and 1, 1 or 2, nil or 2, false or nil, nil or false, nil and nil)
---- short circuit
local function f(x) calls = (calls or "") .. tostring(x); return x end
print(f(false) and f(1), f(1) or f(2), f(nil) or f(3), calls)
---- chains
print(nil or false or 3 or 4, 1 and 2 and 3, 1 and nil and 3, nil and 1 or 2, 1 and 2 or 3, false or nil or false)
print(1 or error "never", nil and error "never")
---- precedence
print(1 or 2 and nil, nil and 1 or 2 and 3, not 1 == 2, not (1 == 2), not nil and 1, 1 and not nil)
---- defaults and ternaries
local function greet(name, greeting)
  name = name or "you"
  greeting = greeting == nil and "hi" or greeting
  return greeting and greeting .. " " .. name or name
end
print(greet(), greet("Ann"), greet("Bo", "yo"), greet("Cy", false))
---- mixed with comparisons and arithmetic
local a, b = 5, nil
print(a and a + 1, b and b + 1, (b or 0) + 1, a > 3 and a < 9 and "in" or "out", a and b, b or a and 7)
---- in nested function arguments
print((nil or print)(1), (function(...) return select("#", ...) end)(nil and 1, 1 or 2, (nil or nil)))
---- multiple values are cut
local function two() return 1, 2 end
print(two() or 5, (two() and two()))
print(nil or two(), true and two(), 0)
