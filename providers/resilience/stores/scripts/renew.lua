-- Lets the slot of a trial that still runs last longer. ARGV: clock, the slot's key, milliseconds from now.

if circuit.trial == ARGV[2] then
  redis.call('HSET', KEYS[1], 'trial_until', text(at + tonumber(ARGV[3])))
  keep()
end
