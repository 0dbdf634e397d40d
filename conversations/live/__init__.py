"""What every tab of a session hears: events of its turns, through the channel layer.

The layer may lose events; the database holds the truth, and readers catch up from it.
"""

from conversations.live.groups import (
    LayerAway,
    join,
    join_as_staff,
    leave,
    leave_as_staff,
    publish,
    publish_revoked,
    publish_to_staff,
)
from conversations.live.outage import outage

__all__ = [
    "LayerAway",
    "join",
    "join_as_staff",
    "leave",
    "leave_as_staff",
    "outage",
    "publish",
    "publish_revoked",
    "publish_to_staff",
]
