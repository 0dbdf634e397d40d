import re

from conversations.admin.parts.charts import HEIGHT, Chart, Column, chart, whole


def drawn(*columns: Column) -> str:
    return chart(Chart("Calls", columns, ("answered", "failed"), ("strong", "bad"), whole))


def test_columns_share_the_height_and_every_figure_is_told_in_words() -> None:
    shown = drawn(Column("10:00", 30, 10), Column("11:00", 0), Column("12:00", 2_000, 0))

    assert "10:00: 30 answered, 10 failed" in shown
    assert "11:00: 0 answered, 0 failed" in shown
    assert "12:00: 2,000 answered, 0 failed" in shown
    heights = [float(height) for height in re.findall(r' height="([\d.]+)"', shown)]
    assert len(heights) == 3
    assert all(0 < height <= HEIGHT for height in heights)


def test_what_is_small_beside_much_can_still_be_seen() -> None:
    shown = drawn(Column("a", 1), Column("b", 1_000_000))

    assert all(float(height) >= 1 for height in re.findall(r' height="([\d.]+)"', shown))


def test_nothing_is_drawn_of_nothing() -> None:
    assert "<rect" not in drawn(Column("a", 0), Column("b", 0))
