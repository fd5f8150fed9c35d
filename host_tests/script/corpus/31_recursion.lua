---- local function
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print(fib(15))
---- mutual
local is_even, is_odd
function is_even(n) if n == 0 then return true end return is_odd(n - 1) end
function is_odd(n) if n == 0 then return false end return is_even(n - 1) end
print(is_even(10), is_odd(7), is_even(3))
---- global
function ack(m, n)
  if m == 0 then return n + 1 end
  if n == 0 then return ack(m - 1, 1) end
  return ack(m - 1, ack(m, n - 1))
end
print(ack(1, 3))
---- local function sees itself, local = function does not
local function f(n) return n == 0 and "done" or f(n - 1) end
print(f(3))
local g = function(n) return g end
print(g(1))
---- over a tree
local function sum(t)
  local s = t.v
  for _, child in ipairs(t) do s = s + sum(child) end
  return s
end
print(sum {v = 1, {v = 2, {v = 3}, {v = 4}}, {v = 5}})
---- towers of Hanoi, permutations
local moves = 0
local function hanoi(n, a, b, c) if n > 0 then hanoi(n - 1, a, c, b) moves = moves + 1 hanoi(n - 1, c, b, a) end end
hanoi(5, "a", "b", "c")
print(moves)
local out = {}
local function perm(a, n)
  if n == 0 then out[#out + 1] = table.concat(a) return end
  for i = 1, n do
    a[i], a[n] = a[n], a[i]
    perm(a, n - 1)
    a[i], a[n] = a[n], a[i]
  end
end
perm({"a", "b", "c"}, 3)
print(#out, table.concat(out, " "))
---- quicksort
local function qsort(t, lo, hi)
  if lo >= hi then return end
  local p, i = t[hi], lo
  for j = lo, hi - 1 do if t[j] < p then t[i], t[j] = t[j], t[i]; i = i + 1 end end
  t[i], t[hi] = t[hi], t[i]
  qsort(t, lo, i - 1) qsort(t, i + 1, hi)
end
local t = {5, 2, 9, 1, 5, 6, -3}
qsort(t, 1, #t)
print(table.concat(t, ","))
---- methods and anonymous functions
local t = {}
function t:down(n) if n > 0 then return self:down(n - 1) end return "bottom" end
print(t:down(6), (function(f, n) return f(f, n) end)(function(self, n) return n == 0 and 0 or n + self(self, n - 1) end, 8))
---- deep enough for everyday use
local function depth(n) if n == 0 then return 0 end return 1 + depth(n - 1) end
print(depth(30))
---- without end it is an error, not the end of the board
local function f(n) return 1 + f(n + 1) end
local ok, err = pcall(f, 1)
print(ok, (err:find("stack overflow", 1, true) ~= nil))
