-- Begins every script. KEYS[1] is the one key that a script works on; times are in milliseconds.
-- ARGV[1] is a test's clock; where it is empty, the server's own time holds.

local KEPT = 86400 -- seconds after which a circuit that nobody used is forgotten

local function now()
  if ARGV[1] ~= '' then
    return tonumber(ARGV[1])
  end
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
end

-- Every digit: Redis would round a number to an integer, and Lua to 14 digits.
local function text(number)
  return string.format('%.17g', number)
end
