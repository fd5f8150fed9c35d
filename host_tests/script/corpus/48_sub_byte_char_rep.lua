---- sub
local s = "abcdef"
print(s:sub(1), s:sub(3), s:sub(2, 4), s:sub(-3), s:sub(-3, -2), s:sub(2, -2), s:sub(0), s:sub(-100, 2), s:sub(4, 100))
print(s:sub(4, 3) == "", s:sub(7) == "", s:sub(0, 0) == "", s:sub(-1, 1) == "", s:sub(10, 20) == "")
print(s:sub(math.mininteger, math.maxinteger), s:sub(2.0, 3.0), s:sub("2", "3"))
---- byte
print(("abc"):byte(), ("abc"):byte(2), ("abc"):byte(-1), ("abc"):byte(1, -1))
print(("abc"):byte(4), ("abc"):byte(0), (""):byte(), ("abc"):byte(10), select("#", ("abc"):byte(5)))
print(("\0\xff"):byte(1, 2), ("é"):byte(1, -1))
---- char
print(string.char(72, 105), string.char() == "", string.char(0) == "\0", #string.char(0, 255, 128))
print(pcall(string.char, 256))
print(pcall(string.char, -1))
print(pcall(string.char, "x"))
print(pcall(string.char, 1.5))
---- rep
print(("ab"):rep(3), ("ab"):rep(0) == "", ("ab"):rep(-1) == "", ("ab"):rep(2, ","), ("ab"):rep(1, ","), (""):rep(10) == "")
---- reverse, upper, lower, len
print(("abc"):reverse(), (""):reverse() == "", ("aBc1é"):upper(), ("AbC1É"):lower(), ("a\0b"):len(), ("é"):len())
---- errors
print(pcall(string.sub))
print(pcall(string.sub, "x"))
print(pcall(string.sub, "x", "y"))
print(pcall(string.sub, "x", 1.5))
print(pcall(string.byte, {}))
print(pcall(string.upper))
print(pcall(string.rep, "x"))
---- numbers are strings here
print(string.len(1234), string.sub(1234, 2, 3), string.rep(1, 3), string.reverse(12.5), string.byte(7))
---- loops over bytes
local out = {}
for i = 1, #"hello" do out[#out + 1] = ("hello"):byte(i) end
print(table.concat(out, " "))
print((("hello"):gsub(".", function(c) return string.char(c:byte() - 32) end)))
