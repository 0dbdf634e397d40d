"""The graphs that this site serves, one folder a graph, and what they share."""
