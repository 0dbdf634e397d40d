"""What a command says where it is given the name of a graph that the site does not serve."""

import difflib
import os
from collections.abc import Collection
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

from conversations.engine import graphs
from conversations.starting import Unlistable, listed_in


def unknown_graph(name: str, served: Collection[str]) -> CommandError:
    """Which graphs there are, the one that may be meant, where to list one, and what cannot be imported."""
    _, faults = graphs.find()
    nearest = difflib.get_close_matches(name, served, n=1)
    told = [
        f"There is no graph {name!r} here. There is: {', '.join(served) or 'none'}.",
        *(f"Did you mean {meant}?" for meant in nearest),
        f"A new one has to be listed in {_place_of_list()}.",
    ]
    missing = [fault.message for fault in faults if fault.code == "import"]
    return CommandError("\n".join([" ".join(told), *missing]))


def _place_of_list() -> str:
    """The file that lists what is served, or the setting where that has been given other graphs."""
    module: str | None = getattr(settings, "EZGRAPH_GRAPHS_MODULE", None)
    spec = find_spec(module) if module else None
    if spec is not None and spec.origin is not None:
        try:
            if listed_in(Path(spec.origin)) == tuple(settings.EZGRAPH_GRAPHS):
                return os.path.relpath(spec.origin)
        except (Unlistable, OSError):
            pass
    return "the setting EZGRAPH_GRAPHS"
