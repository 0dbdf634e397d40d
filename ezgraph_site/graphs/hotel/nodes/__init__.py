"""The nodes, one file each with its prompt beside it: what they ask, and what follows an answer."""
