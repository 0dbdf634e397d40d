"""The figures of a comparison, from plain values."""

import pytest

from conversations.admin.quality.figures import Share
from conversations.admin.replays.comparing import Asked, compare
from conversations.judging import Given, Said
from conversations.models.replay import GONE


def choice(label: str, probability: float = 0.9, **thresholds: float) -> Given:
    return Given("choice", label, None, probability, thresholds)


def asked(before: str, after: str, truth: str = "", *, took: int = 10) -> Asked:
    return Asked(
        code="",
        before={"topic": choice(before)},
        after={"topic": choice(after)},
        said={"topic": Said(before == truth, truth)} if truth else {},
        took=took,
        took_before=100,
    )


def test_agreement_before_and_after_is_of_the_same_decisions():
    (told,) = compare(
        [asked("a", "b", "b"), asked("a", "a", "a"), asked("a", "b", "a"), asked("a", "b")]
    ).questions

    assert (told.both, told.changed) == (4, 3)
    assert (told.before, told.after) == (Share(2, 3), Share(2, 3))
    assert (told.better, told.worse) == (1, 1)


@pytest.mark.parametrize(
    ("better", "worse", "words"),
    [
        (0, 0, "Of the reviewed ones none became right or wrong."),
        (5, 0, "5 became right and 0 wrong: that may well be chance."),
        (6, 0, "6 became right and 0 wrong: the new answers are better, and hardly by chance."),
        (1, 9, "1 became right and 9 wrong: the new answers are worse, and hardly by chance."),
    ],
)
def test_a_difference_is_told_as_one_only_where_chance_is_unlikely(better: int, worse: int, words: str):
    rows = [asked("a", "b", "b")] * better + [asked("a", "b", "a")] * worse + [asked("a", "a", "a")]
    (told,) = compare(rows).questions

    assert told.verdict == words


def test_without_reviews_nobody_knows_which_is_better():
    (told,) = compare([asked("a", "b")]).questions

    assert told.verdict.startswith("Nobody reviewed")


def test_errors_are_counted_by_code_and_what_is_gone_apart():
    told = compare([Asked("timeout"), Asked("refused"), Asked("timeout"), Asked(GONE), asked("a", "a")])

    assert told.errors == (("timeout", 2), ("refused", 1))
    assert (told.answered, told.gone) == (1, 1)


def test_times_are_of_what_was_answered_both_times():
    told = compare([asked("a", "a", took=10), asked("a", "a", took=30), Asked("timeout", took=5000)])

    assert (told.median, told.median_before) == (20, 100)


def test_an_answer_where_there_was_none_is_a_change():
    told = compare([Asked("", after={"topic": choice("a")})])

    assert told.changed == 1
    assert told.questions == ()


def test_the_other_side_of_a_threshold_is_a_change():
    before = choice("a", 0.9, sure=0.8)
    same, other = ({"topic": choice("a", probability)} for probability in (0.85, 0.7))

    assert compare([Asked("", {"topic": before}, same)]).changed == 0
    assert compare([Asked("", {"topic": before}, other)]).changed == 1


def test_what_changed_stands_first_among_the_questions_of_a_decision():
    told = Asked(
        "", {"a": choice("x"), "b": choice("x")}, {"a": choice("x"), "b": choice("y"), "c": choice("z")}
    )

    assert [pair.question for pair in told.pairs] == ["b", "c", "a"]
