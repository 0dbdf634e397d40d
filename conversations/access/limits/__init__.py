"""How much visitors may ask: of one of them, of an address, of a graph in a day.

Counts of minutes and of a visitor's day live in the process, or in Redis for all processes; a graph's
turns and US dollars of a day are counted from their rows. No message costs a write for it.
"""

from conversations.access.limits.admission import Kind, Refusal, admit, forget
from conversations.access.limits.connections import connections

__all__ = ["Kind", "Refusal", "admit", "connections", "forget"]
