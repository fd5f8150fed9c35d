---- shadowing
local x = 1
do local x = 2; print(x); do local x = 3; print(x) end print(x) end
print(x)
local x = x + 10
print(x)
---- the old value on the right
local a = 1
local a, b = a + 1, a
print(a, b)
local function f(a) local a = a * 2; return a end
print(f(4))
---- globals and locals of one name
x = "global"
local function read() return x end
local x = "local"
print(x, read(), _G.x)
---- missing values are nil
local a, b, c = 1
print(a, b, c)
local d
print(d)
local e, f = nil, 2
print(e, f)
---- repeat sees the locals of its body
local n = 0
repeat local done = n >= 3; n = n + 1 until done
print(n)
---- block ends forget
do local secret = 1 end
print(secret)
for i = 1, 1 do local secret = 2 end
print(secret, i)
if true then local secret = 3 end
print(secret)
while true do local secret = 4 break end
print(secret)
---- a function parameter shadows, and is fresh each call
local function count(n) n = (n or 0) + 1; return n end
print(count(), count(5), count())
---- loops start with fresh locals
for i = 1, 3 do local v; print(v); v = i end
local k = 0
while k < 3 do local v; print(v) k = k + 1 v = k end
---- top-level locals are seen by functions between other statements
local total = 0
local function add(n) total = total + n end
add(1); add(2)
local total = 100
add(3)
print(total)
---- semicolons and empty statements
;;; local a = 1; ; local b = 2;; print(a, b);
