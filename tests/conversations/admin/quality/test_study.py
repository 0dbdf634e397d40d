"""What is told of a question, from reviews and answers alone."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

import pytest

from conversations.admin.quality.figures import Share
from conversations.admin.quality.queries import Reviewed
from conversations.admin.quality.study import study, study_of_the_whole
from conversations.admin.quality.thresholds import Held
from conversations.judging import Given, Said

MONDAY = datetime(2026, 11, 2, 12, tzinfo=UTC)

_numbers = count()


def reviewed(
    given: Given | None, *, agrees: bool = True, label: str = "", number: float | None = None, **members: Any
) -> Reviewed:
    told = {"at": MONDAY, "provider": "typesafe", "model": "jev-1", "source": "calibrated", **members}
    said = Said(agrees, label, number)
    return Reviewed(decision=UUID(int=next(_numbers)), said=said, given=given, **told)


def choice(answer: str, truth: str, probability: float = 0.9, **members: Any) -> Reviewed:
    given = Given("choice", answer, None, probability)
    return reviewed(given, agrees=answer == truth, label=truth, **members)


def noul(yes: float, truth: int) -> Reviewed:
    return reviewed(Given("noul", "", yes, yes), agrees=round(yes) == truth, number=truth)


def score(answer: float, truth: int, probability: float = 0.8) -> Reviewed:
    given = Given("score", "", answer, probability)
    return reviewed(given, agrees=round(answer) == truth, number=truth)


def found(reviews: list[Reviewed], *, everything: list[Given] | None = None, held: list[Held] | None = None):
    return study(reviews, everything or [], held or [], 0.9)


def test_a_choice_is_right_where_its_label_is_what_the_reviewer_said():
    told = found([choice("a", "a"), choice("a", "b"), choice("b", "b")])

    assert told.agreement == Share(2, 3)
    assert told.confusion.words == ("a", "b")


def test_a_score_is_read_as_its_nearest_level():
    told = found([score(1.4, 1), score(1.6, 1), score(2.0, 2)])

    assert told.agreement == Share(2, 3)
    assert told.confusion.rows == [("1", (1, 1), Share(1, 2)), ("2", (0, 1), Share(1, 1))]


def test_of_a_noul_the_probability_of_yes_is_what_is_calibrated():
    told = found([noul(0.85, 1), noul(0.85, 1), noul(0.05, 0), noul(0.05, 1)])
    high, low = told.calibration.bins[8], told.calibration.bins[0]

    assert (low.came_true, high.came_true) == (Share(1, 2), Share(2, 2))
    assert told.calibration.error == pytest.approx((2 * 0.45 + 2 * 0.15) / 4)
    assert told.agreement == Share(3, 4)


def test_a_noul_is_taken_for_a_yes_from_the_threshold_on():
    told = found([noul(0.9, 1), noul(0.8, 0), noul(0.3, 1), noul(0.1, 0)])
    level = told.levels[80]

    assert (level.accuracy, level.recall) == (Share(1, 2), Share(1, 2))


def test_where_a_node_takes_low_probabilities_a_noul_is_taken_for_a_no():
    held = Held("calm", 0.3, "at_most", by_staff=False)
    told = found([noul(0.9, 1), noul(0.8, 0), noul(0.3, 1), noul(0.1, 0)], held=[held])
    level = told.levels[30]

    assert (level.accuracy, level.recall) == (Share(1, 2), Share(1, 2))
    assert told.at_thresholds[0].split.precision == Share(1, 2)
    assert told.side == "at most"


def test_precision_and_recall_are_told_for_the_thresholds_that_hold():
    held = Held("urgent", 0.7, "at_least", by_staff=True)
    (at,) = found(
        [noul(0.9, 1), noul(0.8, 0), noul(0.6, 1), noul(0.5, 1), noul(0.1, 0)], held=[held]
    ).at_thresholds

    assert (at.split.precision, at.split.recall) == (Share(1, 2), Share(1, 3))
    assert at.split.accuracy == Share(2, 5)


def test_a_noul_without_thresholds_is_parted_in_the_middle():
    (at,) = found([noul(0.9, 1), noul(0.5, 0), noul(0.4, 1), noul(0.1, 0)]).at_thresholds

    assert (at.split.precision, at.split.recall) == (Share(1, 2), Share(1, 2))
    assert at.held.number == 0.5


def test_each_answer_is_judged_by_the_threshold_of_its_source():
    held = [
        Held("sure", 0.6, sources=frozenset({"calibrated"})),
        Held("sure", 0.3, sources=frozenset({"derived"})),
    ]
    told = found([choice("a", "a", 0.5), choice("a", "b", 0.5, source="derived")], held=held).at_thresholds

    assert [at.split.precision for at in told] == [Share(0, 0), Share(0, 1)]


def test_a_threshold_of_a_score_parts_its_levels():
    held = Held("anger", 1.5, "at_least", by_staff=False)
    (at,) = found([score(1.6, 1), score(1.4, 2), score(2.0, 2), score(0.2, 0)], held=[held]).at_thresholds

    assert (at.split.precision, at.split.recall) == (Share(1, 2), Share(1, 2))


def test_what_nobody_answered_is_counted_apart():
    told = found([choice("a", "a"), reviewed(None, label="b", agrees=False)])

    assert (told.reviews, told.unanswered) == (1, 1)
    assert told.agreement == Share(1, 1)


def test_what_was_asked_in_another_way_once_is_in_no_figure():
    told = found([choice("a", "a"), noul(0.9, 0)])

    assert (told.kind, told.reviews, told.other_kind) == ("choice", 1, 1)


@pytest.mark.parametrize(
    ("agrees", "right"), [(True, Share(1, 1)), (False, Share(0, 1))], ids=["agrees", "disagrees"]
)
def test_a_reviewer_who_said_nothing_but_yes_or_no_is_believed(agrees: bool, right: Share):
    for given in (Given("choice", "a", None, 0.9), Given("noul", "", 0.9, 0.9)):
        assert found([reviewed(given, agrees=agrees)]).agreement == right


def test_coverage_is_of_all_answers_and_not_of_the_reviewed_ones():
    everything = [Given("choice", "", None, probability) for probability in (0.2, 0.95, 0.95, 0.95)]
    told = found([choice("a", "a", 0.2), choice("a", "a", 0.3)], everything=everything)

    assert told.levels[50].coverage == 0.75
    assert told.population == 4


def test_providers_and_models_are_told_apart_with_the_source_of_their_figures():
    told = found(
        [
            choice("a", "a"),
            choice("a", "b", provider="openai", model="m", source="self_reported"),
            choice("a", "a"),
        ]
    )
    first, second = told.models

    assert (first.name, first.agreement) == (("typesafe", "jev-1", "calibrated"), Share(2, 2))
    assert (second.name, second.agreement) == (("openai", "m", "self_reported"), Share(0, 1))
    assert second.error == pytest.approx(0.9)
    assert told.sources == ("calibrated", "self_reported")


def test_weeks_begin_on_mondays_and_are_told_in_order():
    late = MONDAY + timedelta(days=6)
    told = found(
        [choice("a", "b", at=MONDAY + timedelta(days=7)), choice("a", "a"), choice("a", "a", at=late)]
    )

    assert [(week.isoformat(), agreement) for week, agreement in told.weeks] == [
        ("2026-11-02", Share(2, 2)),
        ("2026-11-09", Share(0, 1)),
    ]


def test_of_decisions_as_a_whole_the_verdict_counts():
    told = study_of_the_whole([reviewed(None), reviewed(None, agrees=False), reviewed(None)])

    assert told.agreement == Share(2, 3)


def test_nothing_reviewed_is_no_fault():
    told = found([])

    assert told.agreement.value is None
    assert told.calibration.error is None
    assert told.suggestion.reason.startswith("Too few reviews: there are 0")
