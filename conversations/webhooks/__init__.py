"""What webhooks are told and how they can tell that it is true; who may be told, and sending it again."""
