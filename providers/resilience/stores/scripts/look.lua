-- Returns the status of a circuit, its failures in a row, the cause of its being open and what is left.

local cause, left = refusal()
if cause then
  return {'open', circuit.failures, cause, left}
end
if circuit.cause then
  return {'half_open', circuit.failures, circuit.cause, ''}
end
return {'closed', circuit.failures, '', ''}
