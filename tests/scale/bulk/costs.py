"""Measures every page of the back office on a used site."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from conversations.models import Decision, DecisionOutcome, Review, Session, Takeover
from tests.back_office.measuring import Clock, Cost, opened
from tests.back_office.walking import Samples, Walk, first_addresses, kind_of
from tests.scale.bulk.server_clock import server_clock

logger = logging.getLogger(__name__)

MOST_QUERIES: Final = 15

MOST_SECONDS: Final = 0.3
"""Of database time, where a page is not among those that may take longer."""

LONGER: Final = {
    "admin:conversations_decision_quality": 2.0,
    "admin:conversations_decision_quality_node": 2.0,
    # That a node never asked a question is known after a look at all of its decisions only.
    "admin:conversations_decision_changelist node question": 5.0,
}
"""By the kind of a page, or by its name alone."""

GIVEN_UP_AFTER: Final = "20s"
"""A statement of the database; its page answers with an error then."""

TRIES: Final = 4
"""A busy machine can slow down one measurement; a slow query shows in all of them."""

NOT_BY_CHANCE: Final = 3
"""Times the limit: nothing that slow is tried again."""


def most_seconds(address: str) -> float:
    """How long the database may work for a page."""
    kind = kind_of(address)
    return LONGER.get(kind, LONGER.get(kind.partition(" ")[0], MOST_SECONDS))


def costs_of_every_page(client: Client) -> list[Cost]:
    """Open each page when it is warm, several times where it seems slow; the least is what it costs."""
    walk = Walk(_samples(), [*first_addresses(), *_records()], pairs=True)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = %s", [GIVEN_UP_AFTER])
    # Else what a query takes would not be seen: the rows of a cursor of the server are fetched later.
    connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = True
    clock = server_clock()
    costs = []
    for address in walk:
        costs.append(_cost_of(client, address, walk, clock))
        logger.info("%s", costs[-1])
    return costs


def _cost_of(client: Client, address: str, walk: Walk, clock: Clock) -> Cost:
    limit = most_seconds(address)
    answer, cold = opened(client, address, clock)
    walk.take(address, answer)
    if answer.status_code >= 500:
        return cold
    tries = [opened(client, address, clock)[1]]
    while limit < _least(tries).seconds < NOT_BY_CHANCE * limit and len(tries) < TRIES:
        tries.append(opened(client, address, clock)[1])
    return _least(tries)


def _least(tries: list[Cost]) -> Cost:
    return min(tries, key=lambda cost: cost.seconds)


def _samples() -> Samples:
    """What is searched for: found often, seldom, once, and never."""
    session = _middle(Session.objects.exclude(external_email=""), "created_at")
    request = _middle(Decision.objects.exclude(request_id=""), "at").request_id
    now = timezone.now()
    return Samples(
        texts=(
            str(session.pk),
            session.pk.hex[:8],
            session.external_user,
            session.external_email,
            request,
            "the",
            "breakfast parking",
            "customer",
            "zeppelin",
            "xylophone",
        ),
        days=tuple((now - timedelta(days=days)).date().isoformat() for days in (0, 1, 45, 120)),
    )


def _records() -> Iterator[str]:
    """Records that cost more than the newest: the longest, the oldest, those of which much is known."""
    taken = Takeover.objects.earliest("began_at").session
    for session in (Session.objects.order_by("-last_turn")[0], Session.objects.earliest("created_at"), taken):
        yield reverse("admin:conversations_session_change", args=[session.pk])
    reviewed = Review.objects.earliest("created_at").decision
    failed = Decision.objects.filter(outcome=DecisionOutcome.FALLBACK).latest("at")
    for decision in (Decision.objects.earliest("at"), reviewed, failed):
        yield reverse("admin:conversations_decision_change", args=[decision.pk])


def _middle(rows: QuerySet[Any], order: str) -> Any:
    """The one in the middle of a day long ago."""
    day = timezone.now() - timedelta(days=60)
    return rows.filter(**{f"{order}__gt": day}).earliest(order)
