"""How this site writes dates and times: one way everywhere, that sorts and that nobody misreads."""
