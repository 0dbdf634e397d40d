"""How a new graph is begun: `manage.py startgraph` copies `template`, a small graph that runs, by a new name.

The template is code like any other: it is checked, typed and tested in its place.
"""

from conversations.starting.listing import Unlistable, add_to_list, listed_in
from conversations.starting.naming import NameRefused, Names, names_of
from conversations.starting.writing import NewGraph, PlaceRefused, place_for, write

__all__ = [
    "NameRefused",
    "Names",
    "NewGraph",
    "PlaceRefused",
    "Unlistable",
    "add_to_list",
    "listed_in",
    "names_of",
    "place_for",
    "write",
]
