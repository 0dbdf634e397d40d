-- Lets a call through, or not. ARGV: clock, a new key for a trial's slot, milliseconds after which it lapses.
-- Returns 'closed' or 'trial' with the number of openings, else 'refused' with the cause and what is left.

local cause, left = refusal()
if cause then
  return {'refused', cause, left}
end
if not circuit.cause then
  return {'closed', circuit.openings}
end
if circuit.trial and circuit.trial_until > at then
  return {'refused', 'trial', text(circuit.trial_until - at)}
end
redis.call('HSET', KEYS[1], 'trial', ARGV[2], 'trial_until', text(at + tonumber(ARGV[3])))
keep()
return {'trial', circuit.openings}
