---- integers
print(("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%5.3d|%i"):format(42, 42, 42, 42, 42, 42, 5, 5, 7))
print(("%d %d %d"):format(-1, 3.0, "10"), ("%x %X %#x %o %u"):format(255, 255, 255, 8, 5) == nil)
---- hexadecimal and octal
print(("%x|%X|%#x|%#X|%08x|%o|%#o|%-6x|"):format(255, 255, 255, 255, 48879, 8, 8, 10), ("%x"):format(-1), ("%X"):format(math.mininteger))
---- floats
print(("%f|%.2f|%8.3f|%-8.1f|%08.2f|%+.1f|%.0f|%5.0f|%#.0f"):format(3.14159, 3.14159, 3.14159, 2.5, -3.14159, 1, 2.5, 3.5, 3))
print(("%e|%.3e|%E|%g|%g|%g|%g|%.3g|%G|%10.4g|%#g"):format(12345.678, 0.00012, 1.5, 100000, 1e6, 1e20, 0.0001, 2/3, 1e-10, math.pi, 1))
print(("%.14g %.17g %.3f %5.1f"):format(0.1, 0.1, 1/3, -2.25), ("%.20f"):format(0.5))
---- infinity and nan
print(("%f %g %.1f %5.1f|%-6g|"):format(math.huge, -math.huge, math.huge, -math.huge, math.huge), (("%f"):format(0/0):gsub("-", "")))
---- strings
print(("%s|%10s|%-10s|%.2s|%5.1s|%s"):format("abc", "abc", "abc", "abc", "xyz", ""))
print(("%s %s %s %s %s"):format(nil, true, 1, 1.5, "x"), ("%s"):format(setmetatable({}, {__tostring = function() return "obj" end})))
print(("%5s|%-5s|"):format(1, true), ("%.3s"):format("éé"))
---- characters and percent
print(("%c%c%c"):format(76, 117, 97), ("%%"):format(), ("100%%"):format(), ("%5c|%-3c|"):format(65, 66), #("%c"):format(0))
---- quoted
print(("%q"):format('a "b" \\ c'), ("%q"):format("line\nbreak"), ("%q"):format("tab\t\0nul\r"), ("%q"):format(10), ("%q"):format(true), ("%q"):format("é\xff\1272"))
print(("%q"):format(1.5), ("%q"):format(math.mininteger), ("%q"):format(1/0), ("%q"):format(0.1))
---- errors
print(pcall(string.format, "%d", 1.5))
print(pcall(string.format, "%d", "x"))
print(pcall(string.format, "%d"))
print(pcall(string.format, "%y", 1))
print(pcall(string.format, "%", 1))
print(pcall(string.format, "%s"))
print(pcall(string.format, "%d", "1.5"))
print(pcall(string.format, "%d", {}))
print(pcall(string.format, "%c", "x"))
print(pcall(string.format, "%10q", "x"))
print(pcall(string.format))
print(pcall(string.format, "%d", nil))
---- too long conversions
print(pcall(string.format, "%0123d", 1))
print(pcall(string.format, "%.123f", 1))
print(pcall(string.format, "%-+ #0-5d", 1))
print(pcall(string.format, "%100d", 1))
---- widths up to two digits
print(#("%99d"):format(1), #("%.99f"):format(1 / 3), #("%99s"):format("x"))
---- text around and many arguments
print(("a%db%sc%%d%5.1fe"):format(1, "x", 2.25), ("%d %d %d %d"):format(1, 2, 3, 4, 5), ("%s"):rep(3, ","):format(1, 2, 3))
---- tables of values
for _, r in ipairs {{"temp", 21.5}, {"humidity", 40}} do print(("%-10s %6.1f"):format(r[1], r[2])) end
print(("%02d:%02d:%02d"):format(3, 5, 9), ("#%02X%02X%02X"):format(255, 128, 0), ("%3d%%"):format(50))
---- hexadecimal floats
print(("%a"):format(1) == "0x1p+0", ("%.1a"):format(0.5))
