"""What was said and called so far, and which tool the newest message is for."""
