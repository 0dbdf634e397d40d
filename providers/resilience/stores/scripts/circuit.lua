-- Begins every script about a circuit, a hash. It is closed while it has no cause.
-- `openings` and `failures` are counts, `open_until` and `held_until` moments, `trial` the key of the
-- trial's slot and `trial_until` the moment at which it lapses.

local at = now()
local values = redis.call(
  'HMGET', KEYS[1], 'openings', 'failures', 'cause', 'open_until', 'held_until', 'trial', 'trial_until')
local circuit = {
  openings = tonumber(values[1] or 0),
  failures = tonumber(values[2] or 0),
  cause = values[3],
  open_until = tonumber(values[4] or 0),
  held_until = tonumber(values[5] or 0),
  trial = values[6],
  trial_until = tonumber(values[7] or 0),
}

local function keep()
  redis.call('EXPIRE', KEYS[1], KEPT)
end

local function open(cause, milliseconds)
  redis.call('HINCRBY', KEYS[1], 'openings', 1)
  redis.call('HSET', KEYS[1], 'failures', 0, 'cause', cause, 'open_until', text(at + milliseconds))
  redis.call('HDEL', KEYS[1], 'trial', 'trial_until')
  keep()
end

local function close()
  redis.call('HDEL', KEYS[1], 'failures', 'cause', 'open_until', 'trial', 'trial_until')
  keep()
end

-- Why no call gets through at this moment, and the milliseconds left; a trial on its way apart.
local function refusal()
  if circuit.cause == 'by_hand' then
    return circuit.cause, ''
  end
  local left = math.max(circuit.open_until, circuit.held_until) - at
  if left <= 0 then
    return nil
  end
  if not circuit.cause or circuit.held_until > circuit.open_until then
    return 'retry_after', text(left)
  end
  return circuit.cause, text(left)
end
