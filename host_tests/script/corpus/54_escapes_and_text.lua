---- simple escapes
print("a\tb\\c\"d\'e", 'single "double"', "bell\a" == "bell\7", "\b\f\v" == "\8\12\11", "cr\r" == "cr\13", #"\n\r\t")
---- decimal, hexadecimal and Unicode
print("\65\066\0677", "\x41\x62", "\u{41}\u{e9}\u{20ac}\u{1F600}", #"\u{7FFFFFFF}", "\x7e", "\09" == "\t", #"\0\00\000", "\u{0}" == "\0")
---- z skips space
print("one \z
       two\z   three", "a\z
  b")
---- a line break in a string
print("line\
break", 'x\
y')
---- long strings
print([[plain "quotes" \n]], [==[with ]] inside]==], [[
first newline dropped]], #[[

]], [[a
b]])
---- UTF-8
local s = "Привет, мир — 日本 😀"
print(s, #s, s:sub(1, 12), utf8.len(s), s:upper() == s:upper(), s:reverse():reverse() == s)
print(#"é", #"€", #"😀", ("é"):byte(1, -1))
---- the utf8 library
print(utf8.char(72, 233, 8364, 128512), utf8.codepoint("é€", 1, -1), utf8.len("aé€😀"), utf8.offset("aé€", 3), utf8.offset("aé€", -1), utf8.len("\xff"))
for p, c in utf8.codes("aé€") do print(p, c) end
print(utf8.len("aé", 2), utf8.len("aé", 4), utf8.len("", 1), utf8.codepoint("abc"), utf8.charpattern == "[\0-\x7F\xC2-\xFD][\x80-\xBF]*")
print(pcall(utf8.codepoint, "\xff"))
print(pcall(utf8.len, "abc", 10))
print(pcall(utf8.char, -1))
print(pcall(utf8.offset, "é", 1, 2))
print(pcall(function() for p, c in utf8.codes("a\xffb") do print(p, c) end end))
---- bytes of every value
local t = {}
for i = 0, 255 do t[#t + 1] = string.char(i) end
local all = table.concat(t)
local sum = 0
for i = 1, #all do sum = sum + all:byte(i) end
print(#all, sum, all:find("\128", 1, true), all == all:sub(1), all:sub(66, 70))
---- strings as keys
local t = {["tab\t"] = 1, ["новый"] = 2, ["\0"] = 3}
print(t["tab\9"], t["новый"], t["\x00"], t["\u{43d}овый"])
---- bad escapes
print("\q")
---- a bad number
print("\300")
---- a bad hexadecimal digit
print("\xg1")
---- a brace is missing
print("\u41")
---- too large
print("\u{80000000}")
---- an unfinished string
print("abc
---- an unfinished long string
print([[abc
---- a line break ends a short string
print('abc
def')
