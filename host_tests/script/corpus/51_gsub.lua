---- a string
print(("hello"):gsub("l", "L"), ("hello"):gsub("x", "y"), ("hello"):gsub("", "-"), ("abc"):gsub(".", "%0%0"), ("a b"):gsub("(%w) (%w)", "%2 %1"))
---- escapes in it
print(("abc"):gsub("b", "%%"), ("abc"):gsub("(b)", "[%1]"), ("abc"):gsub("b", "%0%0"), ("hello world"):gsub("o", "%%1"))
print(pcall(string.gsub, "abc", "b", "%2"))
print(pcall(string.gsub, "abc", "b", "%x"))
print(pcall(string.gsub, "abc", "(b)", "%1%2"))
---- a table
print(("$name is $age"):gsub("%$(%w+)", {name = "Ann", age = 30}), ("a b c"):gsub("%w", {a = "1", b = true and "2", c = false}))
---- a function
print(("abc"):gsub("%w", string.upper), ("abc"):gsub("%w", function(c) if c == "b" then return "B" end end), ("a1b2"):gsub("%d", function(d) return d * 2 end))
print(("x=1"):gsub("(%w)=(%w)", function(a, b) return b .. "=" .. a end), ("abc"):gsub("()b", function(p) return p end), ("abc"):gsub("b", function() return false end))
---- limits
print(("aaaa"):gsub("a", "b", 2), ("aaaa"):gsub("a", "b", 0), ("aaaa"):gsub("a", "b", -1), ("aaaa"):gsub("a", "b", 100), ("abc"):gsub("", "x", 2))
---- anchors
print(("aaa"):gsub("^a", "b"), ("aaa"):gsub("a$", "b"), ("hello"):gsub("^", ">"), ("hello"):gsub("$", "<"))
---- empty matches
print(("abc"):gsub("x*", "-"), ("abc"):gsub("%w*", "x"), ("hello world"):gsub("o*", "."), (""):gsub("", "e"), ("  a  b  "):gsub("%s*", "_"))
---- trimming, counting, escaping
print((("  x  "):gsub("^%s*(.-)%s*$", "%1")), select(2, ("banana"):gsub("a", "")), (("a.b*c"):gsub("%p", "%%%0")))
---- nested gsub and closures
local n = 0
print((("a b c"):gsub("%a", function(c) n = n + 1; return (c:gsub(c, c .. n)) end)), n)
---- values that are no replacement
print(pcall(string.gsub, "a", "a", true))
print(pcall(string.gsub, "a", "a"))
print(pcall(string.gsub, "a", "a", function() return {} end))
print(pcall(string.gsub, "a", "a", {a = {}}))
print(pcall(string.gsub, "a", "a", function() error("in gsub", 0) end))
---- numbers
print(("abc"):gsub("b", 5), ("1 2"):gsub("%d", {["1"] = 10, ["2"] = 2.5}), string.gsub(1213, 1, "x"))
---- template and camel case
print((("hello_big_world"):gsub("_(%a)", function(c) return c:upper() end)), (("helloBigWorld"):gsub("%u", function(c) return "_" .. c:lower() end)))
print((("hello world"):gsub("(%a)([%w]*)", function(a, b) return a:upper() .. b end)), (("x"):gsub("x", "%0%0%0"):rep(2)))
