"""The graphs that this site serves, by dotted path, unless `EZGRAPH_GRAPHS` in the environment names others.

`manage.py startgraph` adds new ones. The first is the one that `make run` invites to.
"""

from typing import Final

SERVED: Final = (
    "ezgraph_site.graphs.quote.graph.QuoteGraph",
    "ezgraph_site.graphs.hotel.graph.DecisionHotelGraph",
    "ezgraph_site.graphs.receipt.graph.ReceiptGraph",
)
