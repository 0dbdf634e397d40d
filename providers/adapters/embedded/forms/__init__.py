"""From a tool's JSON Schema to the fields that a customer is asked for."""
