"""Reviewed and captured decisions of the hotel graph, for a site that runs; the same ones every time."""

import random
from datetime import timedelta
from typing import Any, Final

from conversations import clock
from ezgraph_site.graphs.hotel.nodes.router import DESTINATION
from tests.conversations.admin.quality.labelled import Labelled, put_on_record

SAID: Final = (
    "I want to arrive on May 3rd and stay four nights",
    "At most 200 dollars a night",
    "A room with two beds, please",
    "There has to be a pool",
    "Show me the hotels",
    "What do you know so far?",
)
ASKED: Final = {"destination": DESTINATION.model_dump(mode="json")}


def put_judged() -> None:
    """Destinations of the router, surer than they should be, and whether criteria are faithful, a noul."""
    chance = random.Random(7)
    put_on_record(
        [_routed(number, chance) for number in range(400)], graph="hotel", node="RouterDecisionNode"
    )
    put_on_record(
        [_faithful(number, chance) for number in range(200)],
        graph="hotel",
        node="CriteriaReadinessDecisionNode",
    )


def _routed(number: int, chance: random.Random) -> Labelled:
    probability = round(0.3 + 0.69 * chance.random() ** 0.6, 3)
    answer = chance.choice(DESTINATION.labels[:7])
    is_right = chance.random() < min(1.0, probability**1.3 + 0.12)
    by_other = number % 5 == 0
    said = SAID[number % len(SAID)]
    return Labelled(
        answer,
        truth=(answer if is_right else chance.choice(DESTINATION.labels)) if number % 3 else None,
        probability=probability,
        question="destination",
        labels=DESTINATION.labels,
        provider="openai" if by_other else "typesafe",
        model="gpt-5-mini" if by_other else "jev-latest",
        source="self_reported" if by_other else "calibrated",
        at=clock.now() - timedelta(hours=3 * number),
        thresholds={"destination": 0.6},
        capture=_captured(said) if number < 30 else None,
    )


def _faithful(number: int, chance: random.Random) -> Labelled:
    yes = round(chance.betavariate(2.5, 1), 3)
    return Labelled(
        yes,
        truth=int(chance.random() < yes) if number % 4 else None,
        kind="noul",
        question="faithful",
        at=clock.now() - timedelta(hours=5 * number),
    )


def _captured(said: str) -> dict[str, Any]:
    return {"questions": ASKED, "state": {"unresolved": ["dates"], "request": said, "priorRequests": []}}
