"""Places boxes in layers from top to bottom and leads lines between them, without any drawing."""

from conversations.picturing.layout.boxes import Box, Layout, Placed, Point, Route
from conversations.picturing.layout.laying import lay_out

__all__ = ["Box", "Layout", "Placed", "Point", "Route", "lay_out"]
