-- Opens a circuit by hand. It is kept until it is closed by hand.

open('by_hand', 0)
redis.call('PERSIST', KEYS[1])
