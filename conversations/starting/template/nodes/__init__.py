"""The stages of the graph, each with its prompt beside it."""
