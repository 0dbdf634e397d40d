-- Closes a circuit by hand, whatever holds it open.

close()
redis.call('HDEL', KEYS[1], 'held_until')
