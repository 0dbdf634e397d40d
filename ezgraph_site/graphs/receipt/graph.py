"""The receipt graph: one turn, one node, one JSON object."""

from conversations.authoring import Graph
from ezgraph_site.graphs.receipt.config import ReceiptConfig
from ezgraph_site.graphs.receipt.reading import ReadingNode


class ReceiptGraph(Graph):
    """Makes a checked record of a receipt's text, which comes as `config.text`; no message is needed.

    The record is the object of the reply. A later turn is given it again, unless it brings another text.
    """

    name = "receipt"
    title = "Receipt reader"
    response_mode = "json"
    requires_message = False
    nodes = (ReadingNode,)
    start = ReadingNode
    Config = ReceiptConfig
