"""What a model said, read back as answers or refused."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from providers.adapters.llm_decisions import decide_reply
from providers.errors import ErrorCode, ProviderFault
from providers.ports import ChatReply, DecideReply, ToolCall, Usage
from providers.questions import (
    Choice,
    ChoiceAnswer,
    ConfidenceSource,
    Noul,
    NoulAnswer,
    Question,
    Score,
    ScoreAnswer,
    check_answers,
)
from tests.providers.deciding import QUESTIONS, SAID, deciding, said


def read(text: str, **questions: Any) -> DecideReply:
    return decide_reply(deciding(questions=questions or QUESTIONS), ChatReply(text=text))


def refusal(text: str, **questions: Any) -> tuple[ErrorCode, str]:
    with pytest.raises(ProviderFault) as refused:
        read(text, **questions)
    return refused.value.error.code, refused.value.error.message


def test_answers_come_as_values_of_their_kinds() -> None:
    reply = read(said())

    assert reply.answers == {
        "intent": ChoiceAnswer(
            choice="cancel", probabilities={"book": 0.25, "cancel": 0.75}, confidence=0.75, derived=True
        ),
        "mood": ScoreAnswer(
            score=0.4,
            legend=("angry", "neutral", "happy"),
            probabilities=(0.5, 0.25, 0.25),
            confidence=0.5,
            derived=True,
        ),
        "clear": NoulAnswer(noul=0.9),
    }
    assert reply.confidence_source is ConfidenceSource.SELF_REPORTED


def test_usage_model_and_request_id_go_along() -> None:
    chat = ChatReply(text=said(), usage=Usage(input_tokens=3), model="m-1", request_id="req-1")

    reply = decide_reply(deciding(), chat)

    assert (reply.usage, reply.model, reply.request_id) == (Usage(input_tokens=3), "m-1", "req-1")


@pytest.mark.parametrize(
    ("score", "level"), [(0, 0), (0.49, 0), (0.5, 1), (1.4, 1), (1.5, 2), (2, 2), (2.0, 2)]
)
def test_the_confidence_of_a_score_goes_to_the_nearest_level(score: float, level: int) -> None:
    answer = read(json.dumps({"q": {"score": score, "confidence": 0.8}}), q=Score(["a", "b", "c"])).answers[
        "q"
    ]

    assert answer.probabilities[level] == 0.8
    assert answer.score == score


@settings(deadline=None)
@given(
    labels=st.lists(st.text(min_size=1), min_size=1, max_size=255, unique=True),
    levels=st.integers(2, 10),
    confidence=st.floats(0, 1),
    data=st.data(),
)
def test_whatever_fits_the_schema_passes_the_check(
    labels: list[str], levels: int, confidence: float, data: st.DataObject
) -> None:
    questions: dict[str, Question] = {
        "c": Choice(dict.fromkeys(labels)),
        "s": Score(list(range(levels))),
        "n": Noul("?"),
    }
    document: dict[str, Any] = {
        "c": {"choice": data.draw(st.sampled_from(labels)), "confidence": confidence},
        "s": {"score": data.draw(st.floats(0, levels - 1)), "confidence": confidence},
        "n": {"probability": confidence},
    }
    call = ToolCall(id="1", name="answer", arguments=document)

    answers = decide_reply(deciding(questions=questions), ChatReply(tool_calls=(call,))).answers

    assert check_answers(questions, answers) == answers
    assert answers["c"].choice == document["c"]["choice"]


def test_answers_under_a_number_find_back_to_their_question() -> None:
    text = json.dumps({"question_1": {"probability": 0.2}, "question_2": {"probability": 0.3}})

    answers = read(text, **{"Klar?": Noul("clear"), "Spät?": Noul("late")}).answers

    assert answers == {"Klar?": NoulAnswer(noul=0.2), "Spät?": NoulAnswer(noul=0.3)}


@pytest.mark.parametrize(
    "text",
    [
        "```json\n{}\n```",
        "```\n{}\n```",
        "Here you are:\n{}",
        "<think>Cancel, I think.</think>\n\n{}\n",
        "  {}  ",
    ],
)
def test_words_around_the_answers_are_left_out(text: str) -> None:
    assert read(text.replace("{}", said())).answers.keys() == QUESTIONS.keys()


def test_remarks_inside_an_answer_are_left_out() -> None:
    text = said(clear={"probability": 0.5, "reason": "it says so"})

    assert read(text).answers["clear"] == NoulAnswer(noul=0.5)


def test_answers_come_in_a_tool_call_or_as_text_whatever_was_asked_for() -> None:
    call = ToolCall(id="1", name="answer", arguments=SAID)
    other = ToolCall(id="0", name="remember", arguments={})

    by_call = decide_reply(deciding(), ChatReply(text="Let me see.", tool_calls=(other, call)))

    assert by_call.answers == read(said()).answers


@pytest.mark.parametrize(
    "text", ["", "cancel", "[1]", "{", "{'intent': 1}", '{"a": NaN}', "{" * 10_000 + "}"]
)
def test_what_is_no_json_object_is_a_bad_response(text: str) -> None:
    assert refusal(text) == (
        ErrorCode.BAD_RESPONSE,
        "The model did not answer in the form that was asked for.",
    )


def test_arguments_that_are_cut_off_are_a_bad_response() -> None:
    call = ToolCall(id="1", name="answer", arguments='{"intent"')

    with pytest.raises(ProviderFault) as refused:
        decide_reply(deciding(), ChatReply(tool_calls=(call,)))

    assert refused.value.error.code is ErrorCode.BAD_RESPONSE


BAD_CHOICES = [
    {"choice": "refund", "confidence": 0.9},
    {"choice": "Cancel", "confidence": 0.9},
    {"choice": None, "confidence": 0.9},
    {"choice": ["cancel"], "confidence": 0.9},
    {"choice": True, "confidence": 0.9},
    {"choice": "cancel", "confidence": True},
    {"choice": "cancel", "confidence": 1.01},
    {"choice": "cancel", "confidence": -0.01},
    {"choice": "cancel", "confidence": 90},
    {"choice": "cancel", "confidence": "0.9"},
    {"choice": "cancel", "confidence": None},
    {"choice": "cancel"},
    {"confidence": 0.9},
    {},
    "cancel",
    None,
    [],
]
BAD_SCORES = [
    {"score": 2.01, "confidence": 0.9},
    {"score": -0.5, "confidence": 0.9},
    {"score": 1e308, "confidence": 0.9},
    {"score": True, "confidence": 0.9},
    {"score": "1", "confidence": 0.9},
    {"score": None, "confidence": 0.9},
    {"score": 1, "confidence": False},
    {"score": 1},
    1,
]
BAD_NOULS = [
    {"probability": True},
    {"probability": 1.2},
    {"probability": "yes"},
    {"probability": None},
    {"confidence": 0.5},
    0.5,
    True,
]


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        *(("intent", answer) for answer in BAD_CHOICES),
        *(("mood", answer) for answer in BAD_SCORES),
        *(("clear", answer) for answer in BAD_NOULS),
    ],
)
def test_an_answer_that_does_not_fit_its_question_is_a_bad_decision(name: str, answer: Any) -> None:
    code, message = refusal(said(**{name: answer}))

    assert code is ErrorCode.BAD_DECISION
    assert message.startswith(f"The answers do not fit the questions: {name}")


def test_a_question_without_answer_is_a_bad_decision() -> None:
    assert refusal('{"q": {"probability": 1}}', q=Noul("?"), r=Noul("?")) == (
        ErrorCode.BAD_DECISION,
        "The answers do not fit the questions: r: is not answered",
    )


def test_an_answer_that_nobody_asked_for_is_a_bad_decision() -> None:
    code, message = refusal(said(secret_of_the_customer={"probability": 1}))

    assert code is ErrorCode.BAD_DECISION
    assert "secret" not in message


def test_the_words_of_a_model_stand_in_no_error() -> None:
    _, message = refusal(said(intent={"choice": "Ada Lovelace", "confidence": "Ada Lovelace"}))

    assert "Ada" not in message
