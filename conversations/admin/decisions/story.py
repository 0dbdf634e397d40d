"""What a decision judged, and what followed from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from conversations.engine import graphs
from conversations.engine.decision.asked import MOST_REQUESTS
from conversations.models import Decision, Message, MessageRole

SHOWN_AFTER: Final = 4
"""Visible messages that followed."""


@dataclass(frozen=True)
class Story:
    """What the customer had said, oldest first, and the visible messages after the decision.

    `is_judged` tells that the decision was about these words. Where it is not, the node's space held none,
    and what it judged is what its graph told it.
    """

    said: Sequence[Message]
    is_judged: bool
    followed: Sequence[Message]


def story_of(decision: Decision) -> Story:
    """Read it; the decision has its turn, session and step at hand. Three queries at most."""
    judged = _said(decision, space=_space(decision))
    said = judged or _said(decision, space="")
    return Story(said, bool(judged), _followed(decision, said[-1].seq if said else 0))


def _said(decision: Decision, space: str) -> list[Message]:
    """The customer's words as far as they were there: of a space, or the visible ones of all spaces.

    As many as a decision is told of.
    """
    session = decision.turn.session
    rows = Message.objects.filter(
        session=session, role=MessageRole.HUMAN, internal=False, created_at__lte=decision.at
    )
    if decision.step_id is not None:
        # What the step itself handed on came after it had decided.
        rows = rows.exclude(step=decision.step_id)
    rows = rows.filter(space=space) if space else rows.filter(number__isnull=False)
    found = list(rows.order_by("-seq")[:MOST_REQUESTS])[::-1]
    has_begun_since = not found or found[-1].seq < session.history_from
    return found if has_begun_since else [row for row in found if row.seq >= session.history_from]


def _followed(decision: Decision, since: int) -> list[Message]:
    step = decision.step
    if step is None:
        return []
    rows = Message.objects.filter(session=decision.turn.session_id, seq__gt=since, number__isnull=False)
    return list(rows.filter(Q(step=step) | Q(seq__gt=step.last_seq)).order_by("seq")[:SHOWN_AFTER])


def _space(decision: Decision) -> str:
    """The history space of the decision's node; "" where its graph does not tell any more."""
    graph = graphs.served().get(decision.graph)
    return graph.space_of(decision.node) if graph and graph.has_node(decision.node) else ""
