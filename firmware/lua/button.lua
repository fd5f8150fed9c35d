-- Buttons without bounce. See /rom/docs/button.md.

local gpio = require("gpio")
local sys = require("sys")
local timer = require("timer")

local SETTLE_MS = 30

local button = {}

-- Watches a button between a pin and ground. Calls pressed(), and released(held_ms) if it is given.
-- Returns an object: is_down() tells the state, stop() ends the watch.
function button.watch(pin, pressed, released)
  local down, since, settling = false, 0, nil

  local function settle()
    settling = nil
    local now = gpio.get_level(pin) == 0
    if now == down then
      return
    end
    down = now
    if down then
      since = sys.millis()
      return pressed()
    elseif released then
      return released(sys.millis() - since)
    end
  end

  gpio.set_direction(pin, "input")
  gpio.set_pull(pin, "up")
  gpio.on(pin, "both", function()
    if not settling then
      settling = timer.start(SETTLE_MS, settle)
    end
  end)

  return {
    is_down = function()
      return down
    end,
    stop = function()
      gpio.off(pin)
      if settling then
        timer.stop(settling)
      end
    end,
  }
end

return button
