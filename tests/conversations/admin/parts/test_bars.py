"""Answers of decisions are shown as bars that are also told in words."""

import re
from typing import Any

import pytest

from conversations.admin.parts.bars import MOST_OPEN, answer_bars, bars, figure
from conversations.models import DecisionAnswer
from providers.questions import Choice, Noul, Question, Score


def choice(**changes: Any) -> DecisionAnswer:
    values = {
        "question": "topic",
        "kind": "choice",
        "label": "billing",
        "probability": 0.7,
        "confidence": 0.55,
        "probabilities": {"other": 0.1, "billing": 0.7, "parcel": 0.2},
        "thresholds": {"topic": 0.6},
    }
    return DecisionAnswer(**{**values, **changes})


def score(**changes: Any) -> DecisionAnswer:
    values = {
        "question": "anger",
        "kind": "score",
        "number": 1.5,
        "probability": 0.6,
        "probabilities": [0.1, 0.2, 0.6, 0.1],
        "thresholds": {"furious": 2.25},
    }
    return DecisionAnswer(**{**values, **changes})


def noul(number: float | None) -> DecisionAnswer:
    return DecisionAnswer(
        question="urgent", kind="noul", number=number, probability=number, thresholds={"urgent": 0.7}
    )


def spoken(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", markup).split())


def test_labels_stand_with_the_most_probable_first_and_the_answer_marked():
    shown = answer_bars(choice())
    assert [(bar.name, bar.share, bar.is_answer) for bar in shown.bars] == [
        ("billing", 0.7, True),
        ("parcel", 0.2, False),
        ("other", 0.1, False),
    ]


def test_the_answer_is_marked_where_another_label_is_more_probable():
    shown = answer_bars(choice(label="parcel"))
    assert [bar.name for bar in shown.bars if bar.is_answer] == ["parcel"]
    assert shown.answer == "parcel"


def test_a_threshold_stands_on_every_label():
    shown = answer_bars(choice())
    assert {mark.place for bar in shown.bars for mark in bar.marks} == {0.6}
    assert all(bar.marks for bar in shown.bars)


def test_levels_stand_in_their_order_and_the_score_between_them_with_its_threshold():
    shown = answer_bars(score())
    assert [bar.name for bar in shown.bars] == ["0", "1", "2", "3"]
    assert [bar.name for bar in shown.bars if bar.is_answer] == ["2"]
    assert shown.scale is not None
    assert (shown.scale.place, shown.scale.highest) == (0.5, 3)
    assert [mark.place for mark in shown.scale.marks] == [0.75]
    assert not any(bar.marks for bar in shown.bars)


@pytest.mark.parametrize(("number", "side"), [(0.8, "yes"), (0.5, "yes"), (0.2, "no")])
def test_a_noul_has_two_sides_and_its_threshold_is_of_yes(number: float, side: str):
    shown = answer_bars(noul(number))
    assert [bar.name for bar in shown.bars if bar.is_answer] == [side]
    assert [(bar.name, len(bar.marks)) for bar in shown.bars] == [("yes", 1), ("no", 0)]


def test_what_a_question_says_of_labels_levels_and_sides_stands_beside_them():
    described: list[tuple[DecisionAnswer, Question, str]] = [
        (choice(), Choice({"billing": "Invoices.", "other": None, "parcel": ["not", "a text"]}), "Invoices."),
        (score(), Score(["calm", "annoyed", "angry", "furious"]), "angry"),
        (noul(0.9), Noul("Is it?", true="It burns.", false="It can wait."), "It can wait."),
    ]
    for answer, question, words in described:
        assert words in spoken(bars(answer, question))


def test_it_is_told_in_words():
    words = spoken(bars(choice()))
    assert "topic choice billing confidence 0.55" in words
    assert "billing 0.7 ✓ , the answer" in words
    assert "threshold topic: 0.6" in words


def test_what_people_and_models_wrote_is_escaped():
    assert "<b>" not in bars(choice(label="<b>", question="<b>", probabilities={"<b>": 1.0}))


def test_of_a_long_list_the_least_probable_open_on_a_click():
    many = {f"label {number:03}": (number + 1) / 5050 for number in range(100)}
    shown = answer_bars(choice(probabilities=many))
    assert len(shown.bars) == MOST_OPEN
    assert shown.more[-1].name == "label 000"
    assert "88 less probable" in spoken(bars(choice(probabilities=many)))


@pytest.mark.parametrize(
    "answer",
    [
        choice(probabilities={}, thresholds={}, confidence=None),
        score(probabilities=[], thresholds={}),
        score(number=None),
        noul(None),
    ],
    ids=["choice", "levels", "score", "noul"],
)
def test_an_answer_of_which_little_is_kept_is_shown_all_the_same(answer: DecisionAnswer):
    assert answer.question in spoken(bars(answer))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (0.0, "0"),
        (1.0, "1"),
        (0.00001, "<0.001"),
        (0.99999, ">0.999"),
        (0.595, "0.595"),
        (0.6, "0.6"),
        (2.25, "2.25"),
    ],
    ids=["none", "zero", "one", "tiny", "nearly one", "three digits", "one digit", "a score"],
)
def test_figures_are_short_and_never_rounded_to_certainty(value: float | None, text: str):
    assert figure(value) == text
