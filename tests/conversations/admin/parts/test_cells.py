"""Values of lists in little room: whole in the tip, and broken where a reader would."""

from datetime import UTC, datetime

import pytest

from conversations.admin.parts.cells import breakable, moment
from tests.conversations.admin.clocked import NOW, stop_the_clock


def test_a_moment_of_this_year_has_day_and_time_and_one_of_another_its_year(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop_the_clock(monkeypatch)

    now, then = moment(NOW), moment(datetime(2024, 3, 4, 12, 5, 6, tzinfo=UTC))

    assert ">11 Mar 15:30<" in now
    assert ">4 Mar 2024<" in then
    assert 'title="4 Mar 2024, 12:05:06"' in then


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("RouterDecisionNode", "Router<wbr>Decision<wbr>Node"),
        ("HTMLNode", "HTML<wbr>Node"),
        ("clarity_confidence", "clarity_<wbr>confidence"),
        ("_A_b", "_<wbr>A_<wbr>b"),
        ("end", "end"),
        ("a<b", "a&lt;b"),
        ("QA", "QA"),
        ("", ""),
    ],
    ids=["words", "capitals", "underscores", "both", "one word", "markup", "only capitals", "nothing"],
)
def test_a_name_may_wrap_between_its_words(name: str, shown: str) -> None:
    assert breakable(name) == shown
