"""Commands of the conversations app."""
