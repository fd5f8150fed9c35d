---- and or xor not
print(0xF0 & 0x3C, 0xF0 | 0x0F, 0xFF ~ 0x0F, ~0, ~5, ~-1, 5 & -2, -1 & 0xff, 1 | -8)
---- shifts
print(1 << 0, 1 << 4, 1 << 62, 1 << 63, 1 << 64, 1 << 100, 256 >> 4, -1 >> 1, -1 >> 63, -1 >> 64)
---- negative counts
print(1 << -1, 2 << -1, 1 >> -4, -1 << -60, 1 << math.mininteger, 1 >> math.mininteger)
---- shifts are logical
print(-8 >> 1, -8 << 1, 0x7fffffffffffffff << 1, math.mininteger >> 63, (-16 >> 2) & 0xff)
---- precedence
print(1 | 2 & 3, 1 | 2 ~ 3, 1 << 2 + 1, 1 << 2 * 2, 5 & 3 == 1 and 1 or 2 == 2, ~1 + 1, -1 >> 60)
print(pcall(function() return "a" .. (1 << 2) end))
---- masks of registers
local reg = 0
for _, bit in ipairs {0, 3, 7, 31, 32, 63} do reg = reg | 1 << bit end
print(reg, ("%X"):format(reg), reg & 0xff, reg >> 31 & 1, reg & ~(1 << 3), reg ~ reg)
---- reversal of a byte and a checksum
local function reverse(b)
  b = (b & 0xF0) >> 4 | (b & 0x0F) << 4
  b = (b & 0xCC) >> 2 | (b & 0x33) << 2
  return (b & 0xAA) >> 1 | (b & 0x55) << 1
end
print(reverse(1), reverse(0x80), reverse(0xB4))
local function crc16(s)
  local crc = 0xFFFF
  for i = 1, #s do
    crc = crc ~ s:byte(i)
    for _ = 1, 8 do
      if crc & 1 == 1 then crc = crc >> 1 ~ 0xA001 else crc = crc >> 1 end
    end
  end
  return crc
end
print(("%04X"):format(crc16("123456789")))
---- errors
print(pcall(function() return 1 & {} end))
print(pcall(function() local b; return b | 1 end))
print(pcall(function() return ~"x" end))
print(pcall(function() local t = {}; return t.x << 1 end))
