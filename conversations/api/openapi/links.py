"""What an answer leads to: the links of the document, by which tools and people find the next operation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

SESSION: Final = {"session_id": "$response.body#/id"}
LISTED_SESSION: Final = {"session_id": "$response.body#/sessions/0/id"}
TURN: Final = {"session_id": "$response.body#/session", "number": "$response.body#/turn"}
DECISION: Final = {"decision_id": "$response.body#/decisions/0/id"}
WEBHOOK: Final = {"webhook_id": "$response.body#/id"}
LISTED_WEBHOOK: Final = {"webhook_id": "$response.body#/webhooks/0/id"}
DELIVERY: Final = {
    "webhook_id": "$request.path.webhook_id",
    "delivery": "$response.body#/deliveries/0/id",
}


@dataclass(frozen=True)
class Links:
    """From answers of an operation with these statuses to others, which take these values."""

    operation: str
    statuses: tuple[str, ...]
    targets: tuple[str, ...]
    parameters: Mapping[str, str]


LINKS: Final = (
    Links("startSession", ("200", "201"), ("readSession", "readMessages", "runTurn", "endSession"), SESSION),
    Links("listSessions", ("200",), ("readSession", "readMessages", "eraseSession"), LISTED_SESSION),
    Links("run", ("200",), ("readSession",), {"session_id": "$response.header.Session-Id"}),
    Links("runTurn", ("200", "202"), ("readTurn", "retryTurn", "cancelTurn"), TURN),
    Links("listGraphs", ("200",), ("readGraph",), {"name": "$response.body#/graphs/0/name"}),
    Links("listProviders", ("200",), ("testProvider",), {"name": "$response.body#/providers/0/name"}),
    Links("listDecisions", ("200",), ("readDecision", "reviewDecision"), DECISION),
    Links(
        "addWebhook",
        ("201",),
        ("readWebhook", "rotateWebhookSecret", "listDeliveries", "removeWebhook"),
        WEBHOOK,
    ),
    Links("listWebhooks", ("200",), ("readWebhook", "listDeliveries"), LISTED_WEBHOOK),
    Links("listDeliveries", ("200",), ("replayDelivery",), DELIVERY),
)


def add_links(document: dict[str, Any]) -> None:
    """Put the links into a document. Raises KeyError where an operation or an answer is missing."""
    operations = {
        operation["operationId"]: operation
        for methods in document["paths"].values()
        for operation in methods.values()
    }
    for links in LINKS:
        for status in links.statuses:
            answer = operations[links.operation]["responses"][status]
            answer.setdefault("links", {}).update(
                {
                    target: {
                        "operationId": operations[target]["operationId"],
                        "parameters": dict(links.parameters),
                    }
                    for target in links.targets
                }
            )
