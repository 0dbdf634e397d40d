-- Takes in how a call ended. ARGV: clock, its number of openings, the key of its trial or nothing, verdict,
-- milliseconds to hold calls, failures that open or nothing, milliseconds to stay open, the same for a quota.

local opening, trial, verdict = tonumber(ARGV[2]), ARGV[3], ARGV[4]
local hold, failures, reset, quota = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])

if hold > 0 and at + hold > circuit.held_until then
  redis.call('HSET', KEYS[1], 'held_until', text(at + hold))
  if circuit.cause ~= 'by_hand' then
    keep()
  end
end

if trial ~= '' then
  if trial ~= circuit.trial then
    return
  end
  if verdict == 'nothing' then
    redis.call('HDEL', KEYS[1], 'trial', 'trial_until')
  elseif verdict == 'quota' then
    open('quota', quota)
  elseif verdict == 'failure' and failures then
    open('failures', reset)
  else
    close()
  end
  return
end

if opening ~= circuit.openings then
  return
end
if verdict == 'success' and circuit.failures > 0 then
  redis.call('HSET', KEYS[1], 'failures', 0)
  keep()
elseif verdict == 'quota' then
  open('quota', quota)
elseif verdict == 'failure' then
  if failures and circuit.failures + 1 >= failures then
    open('failures', reset)
  else
    redis.call('HINCRBY', KEYS[1], 'failures', 1)
    keep()
  end
end
