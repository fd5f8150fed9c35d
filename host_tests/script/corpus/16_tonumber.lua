---- decimals
print(tonumber("10"), tonumber("-10"), tonumber("+5"), tonumber("1.5"), tonumber(".5"), tonumber("5."),
  tonumber("1e3"), tonumber("1E-2"), tonumber("0"), tonumber("-0"), tonumber("007"))
---- space around
print(tonumber("  10  "), tonumber("\t1\n"), tonumber("1 0"), tonumber(""), tonumber(" "), tonumber("- 1"))
---- invalid
print(tonumber("abc"), tonumber("1a"), tonumber("1e"), tonumber("e1"), tonumber("."), tonumber("1..2"),
  tonumber("--1"), tonumber("1_000"), tonumber("1,5"), tonumber("inf"), tonumber("nan"), tonumber("1e+"))
print(tonumber("0x"), tonumber("0b1"), tonumber("1L"), tonumber("1j"), tonumber("١"), tonumber("1\0"))
---- hexadecimal
print(tonumber("0x10"), tonumber("0XfF"), tonumber("-0x10"), tonumber("0x1p4"), tonumber("0x.8"), tonumber("0xg"))
print(tonumber("0xffffffffffffffff"), tonumber("0x1ffffffffffffffff"))
---- other bases
print(tonumber("ff", 16), tonumber("FF", 16), tonumber("777", 8), tonumber("1010", 2), tonumber("zz", 36), tonumber("-ff", 16))
print(tonumber("8", 8), tonumber("2", 2), tonumber("", 10), tonumber(" 11 ", 2), tonumber("1.0", 10), tonumber("7fffffffffffffff", 16))
---- base errors
print(pcall(tonumber, "1", 1))
print(pcall(tonumber, "1", 37))
print(pcall(tonumber, 1, 10))
print(pcall(tonumber))
---- values that are no strings
print(tonumber(5), tonumber(5.5), tonumber(nil), tonumber(true), tonumber({}), tonumber(print))
---- integers that do not fit
print(tonumber("9223372036854775807"), tonumber("9223372036854775808"), tonumber("-9223372036854775808"),
  tonumber("-9223372036854775809"), tonumber("1e400"), tonumber("-1e400"))
---- epoch seconds stay exact
print(tonumber("1760000000"), tonumber("1760000000") + 1, tonumber("1760000000123"))
