-- Runs programs under lua5.4 as the engine would: `lua5.4 oracle.lua MARK` reads frames
-- "length name\n" + text, and after what a program printed writes MARK, its error, MARK.
local mark = arg[1]
local debug, io, load = debug, io, load
local LIMIT = 50000000

local BASE = {
  "assert", "error", "ipairs", "next", "pairs", "pcall", "print", "select", "setmetatable",
  "getmetatable", "tonumber", "tostring", "type", "xpcall", "collectgarbage",
}
local GONE = {
  string = {pack = true, packsize = true, unpack = true, dump = true},
  math = {pow = true, ldexp = true, frexp = true, log10 = true, cosh = true, sinh = true, tanh = true},
}

-- Only what the engine has, fresh for each program.
local function fresh()
  local env = {}
  for _, name in ipairs(BASE) do env[name] = _G[name] end
  for _, name in ipairs {"string", "table", "math", "utf8", "coroutine"} do
    env[name] = {}
    for key, value in pairs(_G[name]) do
      if not (GONE[name] and GONE[name][key]) then env[name][key] = value end
    end
  end
  env.os = {time = os.time, date = os.date, clock = os.clock}
  env._G = env
  getmetatable("").__index = env.string
  return env
end

-- As lua.c does.
local function message(value)
  if type(value) == "string" or type(value) == "number" then return tostring(value) end
  local meta = getmetatable(value)
  if type(meta) == "table" and meta.__tostring then return tostring(value) end
  return "(error object is a " .. type(value) .. " value)"
end

-- After the limit it fails again and again, so that no pcall goes on.
local function endless()
  debug.sethook(endless, "", 1000)
  error("oracle: no end", 0)
end

io.stdout:setvbuf("full")
while true do
  local head = io.read("L")
  if not head then break end
  local length, name = string.match(head, "^(%d+) (.*)\n$")
  length = tonumber(length)
  local text = length > 0 and io.read(length) or ""
  text = string.gsub(string.gsub(text, "^\xef\xbb\xbf", ""), "^#[^\n]*", "")
  local ok, chunk, err = pcall(load, text, "@" .. name, "t", fresh())
  if not ok then chunk, err = nil, chunk end
  if chunk then
    debug.sethook(endless, "", LIMIT)
    local ok, value = xpcall(chunk, message)
    debug.sethook()
    err = not ok and value
  end
  io.write(mark, err or "", mark)
end
