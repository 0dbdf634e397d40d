"""Which threshold is suggested, and the sentence that says why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.admin.quality.figures import FEWEST, curve
from conversations.admin.quality.suggesting import suggest


def suggested(points, target=0.9, direction="at_least"):
    return suggest(curve(points, [figure for figure, _ in points], direction), target, len(points), direction)


def test_below_thirty_reviews_it_says_too_few():
    found = suggested([(0.9, True)] * 29)

    assert found.threshold is None
    assert found.reason == "Too few reviews: there are 29, and below 30 nothing is suggested."


def test_the_lowest_threshold_whose_interval_reaches_the_target_is_suggested():
    # 100 sure ones that are right, 50 unsure ones of which half are: 125 of 150 misses 90 %.
    points = [(0.8, True)] * 100 + [(0.4, True), (0.4, False)] * 25

    found = suggested(points)
    assert found.threshold == 0.41
    assert found.reason == (
        "From 0.41 up, 100 of 100 reviewed answers are right. The lower end of the interval is 96.3 %, which"
        " reaches the target of 90.0 %; it is the lowest threshold that does, and 66.7 % of all answers are"
        " kept."
    )


def test_where_everything_reaches_the_target_no_answer_is_left_out():
    assert suggested([(0.6, True)] * 40).threshold == 0.0


def test_a_good_share_of_few_answers_is_not_enough():
    # 34 of 34 have a lower end of 89.8 %, 35 of 35 one of 90.1 %.
    assert suggested([(0.9, True)] * 34).threshold is None
    assert suggested([(0.9, True)] * 35).threshold == 0.0


def test_where_none_reaches_it_the_best_one_is_told():
    found = suggested([(0.9, True)] * 40 + [(0.2, False)] * 40, target=0.95)

    assert found.threshold is None
    assert found.reason == (
        "No threshold reaches the target of 95.0 % with at least 30 reviewed answers. The best is 0.21: from"
        " there up, 40 of 40 are right, and the lower end of the interval is 91.2 %."
    )


def test_where_answers_count_up_to_a_threshold_the_highest_one_is_suggested():
    points = [(0.1, True)] * 100 + [(0.7, False)] * 50

    found = suggested(points, direction="at_most")
    assert found.threshold == 0.69
    assert "From 0.69 down, 100 of 100" in found.reason
    assert "the highest threshold" in found.reason


@given(
    st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=FEWEST, max_size=200),
    st.floats(0.5, 0.99),
)
def test_what_is_suggested_keeps_the_rule_and_nothing_lower_does(points, target: float):
    levels = curve(points, [])
    found = suggest(levels, target, len(points))

    def reaches(level) -> bool:
        return level.accuracy.count >= FEWEST and level.accuracy.low >= target

    if found.threshold is None:
        assert not any(map(reaches, levels))
    else:
        assert next(level.threshold for level in levels if reaches(level)) == found.threshold


@pytest.mark.parametrize("target", [0.5, 0.9])
def test_a_level_with_few_reviews_on_its_side_is_not_suggested(target: float):
    points = [(0.2, False)] * 40 + [(0.9, True)] * 20

    assert suggested(points, target).threshold is None
