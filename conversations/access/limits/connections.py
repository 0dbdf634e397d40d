"""How many connections an address has open to this process."""

from collections import Counter

from django.conf import settings

from conversations.access.visitors import neighbourhood_of


class OpenConnections:
    """Counts by address. A connection belongs to its process, so nobody else need know."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> None:
        """Count a connection that was opened."""
        self._open[neighbourhood_of(address)] += 1

    def leave(self, address: str) -> None:
        """Count it no more."""
        name = neighbourhood_of(address)
        self._open[name] -= 1
        if self._open[name] <= 0:
            del self._open[name]

    def is_full(self, address: str) -> bool:
        """Whether the address has as many open as EZGRAPH_CONNECTIONS_PER_ADDRESS allows."""
        return self._open[neighbourhood_of(address)] >= int(settings.EZGRAPH_CONNECTIONS_PER_ADDRESS)


connections = OpenConnections()
"""Those of this process."""
