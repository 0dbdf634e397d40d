"""Promises of decisions: questions of all kinds, answers that fit them, and what becomes of others."""

from collections.abc import Mapping
from typing import Any, Final

from providers.errors import ErrorCode
from providers.ports import DECIDE, DecideReply
from providers.questions import Answer, ChoiceAnswer, NoulAnswer, ScoreAnswer
from providers.testing.asking import (
    CLEAR,
    CUSTOMER,
    INTENT,
    MOOD,
    QUESTIONS,
    decide_request,
    deciding,
    fitting,
)
from providers.testing.bench import Bench, decide
from providers.testing.promises import PromiseBroken, Promises, expect, expect_equal, expect_error
from providers.testing.server import Asked, WireAnswer

ANSWERING: Final = Promises[Bench]()

CLOSE: Final = 1e-6
"""How far numbers may be apart that were written and read again."""


@ANSWERING.that(DECIDE)
async def it_answers_questions_of_every_kind(bench: Bench) -> None:
    """A choice, a score and a noul each get the answer of their kind, and say where confidence comes from."""
    _answers(bench, fitting())
    reply = decided(await decide(bench.provider()))
    choice, score, noul = (reply.answers[name] for name in QUESTIONS)
    expect(isinstance(choice, ChoiceAnswer), f"A choice is answered by {choice!r}")
    expect(isinstance(score, ScoreAnswer), f"A score is answered by {score!r}")
    expect(isinstance(noul, NoulAnswer), f"A noul is answered by {noul!r}")
    expect_equal("choice", choice.choice, "cancel")
    expect(abs(score.score - 1.625) < CLOSE, f"score: expected 1.625, found {score.score}")
    expect(abs(noul.noul - 0.875) < CLOSE, f"noul: expected 0.875, found {noul.noul}")
    expect_equal("confidence_source", reply.confidence_source, bench.vendor.confidence_source)


@ANSWERING.that(DECIDE)
async def it_sends_the_state_and_every_question(bench: Bench) -> None:
    """The vendor is told the state, what is asked, and all labels and levels."""
    _answers(bench, fitting())
    await decide(bench.provider())
    wanted = [CUSTOMER, INTENT.instructions, MOOD.instructions, CLEAR.instructions]
    for words in [*wanted, *INTENT.labels, *MOOD.criteria]:
        expect(any(asked.holds(words) for asked in bench.server.asked), f"{words!r} was not sent.")


@ANSWERING.that(DECIDE)
async def a_state_that_json_cannot_hold_is_not_sent(bench: Bench) -> None:
    """A value that JSON cannot express is an invalid request, and nothing is sent."""
    result = await decide(bench.provider(), state={"number": float("nan")})
    expect_error("NaN", result, ErrorCode.INVALID_REQUEST)
    expect_equal("requests", len(bench.server.asked), 0)


UNFITTING: Final[Mapping[str, Mapping[str, Answer]]] = {
    "a label that nobody offered": {
        "intent": ChoiceAnswer(choice="refund", probabilities={"refund": 1.0}, confidence=1)
    },
    "a score above the last level": {
        "mood": ScoreAnswer(score=7, legend=MOOD.criteria, probabilities=(0, 0, 1), confidence=1)
    },
    "a probability of 7": {"clear": NoulAnswer.model_construct(noul=7)},
    "true for a probability": {"clear": NoulAnswer.model_construct(noul=True)},
}


@ANSWERING.that(DECIDE)
async def an_answer_that_does_not_fit_is_a_bad_decision(bench: Bench) -> None:
    """Labels that nobody offered and numbers out of range are errors, never answers."""
    for what, answers in UNFITTING.items():
        _answers(bench, {**fitting(), **answers})
        expect_error(what, await decide(bench.provider()), ErrorCode.BAD_DECISION)


@ANSWERING.that(DECIDE)
async def an_answer_that_is_missing_is_an_error(bench: Bench) -> None:
    """All questions are answered, or none is."""
    partial: dict[str, Any] = {**fitting(), "clear": NoulAnswer.model_construct(noul=None)}
    _answers(bench, partial)
    result = await decide(bench.provider())
    expect_error("no answer", result, ErrorCode.BAD_DECISION, ErrorCode.BAD_RESPONSE)


@ANSWERING.that(DECIDE)
async def several_requests_have_their_own_results(bench: Bench) -> None:
    """Requests that are asked together have one result each, in their order."""

    def answer(asked: Asked) -> WireAnswer:
        answers = fitting("book" if asked.holds("first guest") else "cancel")
        return bench.vendor.decides(asked, deciding(answers, bench.vendor.confidence_source))

    bench.server.answers(answer)
    requests = [decide_request(state={"said": f"The {which} guest"}) for which in ("first", "second")]
    results = await bench.provider().decide_many(requests)
    chosen = [decided(result).answers["intent"].choice for result in results]
    expect_equal("choices", chosen, ["book", "cancel"])


def decided(result: object) -> DecideReply:
    """Return the result, which has to be answers. Raises `PromiseBroken`."""
    if not isinstance(result, DecideReply):
        raise PromiseBroken(f"Expected answers, found {result!r}")
    return result


def _answers(bench: Bench, answers: Mapping[str, Answer]) -> None:
    reply = deciding(answers, bench.vendor.confidence_source)
    bench.server.answers(lambda asked: bench.vendor.decides(asked, reply))
