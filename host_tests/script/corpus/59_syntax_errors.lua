---- a missing end
if true then
  print(1)
---- a missing end far away
local function f()
  if x then
    return 1
end
print(f())
---- then
if x print(1) end
---- do
while true print(1) end
---- an expression is missing
local x = 
---- a parenthesis is missing
print("a"
---- a bracket
local t = {1, 2
print(t)
---- an assignment of nothing
x =
---- an expression is no statement
x
---- another
1 + 2
---- a call is no target
f() = 1
---- a literal is no target
5 = x
---- a stray end
print(1)
end
---- a stray symbol
local x = @
---- != is not Lua
if a != b then end
---- += is not Lua
x += 1
---- two values without comma
local a = 1 2
---- a keyword as a name
local end = 1
---- a keyword as a field
t.end = 1
---- a function without a name
function () end
---- bad parameters
local function f(a, 1) end
---- varargs not last
local function f(..., a) end
---- for without in
for x of t do end
---- for with a missing part
for i = 1 do end
---- return not last
return 1
print(2)
---- unfinished string in a call
print("abc)
print("x")
---- an else too many
if a then else else end
---- elseif without then
if a then elseif b print(1) end
---- until is missing
repeat
  x = 1
---- a long line of errors reports the first
local a = (1 + 2
local b = 3
---- a name too long in the message
local averyveryveryverylongnamethatgoesonandonandon = = 1
---- a method without arguments
t:m
---- a colon in a function name
function a:b:c() end
---- index with nothing
print(t[])
---- a number with a name
print(12abc)
---- an unexpected symbol
print(#)
---- unary without operand
local x = not
---- a semicolon too early
local x = ;
---- curly in place of end
function f() {
}
---- nothing is run before a syntax error
print "never"
x = = 2
---- goto without a label
goto
---- attribs
local x <const = 1
---- near eof in a function call over lines
foo(1,
  2,
---- in a nested function
local t = {
  f = function(x)
    return x +
  end,
}
---- assignment in a condition
if x = 1 then end
---- a Python habit
def f(x):
  return x
---- a C habit
int x = 5;
---- comment of another language
// comment
