"""A served graph with a scripted model, for the ways in."""

from collections.abc import Iterator

import pytest

from conversations.testing import ScriptedChat, serve_graphs
from providers.registry import override_provider
from tests.conversations.graphs import WishGraph


@pytest.fixture
def model() -> Iterator[ScriptedChat]:
    """The scripted model of the graph `wish`, which is the only one served."""
    scripted = ScriptedChat()
    with serve_graphs(WishGraph), override_provider("embedded", scripted):
        yield scripted
