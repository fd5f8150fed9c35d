---- patterns and positions
local s = "hello world from lua"
print(s:find("world"), s:find("o"), s:find("xyz"), s:find(""), s:find("l+"), s:find("(o)(%s)"))
---- init
print(s:find("o", 6), s:find("o", -5), s:find("hello", 2), s:find("", 21), s:find("", 22), s:find("h", -100), s:find("", 10))
---- plain
print(("a.b"):find(".", 1, true), ("a.b"):find("%.", 1, true), ("a+b"):find("+", 1, true), ("x"):find("", 1, true), ("a.b"):find(".b", 2, true))
---- anchors
print(("hello"):find("^h"), ("hello"):find("^e"), ("hello"):find("o$"), ("hello"):find("l$"), ("hello"):find("^hello$"), ("a$b"):find("$b"), ("a^b"):find("a^"))
print(("hello"):find("^l", 3), ("aaa"):find("^a", 2))
---- classes
print(("x1 y2"):find("%d"), ("abc"):find("%u"), ("aBc"):find("%u"), ("a b"):find("%s"), ("a_b"):find("%W"), ("tab\t"):find("%c"), ("a,b"):find("%p"), ("g1"):find("%x"))
---- sets
print(("hello"):find("[aeiou]"), ("hello"):find("[^h]"), ("a-b"):find("[-]"), ("x]y"):find("[]]"), ("5"):find("[0-9]"), ("z"):find("[a-y]"), ("a"):find("[%a_]"), ("^"):find("[x^]"))
---- quantifiers
print(("aaab"):find("a*"), ("aaab"):find("a-b"), ("b"):find("a?b"), ("aab"):find("a?b"), ("xaax"):find("a+"), ("b"):find("a*"), ("<<a>>"):find("<(.-)>"))
---- numbers as subject
print(string.find(12345, 34), (""):find(""), (""):find("x"), (""):find("", 2))
---- NUL and high bytes
print(("a\0b"):find("\0"), ("a\0b"):find("%z"), ("\xff\xfe"):find("\xfe"), ("é"):find("\xa9"), ("日本"):find("本"))
---- argument errors
print(pcall(string.find))
print(pcall(string.find, "x"))
print(pcall(string.find, "x", {}))
print(pcall(string.find, "x", "x", "y"))
