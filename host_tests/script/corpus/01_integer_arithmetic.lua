---- the four operations and unary minus
local a, b = 17, 5
print(a + b, a - b, a * b, -a, - -a, a // b, a % b)
print(1 + 2 * 3 - 4, (1 + 2) * (3 - 4), -2 * -3, 2 - -2, - - 2)
---- through globals, fields and calls
x = 3
t = {n = 4, [1] = 5}
function f() return 6 end
print(x + t.n, t.n * t[1], f() - x, f() * f(), x * x + t.n * t.n)
x = x + 1; t.n = t.n - 10; t[1] = t[1] * t[1]
print(x, t.n, t[1], -t.n, -f())
---- large products stay exact
local p = 1
for i = 1, 20 do p = p * i end
print(p, p // 1000000, p % 1000007)
print(123456789 * 987654321, 4294967296 * 2147483647, -3037000499 * 3037000499)
---- values around the small integers of the machine
for _, n in ipairs {29, 30, 31, 32, 61, 62} do
  local v = 1 << n
  print(n, v - 1, v, v + 1, -v - 1, -v, -v + 1, v + v, v - -v)
end
---- sums in a loop
local s = 0
for i = 1, 1000 do s = s + i * i - i end
print(s)
local a, b = 0, 1
for i = 1, 80 do a, b = b, a + b end
print(a, b)
---- absolute value, sign and parity by operators
for _, v in ipairs {-7, -1, 0, 1, 8} do
  print(v, v < 0 and -v or v, v % 2 == 0, v > 0 and 1 or v < 0 and -1 or 0)
end
---- hexadecimal literals
print(0xff, 0XA, 0x7fffffffffffffff, 0xffffffffffffffff, 0x10000000000000001, 0xAbCdEf)
