"""Lets a visitor's message, session or connection in, or says why not and for how long."""

import logging
from enum import StrEnum
from functools import cache
from typing import Final
from uuid import UUID

from conversations.access.denials import AccessDenied
from conversations.access.graph_rules import longest_message, rules_of
from conversations.access.limits.connections import connections
from conversations.access.limits.counting import Refusal, Rule, counted, forget_counts, refuse
from conversations.access.limits.graph_day import GraphDays, seconds_left
from conversations.access.limits.windows import Window
from conversations.access.visitors import neighbourhood_of
from conversations.announcements import LimitReached
from conversations.codes import Code
from conversations.models import GraphSettings
from conversations.text import fault_in_message
from providers.announcing import announce
from providers.database import in_database

logger = logging.getLogger(__name__)

MINUTE: Final = 60
DAY: Final = 24 * 60 * 60

CONNECTION_SECONDS: Final = 30
"""When it is worth connecting again: nobody knows when the others leave."""


class Kind(StrEnum):
    """What a visitor asks for."""

    MESSAGE = "message"
    """A turn: a message, or a retry."""
    SESSION = "session"
    CONNECTION = "connection"


async def admit(
    kind: Kind, *, graph: str = "", visitor: UUID | None = None, address: str, text: str = ""
) -> Refusal | None:
    """Count what a visitor asks for; a Refusal where it is too much, and then it is not counted.

    `visitor` is the session of a message and `text` the message, `address` where it comes from, see
    `visitors.address_of`. Raises AccessDenied MESSAGE_INVALID for a text longer than the graph allows.
    """
    match kind:
        case Kind.CONNECTION:
            return _connection(address)
        case Kind.SESSION:
            rules = await in_database(rules_of, graph)
            return await counted([_sessions_of(address, rules)])
    rules, used_up = await in_database(_rules_and_day, graph)
    fault = fault_in_message(text, required=False, longest=longest_message(rules))
    if fault is not None:
        raise AccessDenied(Code.MESSAGE_INVALID, fault)
    if used_up is not None:
        logger.warning("The graph %a has reached a limit of its day.", graph)
        announce(LimitReached("day"))
        return refuse(used_up, seconds_left())
    refusal = await counted([*_messages_of(visitor, rules), _messages_from(address, rules)])
    if refusal is None:
        _days().add_turn(graph)
    return refusal


def forget() -> None:
    """Forget what this process has counted."""
    forget_counts()
    _days.cache_clear()


def _messages_of(visitor: UUID | None, rules: GraphSettings) -> list[Rule]:
    name = f"visitor:{rules.graph}:{visitor}"
    minute, day = rules.visitor_messages_per_minute, rules.visitor_messages_per_day
    return [
        Rule(
            Window(f"{name}:minute", minute, MINUTE),
            f"No more than {minute} messages a minute are possible here.",
        ),
        Rule(Window(f"{name}:day", day, DAY), f"No more than {day} messages a day are possible here."),
    ]


def _messages_from(address: str, rules: GraphSettings) -> Rule:
    name = f"messages:{rules.graph}:{neighbourhood_of(address)}"
    return Rule(
        Window(name, rules.address_messages_per_minute, MINUTE),
        "Too many messages come from your network at the moment.",
    )


def _sessions_of(address: str, rules: GraphSettings) -> Rule:
    name = f"sessions:{rules.graph}:{neighbourhood_of(address)}"
    return Rule(
        Window(name, rules.address_sessions_per_minute, MINUTE),
        "Too many conversations are started from your network at the moment.",
    )


def _connection(address: str) -> Refusal | None:
    if not connections.is_full(address):
        return None
    announce(LimitReached("connections"))
    return refuse("Too many connections are open from your network at the moment.", CONNECTION_SECONDS)


def _rules_and_day(graph: str) -> tuple[GraphSettings, str | None]:
    rules = rules_of(graph)
    return rules, _days().refusal(rules)


@cache
def _days() -> GraphDays:
    return GraphDays()
