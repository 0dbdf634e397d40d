"""The exact System One server of others, and its faults, through the whole engine."""

from typing import Final

import pytest

from conversations.testing import GraphHarness
from providers.errors import ErrorCode
from tests.conversations.decisions.asking import DECIDED, asking, save_typesafe
from tests.peers.system_one import KEY, Jevcompat
from tests.providers.typesafe.test_exact_server import FAULTS, OPTIONS, QUESTIONS, UNKNOWN_MODEL

pytestmark = pytest.mark.django_db(transaction=True)

ELSEWHERE: Final = {*OPTIONS, "auth-rejects-header", "validation-400"}
"""These show in requests that need other options, or that the engine never makes."""

EXPECTED: Final = {
    **{name: code for name, code in FAULTS.items() if name not in ELSEWHERE},
    "reject-array-state": None,  # it is always an object here
}


@pytest.mark.usefixtures("fresh_providers")
async def test_a_sound_reply_is_seen_and_on_record(jevcompat: Jevcompat):
    await save_typesafe("typesafe", jevcompat.url(), api_key=KEY)
    ask = asking(QUESTIONS)
    async with GraphHarness(ask.graph) as chat:
        assert (await chat.send("Ich möchte stornieren 🙂")).message == DECIDED
        (row,) = await chat.decisions_on_record()

    (answers,) = ask.seen
    assert answers.keys() == QUESTIONS.keys()
    assert (row.outcome, row.source, row.attempts) == ("success", "calibrated", 1)
    assert {answer.question for answer in row.answers.all()} == QUESTIONS.keys()
    assert row.input_tokens > 0
    assert row.request_id


@pytest.mark.parametrize("fault", EXPECTED)
@pytest.mark.usefixtures("fresh_providers")
async def test_a_fault_of_the_server_is_on_record_or_makes_no_difference(fault: str, jevcompat: Jevcompat):
    code = EXPECTED[fault]
    await save_typesafe("typesafe", jevcompat.url(fault), api_key=KEY)
    model = "no-such-model" if fault in UNKNOWN_MODEL else "jev-latest"
    ask = asking(QUESTIONS, get_decision_config=lambda self: {"model": model})
    async with GraphHarness(ask.graph) as chat:
        await chat.send("Ich möchte stornieren 🙂")
        (row,) = await chat.decisions_on_record()

    if code is None:
        assert (row.outcome, len(ask.seen), row.failures) == ("success", 1, [])
        return
    outcome = "failed" if code is ErrorCode.AUTH else "fallback"
    assert (row.outcome, ask.seen, len(row.answers.all())) == (outcome, [], 0)
    assert [failure["code"] for failure in row.failures] == [code]
