"""The typed contract: an answer that does not fit its question never reaches on_decision."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import pytest

from conversations.authoring import Choice
from conversations.engine.errors import SAFE_SENTENCE, Cause
from conversations.models import Decision, Turn
from conversations.testing import GraphHarness
from providers.database import in_database
from providers.questions import Question
from tests.conversations.decisions.asking import QUESTIONS, asking
from tests.conversations.decisions.contract_server import (
    MODEL,
    REQUEST_ID,
    USAGE,
    Refusal,
    Reply,
    Spoil,
    SystemOneServer,
)

pytestmark = [pytest.mark.any_database, pytest.mark.django_db(transaction=True)]

LABELS: Final = [f"label-{number}" for number in range(23)]
MANY: Final[Mapping[str, Question]] = {"topic": Choice(dict.fromkeys(LABELS))}


def answering(question: str, **fields: Any) -> Spoil:
    """Change fields of one answer; None takes one out."""

    def spoil(reply: dict[str, Any]) -> None:
        changed = reply["answers"][question] | fields
        reply["answers"][question] = {name: value for name, value in changed.items() if value is not None}

    return spoil


def whole(question: str, answer: Any) -> Spoil:
    """Give another answer altogether."""

    def spoil(reply: dict[str, Any]) -> None:
        reply["answers"][question] = answer

    return spoil


def without(question: str) -> Spoil:
    """Leave one question without an answer."""

    def spoil(reply: dict[str, Any]) -> None:
        del reply["answers"][question]

    return spoil


def instead(reply: Reply) -> Spoil:
    """Send something else."""
    return lambda _: reply


def topic(billing: Any, other: Any, **fields: Any) -> Spoil:
    """Give other probabilities for the labels."""
    return answering("topic", probabilities={"billing": billing, "other": other}, **fields)


def spread_over_many(first: float, rest: float) -> Spoil:
    """Give the 23 labels these probabilities."""
    probabilities = dict.fromkeys(LABELS, rest) | {LABELS[0]: first}
    return answering("topic", choice=LABELS[0], probabilities=probabilities)


def literal(number: str) -> Spoil:
    """Send a noul that is spelled so."""

    def spoil(reply: dict[str, Any]) -> bytes:
        reply["answers"]["urgent"]["noul"] = "HERE"
        return json.dumps(reply).replace('"HERE"', number).encode()

    return spoil


@dataclass(frozen=True)
class Bad:
    """What a server says, and the words on record about it."""

    spoil: Spoil
    message: str
    questions: Mapping[str, Question] = field(default_factory=lambda: QUESTIONS)


THREE_LEVELS: Final = {"0": 0.1, "1": 0.9, "2": 0.0}

INVALID: Final[dict[str, Bad]] = {
    "an extra key": Bad(whole("more", {"type": "noul", "noul": 0.5}), "an answer that nobody asked for"),
    "a missing key": Bad(without("urgent"), "urgent: is not answered"),
    "no answers": Bad(lambda reply: reply.update(answers={}), "topic: is not answered"),
    "a wrong type": Bad(whole("topic", {"type": "noul", "noul": 0.5}), "topic.kind"),
    "no type": Bad(answering("topic", type=None), "topic.kind"),
    "an unknown type": Bad(answering("topic", type="guess"), "topic.kind"),
    "a bare number": Bad(whole("urgent", 0.3), "urgent: is no object"),
    "a list": Bad(whole("urgent", [0.3]), "urgent: is no object"),
    "null": Bad(whole("urgent", None), "urgent: is no object"),
    "a label that is not offered": Bad(answering("topic", choice="sales"), "topic.choice: is not one of"),
    "a label in other letters": Bad(answering("topic", choice="Billing"), "topic.choice: is not one of"),
    "a label that is a number": Bad(answering("topic", choice=0), "topic.choice"),
    "no label": Bad(answering("topic", choice=None), "topic.choice"),
    "no probabilities": Bad(answering("topic", probabilities=None), "topic.probabilities"),
    "probabilities in a list": Bad(answering("topic", probabilities=[0.9, 0.1]), "topic.probabilities"),
    "a label without a probability": Bad(
        answering("topic", probabilities={"billing": 1.0}), "topic.probabilities: are not over exactly"
    ),
    "a probability of another label": Bad(
        answering("topic", probabilities={"billing": 0.9, "other": 0.1, "sales": 0.0}),
        "topic.probabilities: are not over exactly",
    ),
    "a probability of 1.2": Bad(topic(1.2, -0.2), "topic.probabilities"),
    "a noul of 1.2": Bad(answering("urgent", noul=1.2), "urgent.noul"),
    "a noul below 0": Bad(answering("urgent", noul=-0.01), "urgent.noul"),
    "no noul": Bad(answering("urgent", noul=None), "urgent.noul"),
    "a confidence of 1.2": Bad(answering("topic", confidence=1.2), "topic.confidence"),
    "more than any float": Bad(literal("1e999"), "urgent.noul"),
    "less than any float": Bad(literal("-1e999"), "urgent.noul"),
    "a sum of 0.97": Bad(topic(0.9, 0.07), "topic.probabilities: do not add up to 1"),
    "a sum of 1.03": Bad(topic(0.9, 0.13), "topic.probabilities: do not add up to 1"),
    "a sum of 0.7": Bad(topic(0.6, 0.1), "topic.probabilities: do not add up to 1"),
    "a score's sum of 0.97": Bad(
        answering("anger", probabilities={"0": 0.07, "1": 0.9, "2": 0.0}),
        "anger.probabilities: do not add up",
    ),
    "23 labels that rounding cannot explain": Bad(
        spread_over_many(0.88, 0.0), "topic.probabilities: do not add up to 1", MANY
    ),
    "23 labels that are not rounded": Bad(
        spread_over_many(0.901, 0.003), "topic.probabilities: do not add up to 1", MANY
    ),
    "a score above the last level": Bad(answering("anger", score=2.01), "anger.score: is not on the levels"),
    "a score below the first": Bad(answering("anger", score=-0.01), "anger.score: is not on the levels"),
    "a short legend": Bad(answering("anger", legend={"0": "calm", "1": "annoyed"}), "anger.legend"),
    "a short list as legend": Bad(
        answering("anger", legend=["calm", "annoyed"]), "anger.legend: is not over every level"
    ),
    "a long legend": Bad(
        answering("anger", legend=["calm", "annoyed", "furious", "mad"]),
        "anger.legend: is not over every level",
    ),
    "a level without a probability": Bad(
        answering("anger", probabilities={"0": 0.1, "1": 0.9}), "anger.probabilities"
    ),
    "a probability of a fourth level": Bad(
        answering("anger", probabilities=THREE_LEVELS | {"3": 0.0}), "anger.probabilities"
    ),
    "a boolean as noul": Bad(answering("urgent", noul=True), "urgent.noul"),
    "a boolean as score": Bad(answering("anger", score=True), "anger.score"),
    "booleans as probabilities": Bad(topic(True, False), "topic.probabilities"),
    "a boolean as confidence": Bad(answering("topic", confidence=True), "topic.confidence"),
    "a text as noul": Bad(answering("urgent", noul="0.3"), "urgent.noul"),
    "a text as score": Bad(answering("anger", score="1"), "anger.score"),
    "texts as probabilities": Bad(topic("0.9", "0.1"), "topic.probabilities"),
    "an object as noul": Bad(answering("urgent", noul={"value": 0.3}), "urgent.noul"),
}

NO_REPLY: Final[dict[str, Bad]] = {
    "NaN": Bad(literal("NaN"), "not JSON"),
    "Infinity": Bad(literal("Infinity"), "not JSON"),
    "no JSON": Bad(instead(b"billing"), "not JSON"),
    "half of a document": Bad(instead(b'{"answers": {'), "not JSON"),
    "a list of answers": Bad(instead(b"[]"), "not a JSON object"),
    "no answers at all": Bad(instead({"model": MODEL}), "lacks what System One promises"),
    "answers in a list": Bad(instead({"answers": []}), "lacks what System One promises"),
    "an error of status 200": Bad(instead({"detail": {"error_type": "overloaded"}}), "lacks what"),
}


async def refused(server: SystemOneServer, bad: Bad, *, rescued: bool) -> tuple[str, Decision, Turn]:
    """What the customer got for a bad answer that nobody saw, the row and the turn."""
    server.spoils = [bad.spoil]
    ask = asking(bad.questions, rescued=rescued)
    async with GraphHarness(ask.graph) as chat:
        result = await chat.send("Where is my invoice?")
        (row,) = await chat.decisions_on_record()
        turn = await in_database(Turn.objects.get, session=chat.session_id)

    assert len(server.bodies) == 1
    assert ask.seen == []
    assert not row.answers.all()
    assert (row.provider, row.answered_by, row.attempts) == ("typesafe", "", 1)
    assert row.request_id == REQUEST_ID
    assert [failure["provider"] for failure in row.failures] == ["typesafe"]
    assert bad.message in row.failures[0]["message"]
    return result.message, row, turn


@pytest.mark.parametrize("name", INVALID)
async def test_answers_that_do_not_fit_go_to_the_fallback_and_are_paid(name: str, server: SystemOneServer):
    message, row, turn = await refused(server, INVALID[name], rescued=True)

    assert message == "Rescued from validation."
    assert (row.outcome, row.failure) == ("fallback", "validation")
    assert row.failures[0]["code"] == "bad_decision"
    assert row.step_id is not None
    assert row.input_tokens == USAGE["input_tokens"]
    assert turn.usage[0]["output_tokens"] == USAGE["output_tokens"]


@pytest.mark.parametrize("name", INVALID)
async def test_without_a_fallback_the_customer_gets_the_safe_sentence(name: str, server: SystemOneServer):
    message, row, turn = await refused(server, INVALID[name], rescued=False)

    assert message == SAFE_SENTENCE
    assert (row.outcome, row.failure, row.step_id) == ("failed", "validation", None)
    assert (turn.status, turn.cause) == ("failed", Cause.PROVIDER_FAILED)


@pytest.mark.parametrize("name", NO_REPLY)
async def test_what_is_no_reply_is_a_failure_of_the_provider(name: str, server: SystemOneServer):
    message, row, _ = await refused(server, NO_REPLY[name], rescued=True)

    assert message == "Rescued from provider."
    assert (row.outcome, row.failure) == ("fallback", "provider")
    assert row.failures[0]["code"] == "bad_response"


@pytest.mark.parametrize(
    ("status", "code", "failure"),
    [
        (400, "invalid_request", "provider"),
        (429, "rate_limited", "provider"),
        (529, "unavailable", "provider"),
    ],
)
async def test_a_refusal_is_on_record_with_its_status(
    status: int, code: str, failure: str, server: SystemOneServer
):
    _, row, _ = await refused(server, Bad(instead(Refusal(status, {"detail": "no"})), ""), rescued=True)

    assert (row.failure, row.failures[0]["code"], row.failures[0]["status"]) == (failure, code, status)
