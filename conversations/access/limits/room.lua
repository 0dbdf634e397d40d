-- Tells what is counted in a window, a hash of counts by the number of their slice; nothing is written.
-- KEYS is the window. ARGV: a test's clock in milliseconds or nothing, the slices of a window, the milliseconds
-- of a slice. Returns how many are counted, and the milliseconds until none is.

local at = tonumber(ARGV[1])
if not at then
  local time = redis.call('TIME')
  at = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
end
local slices, length = tonumber(ARGV[2]), tonumber(ARGV[3])
local oldest = math.floor(at / length) - slices
local total, newest = 0, nil
local stored = redis.call('HGETALL', KEYS[1])
for place = 1, #stored, 2 do
  local number = tonumber(stored[place])
  if number > oldest then
    total = total + tonumber(stored[place + 1])
    if not newest or number > newest then
      newest = number
    end
  end
end
if not newest then
  return {0, '0'}
end
return {total, string.format('%.17g', (newest + slices) * length - at)}
