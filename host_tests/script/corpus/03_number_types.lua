---- what the operators give
print(math.type(1 + 1), math.type(1 + 1.0), math.type(1 - 1), math.type(2 * 2), math.type(2 * 2.0))
print(math.type(4 / 2), math.type(2 ^ 2), math.type(7 // 2), math.type(7 // 2.0), math.type(7 % 2),
  math.type(7 % 2.0), math.type(-1), math.type(-1.0))
---- how they are printed
print(1, 1.0, 4 / 2, 2 ^ 2, 7 // 2.0, 7 % 2.0, -1.0, 1e2, 100, 3 | 0, 3.0 | 0)
---- bit operators give integers
print(math.type(1.0 | 2), math.type(~0.0), math.type(1 << 1.0))
---- literals too large for an integer are floats
print(9223372036854775807, 9223372036854775808, -9223372036854775808, 1000000000000000000000)
print(math.type(9223372036854775807), math.type(9223372036854775808))
---- loops keep the type of the start
for i = 1, 2 do io_ = math.type(i) end print(io_)
for i = 1.0, 2 do io_ = math.type(i) end print(io_)
for i = 1, 2, 1.0 do io_ = math.type(i) end print(io_)
for i = 1, 2.5 do io_ = math.type(i) end print(io_)
---- lengths and positions are integers
print(math.type(#"abc"), math.type(#{1}), math.type(("abc"):find("b")), math.type(select("#", 1)))
---- not numbers
print(math.type("1"), math.type({}), math.type(true), math.type(print), math.type(nil))
print(pcall(math.type))
