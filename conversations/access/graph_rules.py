"""What holds for the visitors of a graph: its row of settings, and the defaults where there is none."""

from django.conf import settings

from conversations.models import GraphSettings
from conversations.text import holds_forbidden


def rules_of(graph: str) -> GraphSettings:
    """What staff set for a graph, as it stands now; of what cannot be a graph's name, nothing."""
    if holds_forbidden(graph):  # which a database may not even take
        return GraphSettings(graph=graph)
    return GraphSettings.objects.filter(graph=graph).first() or GraphSettings(graph=graph)


def longest_message(rules: GraphSettings) -> int:
    """Characters of a visitor's longest message: the graph's own limit, and never above the site's."""
    site: int = settings.EZGRAPH_MAX_MESSAGE_LENGTH
    return site if rules.longest_message is None else min(rules.longest_message, site)
