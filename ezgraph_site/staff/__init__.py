"""Who works in the back office: their accounts and roles."""
