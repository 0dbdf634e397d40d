-- Takes a token of a bucket. ARGV: clock, milliseconds a token, tokens of a full bucket.
-- Returns 0, or the milliseconds until there may be one.
-- A bucket is one number, the moment at which it is full again.

local ROUNDING = 0.001

local at, interval, burst = now(), tonumber(ARGV[2]), tonumber(ARGV[3])
local full_at = tonumber(redis.call('GET', KEYS[1]) or at)
full_at = math.min(math.max(full_at, at), at + burst * interval)
local wait = full_at - (burst - 1) * interval - at
local taken = wait <= ROUNDING
if taken then
  full_at = full_at + interval
end
-- Kept without a token too: of a limit that was lower before, only an empty bucket is left.
-- It lasts a minute longer than it means anything.
redis.call('SET', KEYS[1], text(full_at), 'PX', math.ceil(full_at - at) + 60000)
return taken and '0' or text(wait)
