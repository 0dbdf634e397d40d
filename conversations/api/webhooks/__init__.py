"""Webhooks of an integration, what they were sent, and sending it again."""
