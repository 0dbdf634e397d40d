"""The way of a session through its graph, node by node."""

from collections.abc import Iterable
from typing import Final

from conversations.models import Session, Step

MOST_STEPS: Final = 1_000
"""Newest steps that the way is read from."""


def path_of(session: Session) -> list[str]:
    """The nodes that had the word, in order, the one that has it now last; who stays is named once."""
    rows = Step.objects.filter(turn__session=session).exclude(node="")
    newest = rows.order_by("-turn__number", "-number").values_list("node", flat=True)[:MOST_STEPS]
    return list(_once_each([*reversed(newest), session.cursor]))


def _once_each(nodes: Iterable[str]) -> Iterable[str]:
    before = None
    for node in nodes:
        if node != before:
            yield node
        before = node
