from typing import Any

import pytest

from providers.boundary import Boundary
from providers.errors import MESSAGE_LENGTH, ErrorCode, ProviderError
from providers.ports import DecideReply, DecideRequest, DecideResult, Usage
from providers.questions import Choice, ChoiceAnswer
from providers.resilience.answers import AnswerCheck
from tests.providers.asking import asking, reply, streamed
from tests.providers.layered import FITTING, Answer, BatchDecider, Decider, answers, question
from tests.providers.scripted import saying

WRONG: list[Any] = [
    {},
    {"q": None},
    {"q": {"choice": "maybe", "probabilities": {"yes": 0.5, "no": 0.5}}},
    {"q": {"choice": "yes", "probabilities": {"yes": True, "no": False}}},
    {"q": {"choice": "yes", "probabilities": {"yes": float("nan"), "no": 0.0}}},
    {"q": {"choice": "yes", "probabilities": {"yes": 10**400, "no": 0}}},
    {"q": {"choice": "yes", "probabilities": {"yes": 0.5, "no": 0.4}}},
    {"q": {"choice": "yes", "probabilities": {"yes": 1.0}}},
    {"q": {"noul": 0.5}},
    {**FITTING, "more": FITTING["q"]},
    {"q": {1: "yes"}},
]


def giving(given: Any) -> Answer:
    def answer(request: DecideRequest) -> DecideResult:
        return answers(request).model_copy(update={"answers": given, "request_id": "req-1"})

    return answer


def checked(given: Any) -> AnswerCheck:
    return AnswerCheck(Boundary(Decider(answer=giving(given))))


async def test_answers_that_fit_come_as_values_of_their_kind() -> None:
    result = await checked(FITTING).decide(question())

    assert isinstance(result, DecideReply)
    assert result.answers == {"q": ChoiceAnswer(choice="yes", probabilities={"yes": 1.0, "no": 0.0})}


@pytest.mark.parametrize("given", WRONG, ids=str)
async def test_answers_that_do_not_fit_are_a_bad_decision_which_was_paid_for(given: Any) -> None:
    result = await checked(given).decide(question())

    assert isinstance(result, ProviderError)
    assert (result.code, result.retryable) == (ErrorCode.BAD_DECISION, False)
    assert (result.provider, result.model, result.request_id) == ("decider", "decider-1", "req-1")
    assert result.usage == Usage(input_tokens=10, output_tokens=2)


async def test_its_message_has_the_length_of_an_error_s() -> None:
    many = DecideRequest(state="", questions={f"question {n}": Choice({"a": None}) for n in range(99)})

    result = await checked({}).decide(many)

    assert isinstance(result, ProviderError)
    assert len(result.message) == MESSAGE_LENGTH


async def test_one_item_that_fails_spoils_no_other() -> None:
    def odd(request: DecideRequest) -> DecideResult:
        return giving({} if request.state == "b" else FITTING)(request)

    provider = AnswerCheck(Boundary(BatchDecider(together=odd)))

    results = await provider.decide_many([question("a"), question("b"), question("c")])

    assert [isinstance(result, DecideReply) for result in results] == [True, False, True]


async def test_conversations_pass() -> None:
    provider = AnswerCheck(Boundary(saying("Hello")))

    assert reply(await provider.chat(asking("Hi"))).text == "Hello"
    assert reply((await streamed(provider, asking("Hi")))[1]).text == "Hello"
