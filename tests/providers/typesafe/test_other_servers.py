"""The server with another error body, and the one whose answers depend on the text."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from providers.errors import ErrorCode, ProviderError
from providers.ports import DecideRequest, DecideResult
from providers.questions import Choice, ChoiceAnswer, Noul, Question, Score, ScoreAnswer
from tests.peers import system_one
from tests.providers.deciding import decided, deciding
from tests.providers.typesafe.serving import typesafe


def error(result: DecideResult) -> ProviderError:
    assert isinstance(result, ProviderError), result
    return result


async def test_a_server_with_strict_fields_takes_what_is_sent(laya: str) -> None:
    questions: dict[str, Question] = {
        "intent": Choice({"book": "wants to book", "cancel": None}, instructions="What is wanted?"),
        "mood": Score(["angry", {"text": "happy"}], instructions=["How", "does it sound?"]),
        "clear": Noul("Is it clear?", true="yes"),
    }

    reply = decided(await typesafe(laya).decide(DecideRequest(state={"a": 1}, questions=questions)))

    assert reply.model == "laya-english"
    assert isinstance(reply.answers["mood"], ScoreAnswer)
    assert reply.answers["mood"].legend == ("angry", {"text": "happy"})


async def test_its_refusals_are_understood(laya: str) -> None:
    unknown_model = error(await typesafe(laya).decide(deciding(model="no-such-model")))
    wrong_key = error(await typesafe(laya, api_key=SecretStr("wrong")).decide(deciding(questions=SHORT)))
    too_long = error(await typesafe(laya).decide(deciding(state="word " * 40_000, questions=SHORT)))

    assert (unknown_model.code, unknown_model.status) == (ErrorCode.INVALID_REQUEST, 422)
    assert (wrong_key.code, wrong_key.status) == (ErrorCode.AUTH, 401)
    assert (too_long.code, too_long.status) == (ErrorCode.INVALID_REQUEST, 422)


SHORT = {"q": Noul("Is it?")}


async def test_a_real_limit_is_told_with_its_end(system_one_commands: Path) -> None:
    with system_one.running_laya(system_one_commands, per_minute=2) as url:
        provider = typesafe(url)
        results = [await provider.decide(deciding(questions=SHORT)) for _ in range(4)]

    decided(results[0])
    decided(results[1])
    assert error(results[2]).code is ErrorCode.RATE_LIMITED
    assert 0 < (error(results[2]).retry_after or 0) <= 61
    # Until then nobody is asked.
    assert error(results[3]).code is ErrorCode.CIRCUIT_OPEN


ROUTER: dict[str, Question] = {
    "intent": Choice(
        {
            "booking": "The customer wants to book or reserve a room.",
            "cancellation": "The customer wants to cancel a reservation.",
            "weather": "The customer asks about the weather.",
        },
        instructions="What does the customer want?",
    )
}


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Please book a room for me, I want to reserve two nights.", "booking"),
        ("I want to cancel my reservation.", "cancellation"),
        ("What is the weather like tomorrow?", "weather"),
    ],
)
async def test_answers_depend_on_the_text(microllm: str, text: str, label: str) -> None:
    reply = decided(await typesafe(microllm).decide(DecideRequest(state=text, questions=ROUTER)))

    answer = reply.answers["intent"]
    assert isinstance(answer, ChoiceAnswer)
    assert answer.choice == label


async def test_several_texts_at_once_are_not_mixed_up(microllm: str) -> None:
    texts = {"Please reserve a room.": "booking", "How will the weather be?": "weather"}

    results = await typesafe(microllm).decide_many(
        [DecideRequest(state=text, questions=ROUTER) for text in texts]
    )

    assert [decided(result).answers["intent"].choice for result in results] == list(texts.values())
