---- a long chain of elseif
local function name(n)
  if n == 1 then return "one" elseif n == 2 then return "two" elseif n == 3 then return "three" elseif n == 4 then return "four"
  elseif n == 5 then return "five" elseif n == 6 then return "six" elseif n == 7 then return "seven" elseif n == 8 then return "eight"
  elseif n == 9 then return "nine" elseif n == 10 then return "ten" elseif n == 11 then return "eleven" elseif n == 12 then return "twelve"
  else return "many" end
end
for i = 0, 13 do print(name(i)) end
---- many locals
local a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20 = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20
local function f()
  local b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15, b16, b17, b18, b19, b20 = a20, a19, a18, a17, a16, a15, a14, a13, a12, a11, a10, a9, a8, a7, a6, a5, a4, a3, a2, a1
  return b1 + b20, b10 * a10, b5
end
print(f())
---- 200 locals [locals 200]
---- 201 locals [locals 201]
---- 40 upvalues [upvalues 40]
---- 3000 lines [lines 3000]
---- 12 blocks deep
local n = 0
do if true then while true do repeat for i = 1, 1 do do if i then for _, v in ipairs {1} do do if v then do n = n + 1 end end end end end end end until true break end end end
print(n)
---- 12 functions deep
local f = function() return function() return function() return function() return function() return function()
  return function() return function() return function() return function() return function() return function()
  return "deep" end end end end end end end end end end end end
print(f()()()()()()()()()()()())
---- 15 parentheses, tables and calls deep
local function id(x) return x end
print((((((((((((((((1 + 1))))))))))))))))
print(#{{{{{{{{{{{{{{{}}}}}}}}}}}}}}})
print(id(id(id(id(id(id(id(id(id(id(id(id("x")))))))))))))
---- a long expression
print(1 + 2 - 3 + 4 - 5 + 6 - 7 + 8 - 9 + 10 - 11 + 12 - 13 + 14 - 15 + 16 - 17 + 18 - 19 + 20 - 21 + 22 - 23 + 24 - 25 + 26)
print(1 .. 2 .. 3 .. 4 .. 5 .. 6 .. 7 .. 8 .. 9 .. 10 .. 11 .. 12 .. 13 .. 14 .. 15 .. 16 .. 17 .. 18 .. 19 .. 20)
local t = {true}
print(t[1] and t[1] and t[1] and t[1] and t[1] and t[1] and t[1] and t[1] and t[2] or t[2] or t[2] or t[2] or t[2] or "end")
---- 300 terms [terms 300]
---> the C stack of a board ends earlier, and the sentence is that of the parser
--| lua: x.lua:2: chunk has too many syntax levels
---- a long method chain
local o = {n = 0}
function o:i() self.n = self.n + 1; return self end
print(o:i():i():i():i():i():i():i():i():i():i():i():i():i():i():i():i():i():i():i():i():i():i():i():i().n)
---- 1000 parentheses [parens 1000]
---> the C stack of a board ends earlier, and the sentence is that of the parser
--| lua: x.lua:1: chunk has too many syntax levels
---- 1000 blocks [blocks 1000]
---> the C stack of a board ends earlier, and the sentence is that of the parser
--| lua: x.lua:1: chunk has too many syntax levels
---- 1000 functions [functions 1000]
---> the C stack of a board ends earlier, and the sentence is that of the parser
--| lua: x.lua:1: chunk has too many syntax levels
---- 1000 tables [tables 1000]
---> the C stack of a board ends earlier, and the sentence is that of the parser
--| lua: x.lua:1: chunk has too many syntax levels
---- a large table [table 2000]
---- a long string [string 20000]
---> what is put together at run time is counted, a literal is not
--| lua: x.lua:1: string longer than 16384 bytes
---- a state machine
local state, log = "idle", {}
local moves = {
  idle = function(e) if e == "start" then return "run" end end,
  run = function(e) if e == "pause" then return "wait" elseif e == "stop" then return "idle" end end,
  wait = function(e) if e == "start" then return "run" end end,
}
for _, e in ipairs {"start", "x", "pause", "start", "stop"} do
  state = moves[state](e) or state
  log[#log + 1] = state
end
print(table.concat(log, " "))
