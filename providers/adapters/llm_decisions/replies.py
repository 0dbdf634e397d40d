"""What a model said, as the answers to the questions of a request."""

from collections.abc import Mapping
from typing import Any, assert_never

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from providers.adapters.llm_decisions.asking import ANSWER
from providers.adapters.llm_decisions.schema import keys_of
from providers.errors import ErrorCode, ProviderFault
from providers.ports import ChatReply, DecideReply, DecideRequest
from providers.questions import (
    Answer,
    AnswersInvalid,
    Choice,
    ChoiceAnswer,
    ConfidenceSource,
    Noul,
    NoulAnswer,
    Probability,
    Question,
    Score,
    ScoreAnswer,
    check_answers,
    spread,
)
from providers.validation import FieldProblem, field_problems
from providers.wire.levels import nearest_level
from providers.wire.texts import from_json


def decide_reply(request: DecideRequest, reply: ChatReply) -> DecideReply:
    """Return the reply to `request` that a model's `reply` holds, in a tool call or as JSON text.

    Raises `ProviderFault`: `bad_response` where it holds no JSON object, `bad_decision` where that
    does not answer the questions.
    """
    try:
        answers = answers_of(request.questions, _document(reply))
    except AnswersInvalid as invalid:
        raise ProviderFault(
            ErrorCode.BAD_DECISION, f"The answers do not fit the questions: {invalid}"
        ) from None
    return DecideReply(
        answers=answers,
        confidence_source=ConfidenceSource.SELF_REPORTED,
        usage=reply.usage,
        model=reply.model,
        request_id=reply.request_id,
    )


def answers_of(questions: Mapping[str, Question], document: Mapping[str, Any]) -> dict[str, Answer]:
    """Return the answers in `document`, an object that should fit the schema. Raises AnswersInvalid.

    A model gives one confidence; the probabilities of the other labels or levels share what is left.
    """
    names = {key: name for name, key in keys_of(questions).items()}
    said = {names.get(key, key): value for key, value in document.items()}
    problems: list[FieldProblem] = []
    answers: dict[str, Any] = {}
    for name, value in said.items():
        if name not in questions:
            answers[name] = value
            continue
        if not isinstance(value, dict):
            problems.append(FieldProblem(name, "is no object"))
            continue
        try:
            answers[name] = _answer(questions[name], value)
        except ValidationError as error:
            problems += (
                FieldProblem(f"{name}.{problem.field}" if problem.field else name, problem.message)
                for problem in field_problems(error)
            )
    if problems:
        raise AnswersInvalid(problems)
    return check_answers(questions, answers)


class _Said(BaseModel):
    """Base of what a model says: numbers are finite and no booleans; a remark beside them is left out."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True, allow_inf_nan=False)


class _SaidChoice(_Said):
    choice: str
    confidence: Probability


class _SaidScore(_Said):
    score: float
    confidence: Probability


class _SaidNoul(_Said):
    # Models that were only shown the schema like to answer under the name of the kind.
    probability: Probability = Field(validation_alias=AliasChoices("probability", "noul"))


def _answer(question: Question, said: Any) -> Answer:
    match question:
        case Choice():
            choice = _SaidChoice.model_validate(said)
            return ChoiceAnswer(
                choice=choice.choice,
                probabilities=spread(question.labels, choice.choice, choice.confidence),
                derived=True,
                confidence=choice.confidence,
            )
        case Score():
            score = _SaidScore.model_validate(said)
            levels = [str(level) for level in range(len(question.criteria))]
            nearest = str(nearest_level(score.score))
            return ScoreAnswer(
                score=score.score,
                legend=question.criteria,
                probabilities=tuple(spread(levels, nearest, score.confidence).values()),
                derived=True,
                confidence=score.confidence,
            )
        case Noul():
            return NoulAnswer(noul=_SaidNoul.model_validate(said).probability)
        case _:
            assert_never(question)


def _document(reply: ChatReply) -> dict[str, Any]:
    for call in reply.tool_calls:
        if call.name == ANSWER and isinstance(call.arguments, dict):
            return call.arguments
    # Models that nothing forces into JSON like to fence it, or to say a word before it.
    start, end = reply.text.find("{"), reply.text.rfind("}")
    try:
        value = from_json(reply.text[start : end + 1])
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ProviderFault(
            ErrorCode.BAD_RESPONSE, "The model did not answer in the form that was asked for."
        )
    return value
