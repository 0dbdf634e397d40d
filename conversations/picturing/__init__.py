"""What a graph looks like: its nodes, the ways between them as the code states them, pictures and words."""

from conversations.picturing.describing import Description
from conversations.picturing.mermaid import mermaid
from conversations.picturing.shape import Edge, EdgeKind, GraphShape, NodeKind, NodeShape, shape_of

__all__ = ["Description", "Edge", "EdgeKind", "GraphShape", "NodeKind", "NodeShape", "mermaid", "shape_of"]
