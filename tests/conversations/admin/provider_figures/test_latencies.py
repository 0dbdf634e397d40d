from math import ceil, floor, log

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from conversations.admin.provider_figures.latencies import STEPS, LengthClass, percentile

LENGTHS = some.lists(some.integers(0, 600_000), min_size=1, max_size=60)
PARTS = some.sampled_from([0.5, 0.95])


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(LENGTHS, PARTS)
def test_it_is_a_length_of_a_call_and_at_most_two_hundredths_above_the_exact_one(
    lengths: list[int], part: float
) -> None:
    classes: dict[int, list[int]] = {}
    for length in lengths:
        classes.setdefault(floor(log(length + 1) * STEPS), []).append(length)

    found = percentile((LengthClass(max(one), len(one)) for one in classes.values()), part)

    exact = sorted(lengths)[ceil(part * len(lengths)) - 1]
    assert found in lengths
    assert exact <= found <= (exact + 1) * 1.0202


def test_of_nothing_there_is_none() -> None:
    assert percentile([], 0.5) is None
    assert percentile([LengthClass(0, 0)], 0.5) is None
