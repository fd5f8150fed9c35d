---- types
print(math.type(os.time()), type(os.date()), math.type(os.clock()), os.time() > 0)
---- time of a table
print(os.time {year = 2024, month = 1, day = 15, hour = 12}, os.time {year = 2000, month = 1, day = 1, hour = 0, min = 0, sec = 0})
print(os.time {year = 2024, month = 2, day = 30, hour = 12} == os.time {year = 2024, month = 3, day = 1, hour = 12})
print(os.time {year = 2024, month = 14, day = 1, hour = 0}, os.time {year = 2024, month = 1, day = 0})
---- date with a format and a time
print(os.date("!%Y-%m-%d %H:%M:%S", 0), os.date("!%Y-%m-%d %H:%M:%S", 1705320000), os.date("!%d/%m/%y %p %%", 86400 * 59))
print(os.date("!%A %B %j %a %b", 1705320000), os.date("!%x %X %c", 1705320000), os.date("!%I:%M %w", 1705320000))
---- date as a table
local d = os.date("!*t", 1705320000)
print(d.year, d.month, d.day, d.hour, d.min, d.sec, d.wday, d.yday, d.isdst)
print(os.time(os.date("*t", 1705320000)))
---- arithmetic stays exact
local t = os.time {year = 2025, month = 10, day = 9, hour = 8, min = 53, sec = 20}
print(t, t + 1, t // 60, t % 60, t * 1000)
---- errors
print(pcall(os.time, {year = 2024}))
print(pcall(os.time, {year = "x", month = 1, day = 1}))
print(pcall(os.date, "%Ez", 0))
print(pcall(os.date, "%Q", 0))
print(pcall(os.date, "*t", "x"))
---- what is missing
print(os.execute, os.exit, os.remove, os.rename, os.getenv, os.tmpname, io, debug)
---- clock moves on
local c = os.clock()
for i = 1, 1000 do end
print(os.clock() >= c)
