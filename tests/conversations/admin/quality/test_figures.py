"""The figures, against numbers that are computed apart, by other means."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.admin.quality.confusion import confusion
from conversations.admin.quality.figures import (
    BINS,
    Share,
    bin_of,
    by,
    calibration,
    curve,
    quantile,
    share,
    sign_test,
    split,
    weighted,
    wilson,
)

part = st.floats(0, 1)
points = st.lists(st.tuples(part, st.booleans()), max_size=60)


# Known values of the Wilson score interval at 95 %, to four digits.
@pytest.mark.parametrize(
    ("right", "count", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (15, 148, 0.0624, 0.1605),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_intervals_are_wilsons(right: int, count: int, low: float, high: float):
    assert wilson(right, count) == pytest.approx((low, high), abs=5.1e-5)


def test_of_nothing_nothing_is_known():
    assert wilson(0, 0) == (0, 1)
    assert Share(0, 0).value is None


@given(st.integers(0, 400).flatmap(lambda count: st.tuples(st.integers(0, count), st.just(count))))
def test_the_ends_of_an_interval_solve_the_equation_that_defines_them(counted: tuple[int, int]):
    right, count = counted
    low, high = wilson(right, count)
    assert 0 <= low <= (right / count if count else 0.5) <= high <= 1
    for end in (low, high) if 0 < right < count else ():
        distance = abs(right / count - end)
        assert distance == pytest.approx(1.959963984540054 * math.sqrt(end * (1 - end) / count))


# Ten answers by hand: bin 0.6–0.7 has a mean of 0.65 and 1 of 2, bin 0.9–1 a mean of 0.95 and 7 of 8.
TEN = [(0.62, True), (0.68, False), *[(0.91, True)] * 4, *[(0.99, True)] * 3, (0.99, False)]


def test_the_calibration_error_is_the_weighted_distance_of_the_bins():
    found = calibration(TEN)

    assert found.error == pytest.approx((2 * abs(0.65 - 0.5) + 8 * abs(0.95 - 7 / 8)) / 10)
    assert [one.came_true for one in found.bins if one.came_true.count] == [Share(1, 2), Share(7, 8)]
    assert [one.predicted for one in found.bins if one.predicted] == pytest.approx([0.65, 0.95])


@pytest.mark.parametrize(("count", "predicted"), [(20, 0.45), (40, 0.72), (200, 0.95)])
def test_the_error_by_chance_is_near_what_the_binomial_distribution_gives(count: int, predicted: float):
    chances = (
        math.comb(count, right) * predicted**right * (1 - predicted) ** (count - right)
        for right in range(count + 1)
    )
    exact = sum(chance * abs(right / count - predicted) for right, chance in enumerate(chances))

    assert calibration([(predicted, True)] * count).by_chance == pytest.approx(exact, rel=0.05)


def test_without_answers_there_is_no_calibration_error():
    found = calibration([])

    assert found.error is None
    assert len(found.bins) == 10


@given(points)
def test_the_calibration_error_is_what_exact_arithmetic_gives(given_points: list[tuple[float, bool]]):
    held: dict[int, list[tuple[float, bool]]] = {}
    for predicted, came_true in given_points:
        number = next(place for place in reversed(range(BINS)) if predicted >= place / BINS)
        held.setdefault(number, []).append((predicted, came_true))
    exact = Fraction()
    for inside in held.values():
        exact += abs(sum((Fraction(predicted) - came_true for predicted, came_true in inside), Fraction()))
    found = calibration(given_points)

    assert sum(one.came_true.count for one in found.bins) == len(given_points)
    if given_points:
        assert found.error == pytest.approx(float(exact / len(given_points)), abs=1e-12)
        assert 0 <= (found.error or 0) <= 1


@given(part)
def test_each_prediction_is_in_the_bin_whose_ends_are_around_it(predicted: float):
    number = bin_of(predicted)

    assert number / BINS <= predicted
    assert predicted < (number + 1) / BINS or number == BINS - 1


def test_accuracy_and_coverage_at_a_threshold_are_those_of_the_answers_on_its_side():
    levels = {level.threshold: level for level in curve(TEN, [0.1, 0.62, 0.91, 0.99])}

    assert levels[0.0].accuracy == Share(8, 10)
    assert levels[0.62].accuracy == Share(8, 10)
    assert levels[0.63].accuracy == Share(7, 9)
    assert levels[0.92].accuracy == Share(3, 4)
    assert levels[1.0].accuracy == Share(0, 0)
    assert [levels[at].coverage for at in (0.0, 0.62, 0.63, 0.99, 1.0)] == [1, 0.75, 0.5, 0.25, 0]
    assert levels[0.63].recall == Share(7, 8)


def test_where_answers_count_up_to_a_threshold_the_lower_ones_are_on_its_side():
    levels = {level.threshold: level for level in curve(TEN, [0.1, 0.9], "at_most")}

    assert levels[0.61].accuracy == Share(0, 0)
    assert levels[0.62].accuracy == Share(1, 1)
    assert levels[0.9].accuracy == Share(1, 2)
    assert levels[1.0].accuracy == Share(8, 10)
    assert [levels[at].coverage for at in (0.05, 0.1, 0.9)] == [0, 0.5, 1]


@given(points, st.lists(part, max_size=60), st.sampled_from(["at_least", "at_most"]))
def test_every_level_of_the_curve_is_what_counting_one_by_one_gives(reviewed, everything, direction):
    def is_kept(figure: float, threshold: float) -> bool:
        return figure >= threshold if direction == "at_least" else figure <= threshold

    for level in curve(reviewed, everything, direction):
        kept = [came_true for figure, came_true in reviewed if is_kept(figure, level.threshold)]
        assert level.accuracy == share(kept)
        assert level.recall == Share(sum(kept), sum(came_true for _, came_true in reviewed))
        if everything:
            held = sum(is_kept(figure, level.threshold) for figure in everything)
            assert level.coverage == pytest.approx(held / len(everything))
        else:
            assert level.coverage is None


def test_weighting_counts_each_tenth_as_often_as_answers_fall_into_it():
    # Half of the uncertain are right, all of the certain; of all answers nine in ten are certain.
    reviewed = [*[(0.55, True)] * 5, *[(0.55, False)] * 5, *[(0.95, True)] * 2]
    everything = [0.95] * 90 + [0.51] * 10

    found = weighted(reviewed, everything)
    assert found.value == pytest.approx(0.9 * 1 + 0.1 * 0.5)
    assert found.unseen == 0


def test_of_tenths_without_a_review_nothing_is_guessed():
    found = weighted([(0.95, True)], [0.95, 0.95, 0.95, 0.15])

    assert found.value == 1
    assert found.unseen == pytest.approx(0.25)
    assert weighted([], [0.5]).value is None
    assert weighted([(0.95, True)], [0.15]).value is None


@given(st.lists(st.tuples(st.booleans(), st.booleans())))
def test_precision_and_recall_are_those_of_their_definitions(pairs):
    found = split(pairs)
    taken = [should for is_taken, should in pairs if is_taken]
    needed = [is_taken for is_taken, should in pairs if should]

    assert found.precision == share(taken)
    assert found.recall == share(needed)
    assert found.accuracy == share(is_taken == should for is_taken, should in pairs)


def test_a_confusion_table_has_a_row_for_what_is_right_and_a_column_for_what_was_answered():
    found = confusion([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b"), ("c", "a")])

    assert found.words == ("b", "a", "c")
    assert found.rows == [
        ("b", (2, 0, 0), Share(2, 2)),
        ("a", (1, 1, 0), Share(1, 2)),
        ("c", (0, 1, 0), Share(0, 1)),
    ]


def test_rare_words_share_a_line_that_claims_nothing():
    pairs = [("a", "a")] * 5 + [("b", "b")] * 3 + [("c", "d"), ("d", "a")]
    found = confusion(pairs, most=3)

    assert found.words == ("a", "b", "others")
    assert found.counts == ((5, 0, 0), (0, 3, 0), (1, 0, 1))
    assert found.others == 2
    assert found.rows[-1][2].value is None


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh"))), st.integers(2, 9))
def test_no_pair_is_lost_in_a_confusion_table(pairs, most: int):
    found = confusion(pairs, most=most)

    assert sum(map(sum, found.counts)) == len(pairs)
    assert len(found.words) <= most


def test_shares_by_key_keep_the_order_of_the_keys():
    assert list(by([("x", True), ("y", False), ("x", False)]).items()) == [
        ("x", Share(1, 2)),
        ("y", Share(0, 1)),
    ]


# Two-sided, from tables of the binomial distribution with 1/2.
@pytest.mark.parametrize(
    ("better", "worse", "probability"),
    [(0, 0, 1), (1, 0, 1), (5, 0, 0.0625), (8, 1, 0.0390625), (3, 3, 1), (9, 1, 0.021484375)],
)
def test_the_sign_test_is_exact(better: int, worse: int, probability: float):
    assert sign_test(better, worse) == pytest.approx(probability)
    assert sign_test(worse, better) == pytest.approx(probability)


def test_the_sign_test_takes_thousands():
    assert sign_test(2_600, 2_400) == pytest.approx(0.00486, abs=2e-4)


def test_a_quantile_lies_between_two_values_where_it_has_to():
    assert quantile([4, 1, 3, 2], 0.5) == 2.5
    assert quantile([1, 2, 3, 4, 5], 0.95) == pytest.approx(4.8)
    assert quantile([], 0.5) is None
