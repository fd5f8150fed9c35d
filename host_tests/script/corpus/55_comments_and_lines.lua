---- short and long comments
-- one
print(1) -- after
--[[ long
comment ]] print(2)
--[==[ with ]] inside
]==] print(3)
--[ not long
print(4) --[[x]] print(5) --]] print "never"
---- a comment at the end without a line break
print(1) -- the end
---- comments between everything
local --[[a]] x --[[b]] = --[[c]] 1 --[[d]] + --[[e]] 2
print(--[[f]] x --[[g]])
---- CRLF lines [crlf]
local a = 1
-- comment
print(a)
print([[two
lines]] == "two\nlines", #"a\
b")
error "line six"
---- CR lines [cr]
local a = 1
print(a)
error "line three"
---- a first line with #! [shebang]
print "line two"
error "here"
---- a byte order mark [bom]
print "text"
error "here"
---- a byte order mark and #! [bom shebang]
print "both"
error "here"
---- empty
---- only comments
-- nothing
--[[ here ]]
---- lines in errors after long strings and comments
local s = [[
1
2
]]
--[[

]]
error("line 8")
---- no line break between statements
local a = 1 local b = 2 print(a) print(b) if a then print "x" end do local c = 3 end a = 5; print(a)
---- an unfinished comment
print(1)
--[[ never
ended
---- form feeds and tabs are space
	local	a	=	1	
 print(a)
---- a trailing minus
print(1)
-
---- numbers beside names
print(1
  +2
  ,3)
print(0xA..1)
---- malformed numbers
print(3x)
---- another one
print(0x)
---- and another
print(1..2)
---- exponents need digits
print(1e)
