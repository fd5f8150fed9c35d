---- unfinished
for _, p in ipairs {"[a", "[", "[^", "[]", "%", "(a", "(", "a)", ")", "%b", "%bx", "%f", "%fa", "[a-", "[%", "[%a"} do
  print(p, pcall(string.find, "aaa", p))
end
---- captures that do not exist
print(pcall(string.find, "abc", "%1"))
print(pcall(string.find, "abc", "(a)%2"))
print(pcall(string.find, "abc", "(%1)"))
print(pcall(string.find, "abc", "%9"))
---- too many captures
print(pcall(string.find, ("a"):rep(40), ("(a)"):rep(33)))
---- in gsub and gmatch
print(pcall(string.gsub, "abc", "(", "x"))
print(pcall(function() for m in ("abc"):gmatch("[") do end end))
print(pcall(string.match, "abc", "%"))
print(pcall(string.match, "abc", ")"))
---- what is fine
print(("a]"):find("]"), ("a-"):find("-"), ("*"):find("*"), ("+"):find("+"), ("?"):find("?"), ("a{2}"):find("{2}"), ("a|b"):find("|"))
print(("%"):find("%%"), ("a"):find("[a-]"), ("-"):find("[a-]"), ("]"):find("[^a]"), ("b"):find("[%l]"), ("^"):find("[%^]"))
---- after a match nothing is looked at
print(pcall(string.find, "abc", "^x["))
print(pcall(string.find, "", "a["))
