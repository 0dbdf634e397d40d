-- Counts one more in every window, or in none where any is full; one atomic step.
-- KEYS are the windows, hashes of counts by the number of their slice. ARGV: a test's clock in milliseconds
-- or nothing, the slices of a window, then of each window its limit and the milliseconds of a slice.
-- Returns nothing, or the place of the window that is full longest and the milliseconds until it is not.

local at = tonumber(ARGV[1])
if not at then
  local time = redis.call('TIME')
  at = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
end
local slices = tonumber(ARGV[2])

local function wait_of(key, most, length)
  local oldest = math.floor(at / length) - slices
  local numbers, counts, total = {}, {}, 0
  local stored = redis.call('HGETALL', key)
  for place = 1, #stored, 2 do
    local number = tonumber(stored[place])
    if number <= oldest then
      redis.call('HDEL', key, stored[place])
    else
      table.insert(numbers, number)
      counts[number] = tonumber(stored[place + 1])
      total = total + counts[number]
    end
  end
  local surplus = total - most
  if surplus < 0 then
    return 0
  end
  table.sort(numbers)
  for _, number in ipairs(numbers) do
    surplus = surplus - counts[number]
    if surplus < 0 then
      return (number + slices) * length - at
    end
  end
  return slices * length
end

local longest, fullest = 0, 0
for place, key in ipairs(KEYS) do
  local wait = wait_of(key, tonumber(ARGV[1 + 2 * place]), tonumber(ARGV[2 + 2 * place]))
  if wait > longest then
    longest, fullest = wait, place
  end
end
if fullest > 0 then
  return {fullest - 1, string.format('%.17g', longest)}
end
for place, key in ipairs(KEYS) do
  local length = tonumber(ARGV[2 + 2 * place])
  redis.call('HINCRBY', key, string.format('%.0f', math.floor(at / length)), 1)
  redis.call('PEXPIRE', key, math.ceil(slices * length))
end
return false
