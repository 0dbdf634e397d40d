"""How much visitors may ask, of one, of an address and of a graph in a day; how often one may log in,
and call the API.

Counts of minutes and of a visitor's day live in the process, or in Redis for all processes; a graph's
turns and US dollars of a day are counted from their rows. No message costs a write for it.
"""

from conversations.access.limits.admission import Kind, admit, forget
from conversations.access.limits.calls import Allowance, count_call
from conversations.access.limits.connections import connections
from conversations.access.limits.counting import Refusal
from conversations.access.limits.logins import admit_login

__all__ = [
    "Allowance",
    "Kind",
    "Refusal",
    "admit",
    "admit_login",
    "connections",
    "count_call",
    "forget",
]
