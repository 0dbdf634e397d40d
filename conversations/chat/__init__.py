"""The chat that customers use: the WebSocket protocol, its consumer and the chat page."""
