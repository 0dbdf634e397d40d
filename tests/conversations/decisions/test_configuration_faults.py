"""What cannot be asked is named with its path, never sent, and no fallback is asked about it."""

import datetime
import decimal
import enum
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

import pytest

from conversations.authoring import Choice, Noul, Score
from conversations.engine.errors import SAFE_SENTENCE, Cause
from conversations.models import Turn
from conversations.testing import GraphHarness, ScriptedDecisions, answers
from providers.database import in_database
from providers.questions import Question
from tests.conversations.decisions.asking import DECIDED, asking

pytestmark = [pytest.mark.any_database, pytest.mark.django_db(transaction=True)]

HOLDS_ITSELF: Final[dict[str, Any]] = {"name": "facts"}
HOLDS_ITSELF["inner"] = [HOLDS_ITSELF]

DEEP: Final[list[Any]] = []
_innermost = DEEP
for _ in range(2000):
    _innermost.append([])
    _innermost = _innermost[0]

BAD_FACTS: Final[dict[str, tuple[Any, str]]] = {
    "request": ({"request": "Hi"}, "facts.request"),
    "priorRequests": ({"priorRequests": []}, "facts.priorRequests"),
    "prior_requests": ({"prior_requests": []}, "facts.prior_requests"),
    "datetime": (
        {"criteria": {"dates": {"start": datetime.datetime(2026, 1, 1)}}},
        "facts.criteria.dates.start: datetime is not JSON",
    ),
    "date": ({"day": datetime.date(2026, 1, 1)}, "facts.day: date is not JSON"),
    "Decimal": ({"prices": [1, decimal.Decimal("9.99")]}, "facts.prices.1: Decimal is not JSON"),
    "NaN": ({"rates": {"usd": float("nan")}}, "facts.rates.usd: nan is not JSON"),
    "a number of 400 digits": ({"rates": [10**400]}, "facts.rates.0: is too large a number"),
    "a number of 5000 digits": ({"least": -(10**5000)}, "facts.least: is too large a number"),
    "infinity": ({"most": float("inf")}, "facts.most: inf is not JSON"),
    "set": ({"tags": {"a"}}, "facts.tags: set is not JSON"),
    "bytes": ({"raw": b"a"}, "facts.raw: bytes is not JSON"),
    "cycle": (HOLDS_ITSELF, "facts.inner.0: holds itself"),
    "depth": ({"deep": DEEP}, "is nested too deeply"),
    "object": ({"choice": Noul("Is it?")}, "facts.choice: Noul is not JSON"),
    "key": ({"by_number": {1: "one"}}, "facts.by_number: the key 1 is not a text"),
    "list": ([1], "facts: list is no object"),
    "nothing": (None, "facts: NoneType is no object"),
}


def changed(question: Question, criteria: Any) -> Question:
    """A question whose criteria were changed after it was checked."""
    return question.model_copy(update={"criteria": criteria})


def labels(count: int) -> dict[str, None]:
    return {f"label-{number}": None for number in range(count)}


BAD_QUESTIONS: Final[dict[str, tuple[Callable[[], Any], str]]] = {
    "no question": (dict, "questions: there has to be at least one"),
    "None": (lambda: None, "questions: are no object"),
    "a list": (lambda: [Noul("Is it?")], "questions: are no object"),
    "an empty name": (lambda: {"": Noul("Is it?")}, "questions: the name '' is no text, or empty"),
    "a blank name": (lambda: {" ": Noul("Is it?")}, "questions: the name ' ' is no text, or empty"),
    "a name that is a number": (lambda: {1: Noul("Is it?")}, "questions: the name 1 is no text"),
    "a name too long": (lambda: {"n" * 201: Noul("Is it?")}, "questions: a name has over 200"),
    "a name with a NUL": (lambda: {"a\0": Noul("Is it?")}, "questions: a name has over 200"),
    "a text": (lambda: {"topic": "What is it?"}, "questions.topic: str is no Choice, Score or Noul"),
    "no label": (lambda: {"topic": Choice({})}, "questions: Choice.criteria: "),
    "256 labels": (lambda: {"topic": Choice(labels(256))}, "questions: Choice.criteria: "),
    "no level": (lambda: {"anger": Score([])}, "questions: Score.criteria: "),
    "one level": (lambda: {"anger": Score(["calm"])}, "questions: Score.criteria: "),
    "eleven levels": (lambda: {"anger": Score(list(map(str, range(11))))}, "questions: Score.criteria: "),
    "a noul about nothing": (lambda: {"urgent": Noul()}, "questions: Noul: needs instructions"),
    "a noul about a blank": (lambda: {"urgent": Noul(" \n")}, "questions: Noul: needs instructions"),
    "a noul of empty sides": (
        lambda: {"urgent": Noul([], true="", false={})},
        "questions: Noul: needs instructions",
    ),
    "a label described by a date": (
        lambda: {"topic": Choice({"a": datetime.date(2026, 1, 1)})},  # type: ignore[dict-item]
        "questions: Choice.criteria",
    ),
    "labels that were taken out": (
        lambda: {"topic": changed(Choice({"a": None}), {})},
        "questions.topic.criteria: ",
    ),
    "labels that were added": (
        lambda: {"topic": changed(Choice({"a": None}), labels(256))},
        "questions.topic.criteria: ",
    ),
    "levels that were taken out": (
        lambda: {"anger": changed(Score(["a", "b"]), ("a",))},
        "questions.anger.criteria: ",
    ),
    "a description that is NaN": (
        lambda: {"topic": Choice({"a": {"weight": float("nan")}})},
        "questions.topic.criteria.a.weight: nan is not JSON",
    ),
    "a description that was replaced": (
        lambda: {"topic": changed(Choice({"a": None}), {"a": {1, 2}})},
        "questions.topic.criteria.a: set is not JSON",
    ),
    "a description that holds itself": (
        lambda: {"topic": changed(Choice({"a": None}), {"a": HOLDS_ITSELF})},
        "questions.topic.criteria.a.inner.0: holds itself",
    ),
}


async def refused(path: str, **members: Any) -> None:
    """Check that nothing is asked, nobody rescues it, and the fault is named and on record."""
    script = ScriptedDecisions([])
    ask = asking(**members)
    async with GraphHarness(ask.graph, decisions=script) as chat:
        result = await chat.send("Hi")
        turn = await in_database(Turn.objects.get, session=chat.session_id)
        (row,) = await chat.decisions_on_record()

    assert script.requests == []
    assert (ask.seen, ask.failures) == ([], [])
    assert (result.success, result.message) == (False, SAFE_SENTENCE)
    assert (turn.status, turn.cause) == ("failed", Cause.CONFIGURATION)
    assert path in turn.cause_detail
    assert turn.cause_detail.startswith("AskNode: ")
    assert (row.outcome, row.failure, row.attempts) == ("failed", "configuration", 0)
    assert (row.request_bytes, row.duration_ms, row.failures) == (0, 0, [])
    assert (row.step_id, row.answered_by) == (None, "")


@pytest.mark.parametrize("name", BAD_FACTS)
async def test_facts_that_are_not_json_are_named_with_their_path(name: str):
    facts, path = BAD_FACTS[name]
    await refused(path, get_decision_facts=lambda self, state: facts)


@pytest.mark.parametrize("name", BAD_QUESTIONS)
async def test_questions_that_cannot_be_asked_are_named_with_their_path(name: str):
    questions, path = BAD_QUESTIONS[name]
    await refused(path, define_questions=lambda self, state: questions())


@pytest.mark.parametrize("prompt", [None, 7, ["You route."]])
async def test_a_prompt_that_is_no_text_is_named(prompt: Any):
    await refused("prompt: ", get_prompt=lambda self, state: prompt)


@pytest.mark.parametrize(
    "options",
    [
        {"timeout": 0},
        {"max_retries": -1},
        {"provider": ""},
        {"provider": "p" * 65},
        {"provider": "type\0safe"},
        {"temperature": 1},
        None,
    ],
)
async def test_options_that_make_no_sense_later_on_are_named(options: Any):
    # What they are at the start is checked before the graph serves.
    held: list[Any] = [{}]
    script = ScriptedDecisions([])
    ask = asking(get_decision_config=lambda self: held[-1])
    async with GraphHarness(ask.graph, decisions=script) as chat:
        held.append(options)
        await chat.send("Hi")
        turn = await in_database(Turn.objects.get, session=chat.session_id)
        (row,) = await chat.decisions_on_record()

    assert (turn.cause, ask.failures, script.requests) == (Cause.CONFIGURATION, [], [])
    assert turn.cause_detail.startswith("AskNode: its decision config")
    assert (row.outcome, row.failure, row.provider) == ("failed", "configuration", "")


class Colour(enum.StrEnum):
    RED = "red"


class Size(enum.IntEnum):
    LARGE = 3


async def test_whatever_json_can_hold_is_sent_as_what_it_is():
    facts = {
        "tuple": (1, (2,)),
        "mapping": MappingProxyType({"a": [None, True, 1.5]}),
        "names": [Colour.RED, Size.LARGE],
        "twice": [HOLDS_ITSELF["name"]] * 2,
        "text": "Grüße 👋 \0 \ud800",
        "large": [2**70, -(2**70)],
    }
    script = ScriptedDecisions([answers(topic="billing", anger=1, urgent=0.5)])
    async with GraphHarness(
        asking(get_decision_facts=lambda self, state: facts).graph, decisions=script
    ) as chat:
        assert (await chat.send("Hi")).message == DECIDED

    assert script.request.state == {
        "tuple": [1, [2]],
        "mapping": {"a": [None, True, 1.5]},
        "names": ["red", 3],
        "twice": ["facts", "facts"],
        "text": "Grüße 👋 \0 \ud800",
        "large": [2**70, -(2**70)],
        "request": "Hi",
        "priorRequests": [],
    }


async def test_what_is_asked_is_a_copy_that_the_node_cannot_change_any_more():
    shared: dict[str, Any] = {"list": [1]}
    topic = Choice({"billing": {"of": ["invoices"]}, "other": None})

    class Changing(ScriptedDecisions):
        async def decide(self, request: Any) -> Any:
            shared["list"].append(2)
            topic.criteria["billing"] = "payments"
            return await super().decide(request)

    script = Changing([answers(topic="billing")])
    ask = asking({"topic": topic}, get_decision_facts=lambda self, state: shared)
    async with GraphHarness(ask.graph, decisions=script) as chat:
        assert (await chat.send("Hi")).message == DECIDED

    assert isinstance(script.request.state, dict)
    assert script.request.state["list"] == [1]
    asked = script.request.questions["topic"]
    assert isinstance(asked, Choice)
    assert asked.criteria["billing"] == {"of": ["invoices"]}
