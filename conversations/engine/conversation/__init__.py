"""The conversation runner: what one conversation node does with the model and its tools."""
