"""Pages that show the chat as customers meet it: on a shop's page, and all conversations side by side."""
