"""What every tab of a session hears: events of its turns, through the channel layer.

The layer may lose events; the database holds the truth, and readers catch up from it.
"""

from conversations.live.groups import LayerAway, join, leave, publish
from conversations.live.outage import outage

__all__ = ["LayerAway", "join", "leave", "outage", "publish"]
