"""The conversation engine, the ways into it, and what staff see of it.

Graph authors start at `conversations.authoring`, tests of graphs at `conversations.testing`.
"""
