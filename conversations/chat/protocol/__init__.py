"""The WebSocket protocol, version 1: its numbers, its frames and its document."""
