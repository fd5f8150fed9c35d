---- captures
print(("key = value"):match("(%w+)%s*=%s*(%w+)"), ("2024-01-15"):match("(%d+)-(%d+)-(%d+)"), ("abc"):match("b"), ("abc"):match("x"))
print(("  x  "):match("^%s*(.-)%s*$"), ("[tag]"):match("%[(.-)%]"), ("abc"):match("()b()"), ("abc"):match(".-"), ("abc"):match("(a)(b)(c)"))
---- nested and empty captures
print(("abcd"):match("((a)(b))"), ("x"):match("()"), ("hello"):match("(h(e(l)))"), ("ab"):match("(a)()(b)()"))
---- init
print(("abcabc"):match("b(.)", 3), ("abc"):match("^b", 2), ("abc"):match("a", -3), ("abc"):match("c", -1), ("abc"):match("x", 99))
---- gmatch
for w in ("one two three"):gmatch("%a+") do print(w) end
for k, v in ("a=1, b=2, c=3"):gmatch("(%w+)=(%w+)") do print(k, v) end
for p, c in ("xyz"):gmatch("()(.)") do print(p, c) end
---- empty matches
for m in ("abc"):gmatch("") do print("[" .. m .. "]") end
for m in ("a,b,,c"):gmatch("([^,]*)") do print("[" .. m .. "]") end
for m in ("aXbX"):gmatch("%l*") do print("[" .. m .. "]") end
---- gmatch with an anchor matches it once, and from a position
for m in ("aaa"):gmatch("^a") do print(m) end
for m in ("abc"):gmatch(".", 2) do print(m) end
for m in ("abc"):gmatch(".", -1) do print(m) end
---- balanced
print(("f(a(b)c)d"):match("%b()"), ("((x)"):match("%b()"), ("<a<b>>"):match("%b<>"), ("if x end"):match("%bie"))
---- frontier
print(("THE (quick) fox"):find("%f[%a]%a+%f[%A]"), ("hello"):match("%f[%w]%w+"), ("foo.bar"):match("%f[%w]%w+$"))
for w in ("it's a test"):gmatch("%f[%w][%w']+") do print(w) end
---- back references
print(("abab"):match("(ab)%1"), ("'x' \"y\""):match("(['\"])(.-)%1"), ("aa bb"):find("(%a)%1", 3), ("ab"):match("(a)%1"))
---- greedy and lazy
print(("<a><b>"):match("<.*>"), ("<a><b>"):match("<.->"), ("aaa"):match("a-"), ("aaa"):match("a-$"), ("aaab"):match("^(a-)b"))
---- split, trim, words
local function split(s, sep) local out = {} for f in (s .. sep):gmatch("(.-)" .. sep) do out[#out + 1] = f end return out end
print(table.concat(split("a,b,,d", ","), "|"), #split("", ","))
---- UTF-8
for c in ("aé日"):gmatch("[\0-\x7F\xC2-\xFD][\x80-\xBF]*") do print(c, #c) end
for c in ("aé"):gmatch(utf8.charpattern) do print(#c) end
