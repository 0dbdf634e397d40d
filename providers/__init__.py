"""Named model providers: one port, one adapter a vendor, configured rows in the database.

Nodes reach models only through `providers.registry`; this app knows nobody else's code.
"""
