"""A provider with a fallback: whose answers are of no use is passed over, and the row says who and how."""

from typing import Any, Final

import pytest

from conversations.testing import GraphHarness, ScriptedChat
from providers.registry import override_provider
from tests.conversations.decisions.asking import DECIDED, asking, save_typesafe
from tests.conversations.decisions.contract_server import Refusal, Spoil, SystemOneServer
from tests.conversations.decisions.test_bad_answers import (
    answering,
    instead,
    literal,
    topic,
    without,
)

pytestmark = pytest.mark.django_db(transaction=True)

Servers = tuple[SystemOneServer, SystemOneServer]

PASSED_OVER: Final[dict[str, tuple[Spoil, str, str]]] = {
    "an unknown choice": (answering("topic", choice="sales"), "bad_decision", "topic.choice"),
    "a sum of 0.7": (topic(0.6, 0.1), "bad_decision", "topic.probabilities: do not add up"),
    "NaN": (literal("NaN"), "bad_response", "not JSON"),
    "a number above all": (literal("1e999"), "bad_decision", "urgent.noul"),
    "a missing question": (without("urgent"), "bad_decision", "urgent: is not answered"),
    "an error of status 200": (instead({"error": {"message": "busy"}}), "unavailable", ""),
    "a detail of status 200": (instead({"detail": "busy"}), "bad_response", "lacks what"),
    "a refusal": (instead(Refusal(529, {"detail": "busy"})), "unavailable", ""),
    "a wrong key": (instead(Refusal(401, {"detail": "who?"})), "auth", ""),
}


@pytest.mark.parametrize("name", PASSED_OVER)
async def test_the_next_provider_answers_and_the_row_says_who_failed_and_how(name: str, chained: Servers):
    first, second = chained
    spoil, code, message = PASSED_OVER[name]
    first.spoils = [spoil]
    ask = asking()
    async with GraphHarness(ask.graph) as chat:
        result = await chat.send("Where is my invoice?")
        (row,) = await chat.decisions_on_record()
        calls = [(call.provider, call.code) for call in await chat.model_calls()]

    assert result.message == DECIDED
    assert len(ask.seen) == 1
    assert (row.outcome, row.failure) == ("success", "")
    assert (row.provider, row.answered_by, row.attempts) == ("typesafe", "spare", 1)
    (failure,) = row.failures
    assert (failure["provider"], failure["code"]) == ("typesafe", code)
    assert message in failure["message"]
    assert calls == [("typesafe", code), ("spare", "")]
    assert first.bodies == second.bodies
    assert len(row.answers.all()) == 3


async def test_tokens_of_an_answer_that_does_not_fit_are_counted_with_those_of_the_next(chained: Servers):
    chained[0].spoils = [without("urgent")]
    async with GraphHarness(asking().graph) as chat:
        result = await chat.send("Hi")
        (row,) = await chat.decisions_on_record()

    assert (row.input_tokens, row.output_tokens) == (240, 14)
    assert [(one["provider"], one["input_tokens"]) for one in result.usage] == [
        ("typesafe", 120),
        ("spare", 120),
    ]


async def test_where_both_fail_the_node_is_asked_and_both_are_on_record(chained: Servers):
    chained[0].spoils = [answering("topic", choice="sales")]
    chained[1].spoils = [instead(Refusal(503, {"detail": "down"}))]
    ask = asking()
    async with GraphHarness(ask.graph) as chat:
        result = await chat.send("Hi")
        (row,) = await chat.decisions_on_record()

    assert result.message == "Rescued from provider."
    assert (row.outcome, row.failure, row.answered_by) == ("fallback", "provider", "")
    assert [(one["provider"], one["code"], one["status"]) for one in row.failures] == [
        ("typesafe", "bad_decision", None),
        ("spare", "unavailable", 503),
    ]
    assert row.input_tokens == 120


async def test_only_where_every_entry_is_misconfigured_is_it_a_fault_of_configuration(chained: Servers):
    for server in chained:
        server.spoils = [instead(Refusal(401, {"detail": "who?"}))]
    ask = asking()
    async with GraphHarness(ask.graph) as chat:
        result = await chat.send("Hi")
        (row,) = await chat.decisions_on_record()

    assert not result.success
    assert (row.outcome, row.failure) == ("failed", "configuration")
    assert ask.failures == []


@pytest.mark.parametrize("statuses", [(401, 503), (503, 401)])
@pytest.mark.parametrize("rescued", [True, False])
async def test_one_misconfigured_entry_of_two_is_an_outage_of_the_chain(
    statuses: tuple[int, int], rescued: bool, chained: Servers
):
    for server, status in zip(chained, statuses, strict=True):
        server.spoils = [instead(Refusal(status, {"detail": "no"}))]
    ask = asking(rescued=rescued)
    async with GraphHarness(ask.graph) as chat:
        result = await chat.send("Hi")
        (row,) = await chat.decisions_on_record()

    assert len(ask.failures) == 1
    assert (row.outcome, row.failure) == ("fallback" if rescued else "failed", "provider")
    assert result.cause == ("" if rescued else "PROVIDER_FAILED")


async def test_the_model_of_the_node_goes_to_a_fallback_of_the_same_type_only(chained: Servers):
    chained[0].spoils = [without("urgent")]
    ask = asking(get_decision_config=lambda self: {"model": "jev-1.13.0"})
    async with GraphHarness(ask.graph) as chat:
        await chat.send("Hi")
        (row,) = await chat.decisions_on_record()

    assert [server.bodies[0]["model"] for server in chained] == ["jev-1.13.0", "jev-1.13.0"]
    assert (row.asked_model, row.model) == ("jev-1.13.0", "jev-1.14.0")


async def test_a_retry_begins_again_at_the_first_once_every_entry_failed(chained: Servers):
    busy: Any = instead(Refusal(503, {"detail": "down"}))
    for server in chained:
        server.spoils = [busy, lambda _: None]
    ask = asking(get_decision_config=lambda self: {"max_retries": 2})
    async with GraphHarness(ask.graph) as chat:
        result = await chat.send("Hi")
        (row,) = await chat.decisions_on_record()

    assert result.message == DECIDED
    assert (row.outcome, row.answered_by, row.attempts) == ("success", "typesafe", 2)
    assert [one["provider"] for one in row.failures] == ["typesafe", "spare"]
    assert [len(server.bodies) for server in chained] == [2, 1]


async def test_a_fallback_that_cannot_decide_is_passed_over(server: SystemOneServer):
    await save_typesafe("typesafe", server.url, fallback=["talker"])
    server.spoils = [without("urgent")]
    talker = ScriptedChat([])
    with override_provider("talker", talker):
        async with GraphHarness(asking().graph) as chat:
            result = await chat.send("Hi")
            (row,) = await chat.decisions_on_record()

    assert result.message == "Rescued from validation."
    assert [failure["provider"] for failure in row.failures] == ["typesafe"]
    assert talker.requests == []
