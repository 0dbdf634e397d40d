"""The chat as a full page, and the documents that programmers of clients read."""
