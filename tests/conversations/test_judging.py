"""What an answer says in one word, and when another one leads elsewhere."""

import pytest

from conversations.judging import NOT_SAID, Given, Said, has_changed, word_of


@pytest.mark.parametrize(
    ("kind", "label", "number", "word"),
    [
        ("choice", "billing", None, "billing"),
        ("score", "", 1.4, "1"),
        ("score", "", 1.5, "2"),
        ("score", "", 0.5, "0"),
        ("noul", "", 0.5, "yes"),
        ("noul", "", 0.49, "no"),
        ("noul", "", None, ""),
        ("choice", "", None, ""),
    ],
    ids=str,
)
def test_each_kind_has_its_words(kind: str, label: str, number: float | None, word: str):
    assert word_of(kind, label, number) == word


def choice(label: str, probability: float, **thresholds: float) -> Given:
    return Given("choice", label, None, probability, thresholds)


def noul(number: float, **thresholds: float) -> Given:
    return Given("noul", "", number, number, thresholds)


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        (choice("a", 0.9), choice("b", 0.9), True),
        (choice("a", 0.9), choice("a", 0.2), False),
        (choice("a", 0.9, sure=0.6), choice("a", 0.6), False),
        (choice("a", 0.9, sure=0.6), choice("a", 0.59), True),
        (noul(0.9, ready=0.75), noul(0.6), True),
        (noul(0.9, ready=0.75), noul(0.8), False),
        (noul(0.6), noul(0.4), True),
    ],
    ids=["label", "less sure", "still sure", "not sure", "below", "above", "word"],
)
def test_an_answer_leads_elsewhere_by_its_word_or_by_a_threshold(before: Given, after: Given, changed: bool):
    assert has_changed(before, after) is changed


@pytest.mark.parametrize(
    ("said", "given", "truth"),
    [
        (Said(True, "a"), choice("a", 0.9), "a"),
        (Said(False, "b"), choice("a", 0.9), "b"),
        (Said(True), choice("a", 0.9), "a"),
        (Said(False), choice("a", 0.9), NOT_SAID),
        (Said(False), noul(0.9), "no"),
        (Said(False), noul(0.1), "yes"),
        (Said(True, number=0), noul(0.1), "no"),
        (Said(False, number=2), Given("score", "", 1.2, 0.8), "2"),
    ],
    ids=str,
)
def test_what_a_reviewer_said_is_told_in_the_words_of_the_answer(said: Said, given: Given, truth: str):
    assert said.truth_for(given) == truth
