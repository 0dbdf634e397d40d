"""One reader a kind of value: what a message says about a field, and how surely."""
