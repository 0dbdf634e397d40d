"""Facts that the prompt repeats are told of in the log, once a node and process."""

import json
import logging
from collections.abc import Iterator
from typing import Any, Final

import pytest

from conversations.engine.decision import repeats
from conversations.testing import GraphHarness, ScriptedDecisions, answers
from tests.conversations.decisions.asking import DECIDED, asking

pytestmark = pytest.mark.django_db(transaction=True)

POLICY: Final = " ".join(f"Rule {number} of the house holds for every guest." for number in range(12))
"""A long text in which nothing is repeated."""

HOTELS: Final = [{"name": f"Hotel {number}", "price": 90 + number} for number in range(20)]


@pytest.fixture(autouse=True)
def nobody_told() -> Iterator[None]:
    """As in a new process."""
    repeats._told.clear()
    yield
    repeats._told.clear()


async def told(
    caplog: pytest.LogCaptureFixture,
    prompt: str,
    facts: dict[str, Any],
    *,
    messages: tuple[str, ...] = ("Hi",),
    graph: str = "ask",
) -> list[str]:
    """What is logged of prompts that repeat facts, after these messages."""
    script = ScriptedDecisions([answers(topic="billing", anger=1, urgent=0.5)] * len(messages))
    ask = asking(get_prompt=lambda self, state: prompt, get_decision_facts=lambda self, state: facts)
    ask.graph.name = graph
    with caplog.at_level(logging.WARNING, repeats.logger.name):
        async with GraphHarness(ask.graph, decisions=script) as chat:
            for message in messages:
                assert (await chat.send(message)).message == DECIDED
    return [record.getMessage() for record in caplog.records if record.name == repeats.logger.name]


async def test_a_long_piece_is_told_of_once_and_the_text_itself_is_not(caplog: pytest.LogCaptureFixture):
    piece = POLICY[37:260]
    lines = await told(caplog, f"Mind this: {piece}", {"policy": POLICY}, messages=("Hi", "Again"))

    (line,) = lines
    assert line.startswith("ask.AskNode.get_prompt repeats more than 200 characters")
    assert piece not in line


async def test_nodes_of_one_name_in_two_graphs_are_two(caplog: pytest.LogCaptureFixture):
    for graph in ("one", "other"):
        lines = await told(caplog, POLICY, {"policy": POLICY}, graph=graph)

    assert [line.split()[0] for line in lines] == ["one.AskNode.get_prompt", "other.AskNode.get_prompt"]


@pytest.mark.parametrize(("length", "lines"), [(200, 0), (201, 1), (400, 1)])
@pytest.mark.parametrize("start", [0, 1, 50, 99, 100])
async def test_it_is_told_from_the_two_hundred_and_first_character_on(
    start: int, length: int, lines: int, caplog: pytest.LogCaptureFixture
):
    piece = POLICY[start : start + length]
    assert len(await told(caplog, f"<{piece}>", {"deep": [{"policy": POLICY}]})) == lines


async def test_facts_that_are_put_in_as_json_are_told_of(caplog: pytest.LogCaptureFixture):
    prompt = f"The hotels: {json.dumps(HOTELS)}"
    assert len(await told(caplog, prompt, {"hotels": HOTELS, "today": "2026-01-01"})) == 1


async def test_a_long_prompt_of_its_own_is_not(caplog: pytest.LogCaptureFixture):
    prompt = POLICY.replace("guest", "customer")
    assert await told(caplog, prompt, {"policy": POLICY, "hotels": HOTELS}) == []


async def test_the_customer_s_own_words_are_no_facts(caplog: pytest.LogCaptureFixture):
    assert await told(caplog, f"They said: {POLICY}", {}, messages=(POLICY,)) == []
