"""The exact server of others, and each fault that it can have: a typed error or a correct answer."""

import asyncio
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

import pytest
from pydantic import JsonValue, SecretStr

from providers.errors import ErrorCode, ProviderError
from providers.ports import DecideReply, DecideRequest, DecideResult
from providers.questions import (
    Choice,
    ChoiceAnswer,
    ConfidenceSource,
    Noul,
    NoulAnswer,
    Question,
    Score,
    ScoreAnswer,
    choice_confidence,
    score_confidence,
)
from tests.peers.system_one import KEY, Jevcompat
from tests.providers.deciding import decided, deciding
from tests.providers.typesafe.serving import typesafe

LEVELS: Final[tuple[JsonValue, ...]] = ("furious", "angry", "neutral", "fine", {"text": "happy"}, "delighted")

QUESTIONS: Final[Mapping[str, Question]] = {
    "intent": Choice(
        {"Book": "wants to book", "Cancel": None, "Größe": {"about": "size"}},
        instructions={"ask": "What does the customer want?", "language": ["de", "en"]},
    ),
    "many labels": Choice({f"Label {number}": f"text {number}" for number in range(255)}),
    "mood": Score(LEVELS, instructions="How does the customer feel?"),
    "ist es klar?": Noul(true="It is clear what is wanted."),
    "clear": Noul("Is it clear?", true="Yes", false={"because": "vague"}),
}
"""Of every kind and in every form, so that a fault in any of them shows."""

STATE: Final[JsonValue] = ["Ich möchte stornieren 🙂", {"nights": 3, "vip": True, "note": None}]

INVALID = ErrorCode.INVALID_REQUEST
DECISION = ErrorCode.BAD_DECISION

ANSWERED: Final = None

FAULTS: Final[Mapping[str, ErrorCode | None]] = {
    "wrong-route": INVALID,
    "xssi-200": ErrorCode.BAD_RESPONSE,
    "plain-content-type": ANSWERED,
    "text-errors": INVALID,
    "models-404": ANSWERED,
    "auth-rejects-header": ErrorCode.AUTH,
    "auth-x-api-key": ErrorCode.AUTH,
    "auth-plain": ErrorCode.AUTH,
    "auth-invalid-403-text": ErrorCode.AUTH,
    "reject-array-state": INVALID,
    "reject-jev-latest": INVALID,
    "first-question-only": DECISION,
    "strict-ids": INVALID,
    "nfd-keys": DECISION,
    "forbid-extra": ANSWERED,
    "string-only-text": INVALID,
    "noul-two-sided": INVALID,
    "noul-needs-instructions": INVALID,
    "no-null-description": INVALID,
    "cap-64": INVALID,
    "cap-5-levels": INVALID,
    "accept-map-score": ANSWERED,
    "no-usage": ANSWERED,
    "float-usage": ANSWERED,
    "extra-answer": DECISION,
    "boolean-type": DECISION,
    "nan": ErrorCode.BAD_RESPONSE,
    "unprefixed-extra": ANSWERED,
    "noul-range": DECISION,
    "choice-no-confidence": ANSWERED,
    "choice-key-case": DECISION,
    "choice-sum": DECISION,
    "choice-second": DECISION,
    "score-no-legend": ANSWERED,
    "legend-1-based": DECISION,
    "score-keys-1-based": DECISION,
    "score-sum": DECISION,
    "score-argmax": DECISION,
    "confidence-over": DECISION,
    "confidence-margin": ANSWERED,
    "500-on-unknown-type": ANSWERED,
    "accept-boolean": ANSWERED,
    "validation-400": INVALID,
    "error-flat": INVALID,
    "id-leaks": ANSWERED,
    "batch-leaks": ANSWERED,
    "order-leaks": ANSWERED,
}

UNLIKE_THE_EXACT_ONE: Final = {"id-leaks", "batch-leaks", "order-leaks", "confidence-margin"}
"""These change numbers in ways that the answer itself cannot tell."""

UNKNOWN_MODEL: Final = {"text-errors", "error-flat"}
"""These show in how an unknown model is refused."""

OPTIONS: Final[Mapping[str, dict[str, Any]]] = {
    "auth-plain": {"api_key": None},
    "auth-invalid-403-text": {"api_key": SecretStr("another-key")},
}


def rich(**values: Any) -> DecideRequest:
    return DecideRequest(state=STATE, questions=dict(QUESTIONS), **values)


async def ask(url: str, request: DecideRequest, **options: Any) -> DecideResult:
    """Ask, and fail where that hangs."""
    async with asyncio.timeout(10):
        return await typesafe(url, **options).decide(request)


async def test_it_answers_every_kind_of_question(jevcompat: Jevcompat) -> None:
    reply = decided(await ask(jevcompat.url(), rich()))

    intent, mood, clear = (reply.answers[name] for name in ("intent", "mood", "ist es klar?"))
    assert isinstance(intent, ChoiceAnswer)
    assert list(intent.probabilities) == ["Book", "Cancel", "Größe"]
    assert isinstance(mood, ScoreAnswer)
    assert mood.legend == LEVELS
    assert isinstance(clear, NoulAnswer)
    assert reply.answers.keys() == QUESTIONS.keys()


async def test_it_says_who_answered_and_what_it_cost(jevcompat: Jevcompat) -> None:
    price = {"input": "0.042", "output": "0"}

    reply = decided(await ask(jevcompat.url(), rich(), price=price))

    assert (reply.provider, reply.model, reply.request_id) == ("jev", "jevcompat-mock-0.1", "req_mock")
    assert reply.confidence_source is ConfidenceSource.CALIBRATED
    assert reply.usage.input_tokens > 100
    assert reply.cost == reply.usage.input_tokens * Decimal("0.042") / 10**6


async def test_what_it_computes_is_what_the_server_would_say(jevcompat: Jevcompat) -> None:
    answers = decided(await ask(jevcompat.url(), rich())).answers

    assert answers["intent"].confidence == pytest.approx(
        choice_confidence(list(answers["intent"].probabilities.values()))
    )
    assert answers["mood"].confidence == pytest.approx(score_confidence(answers["mood"].probabilities))


@pytest.mark.parametrize("state", ["text", "", {"a": [1]}, {}, [], 7, 1.5, True, None])
async def test_any_json_can_be_the_state(jevcompat: Jevcompat, state: Any) -> None:
    decided(await ask(jevcompat.url("forbid-extra"), DecideRequest(state=state, questions=dict(QUESTIONS))))


async def test_any_json_can_describe_labels_and_levels(jevcompat: Jevcompat) -> None:
    questions: dict[str, Question] = {
        "label": Choice({"": None, "one": 1, "yes": True, "list": [1, None]}, instructions=3),
        "level": Score([1, None, "two", {"three": 3}]),
        "noul": Noul(true=1),
    }

    decided(await ask(jevcompat.url(), DecideRequest(state="x", questions=questions)))


async def test_one_label_alone_is_certain(jevcompat: Jevcompat) -> None:
    request = deciding(questions={"q": Choice({"only": None})})

    reply = decided(await ask(jevcompat.url("choice-no-confidence"), request))

    assert reply.answers["q"].confidence == 1


def test_all_faults_are_in_the_table(jevcompat: Jevcompat) -> None:
    assert len(FAULTS) == 47
    assert sorted(FAULTS) == sorted(jevcompat.faults)


@pytest.mark.parametrize(("fault", "code"), FAULTS.items())
async def test_each_fault_is_a_typed_error_or_a_correct_answer(
    jevcompat: Jevcompat, fault: str, code: ErrorCode | None
) -> None:
    key = None if fault == "auth-rejects-header" else KEY
    # How it refuses shows only where it refuses something.
    others = ("cap-5-levels",) if fault == "validation-400" else ()
    request = rich(model="no-such-model") if fault in UNKNOWN_MODEL else rich()

    result = await ask(jevcompat.url(fault, *others, key=key), request, **OPTIONS.get(fault, {}))

    if code is not ANSWERED:
        assert isinstance(result, ProviderError), result
        assert (result.code, result.provider, result.request_id) == (code, "jev", "req_mock")
        return
    reply = decided(result)
    assert reply.answers.keys() == QUESTIONS.keys()
    if fault not in UNLIKE_THE_EXACT_ONE:
        exact = decided(await ask(jevcompat.url(), rich()))
        assert as_numbers(reply) == as_numbers(exact)


def as_numbers(reply: DecideReply) -> dict[str, Any]:
    """The answers as data, their computed numbers without the last digits."""
    return {
        name: {
            field: round(value, 9) if isinstance(value, float) else value
            for field, value in answer.model_dump().items()
        }
        for name, answer in reply.answers.items()
    }


@pytest.mark.parametrize("fault", ["no-usage", "float-usage"])
async def test_strange_counts_of_tokens_are_no_reason_to_fail(jevcompat: Jevcompat, fault: str) -> None:
    usage = decided(await ask(jevcompat.url(fault), rich())).usage

    assert (usage.input_tokens > 0) is (fault == "float-usage")


async def test_answers_that_are_refused_were_paid_for(jevcompat: Jevcompat) -> None:
    result = await ask(jevcompat.url("noul-range"), rich())

    assert isinstance(result, ProviderError)
    assert result.usage is not None
    assert result.usage.input_tokens > 0
    assert result.model == "jevcompat-mock-0.1"


async def test_no_answer_of_a_server_stands_in_an_error(jevcompat: Jevcompat) -> None:
    result = await ask(jevcompat.url("choice-key-case", "extra-answer"), rich())

    assert isinstance(result, ProviderError)
    assert "__extra__" not in result.message
    assert "größe" not in result.message


async def test_a_busy_server_says_when_it_has_time_again(jevcompat: Jevcompat) -> None:
    result = await ask(jevcompat.url(busy_every=1), rich())

    assert isinstance(result, ProviderError)
    assert (result.code, result.status, result.retry_after) == (ErrorCode.RATE_LIMITED, 429, 0)
