---- ordinary
print(0, 1, -1, 123456789, -987654321, 007, 1000000)
---- the ends
print(math.maxinteger, math.mininteger, math.maxinteger - 1, math.mininteger + 1)
---- machine word edges
print(1073741823, 1073741824, -1073741824, -1073741825, 2147483647, 2147483648, 4294967295, 4294967296)
---- through tostring and concat
print(tostring(42), tostring(-0), 42 .. "", ("%d"):format(42), #tostring(math.mininteger))
---- other values
print(tostring(nil), tostring(true), tostring(false), tostring("s"), tostring(""))
print(tostring({}):match("^table: "), tostring(print):match("^f%a+: "), pcall(tostring))
