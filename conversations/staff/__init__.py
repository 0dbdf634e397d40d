"""The WebSocket of staff's pages: they follow a conversation as it happens, and write in the machine's place.

It tells what the chat tells its customers, and what only staff may know; see docs/taking-over.md.
"""
