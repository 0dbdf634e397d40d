"""What the five collectors have saved, and who owns which criterion.

The nodes are named by id because their files lead to each other in a circle.
"""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import JsonValue

from conversations.authoring import Builder, GraphState, direct_to, go
from ezgraph_site.graphs.hotel.criteria import Issue, issues_of
from ezgraph_site.graphs.hotel.values import Criteria, Criterion
from ezgraph_site.graphs.hotel.wording import QUESTIONS

OWNERS: Final[Mapping[Criterion, str]] = {
    "dates": "DateRangeNode",
    "budget": "BudgetNode",
    "room_type": "RoomTypeNode",
    "amenities": "AmenityNode",
    "distance": "DistanceNode",
}
"""The collector of each criterion."""


def gathered(state: GraphState) -> Criteria:
    """The criteria as they stand."""
    return Criteria.model_validate({criterion: state.of(owner) for criterion, owner in OWNERS.items()})


def ask_owner(criterion: Criterion, before: str = "") -> Builder:
    """Ask a criterion's fixed question, after some other words; its collector hears the answer."""
    return direct_to(OWNERS[criterion], " ".join(filter(None, (before, QUESTIONS[criterion]))))


def send_to_owner(issue: Issue) -> Builder:
    """Hand over to the collector of an issue, which is told why."""
    return go(OWNERS[issue.criterion]).with_message(
        f"The search cannot start yet. {issue.reason} {QUESTIONS[issue.criterion]}", internal=True
    )


def criteria_facts(criteria: Criteria) -> dict[str, JsonValue]:
    """The criteria as JSON, None where one is not known yet."""
    return {
        name: answer.model_dump(mode="json", exclude={"answered", "turn"}) if answer.answered else None
        for name, answer in criteria.answers.items()
    }


def open_facts(state: GraphState) -> dict[str, Any]:
    """The criteria, and under `unresolved` the names of those that a search still waits for."""
    criteria = gathered(state)
    return {
        "criteria": criteria_facts(criteria),
        "unresolved": [issue.criterion for issue in issues_of(criteria, state.today)],
    }
