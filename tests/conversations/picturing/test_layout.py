"""Whatever the graph: boxes keep clear of each other, and every line arrives."""

from itertools import combinations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from conversations.picturing.layout import Box, Layout, Placed, lay_out

KEYS = [f"n{number}" for number in range(8)]
LINKS = some.lists(some.tuples(some.sampled_from(KEYS), some.sampled_from(KEYS)), max_size=25)
HEIGHTS = some.lists(some.integers(10, 200), min_size=len(KEYS), max_size=len(KEYS))


any_machine = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def laid_out(links: list[tuple[str, str]], heights: list[int] | None = None) -> Layout:
    boxes = [Box(key, 100, height) for key, height in zip(KEYS, heights or [40] * 8, strict=True)]
    return lay_out(boxes, links, start="n3", lowest=["n7"])


def is_clear(one: Placed, other: Placed) -> bool:
    return (
        one.left + one.box.width <= other.left + 0.01
        or other.left + other.box.width <= one.left + 0.01
        or one.top + one.box.height <= other.top + 0.01
        or other.top + other.box.height <= one.top + 0.01
    )


@any_machine
@given(LINKS, HEIGHTS)
def test_no_box_touches_another_or_the_edge(links: list[tuple[str, str]], heights: list[int]) -> None:
    layout = laid_out(links, heights)

    assert set(layout.placed) == set(KEYS)
    assert all(is_clear(one, other) for one, other in combinations(layout.placed.values(), 2))
    for place in layout.placed.values():
        assert 0 < place.left < place.left + place.box.width < layout.width
        assert 0 < place.top < place.top + place.box.height < layout.height


@any_machine
@given(LINKS)
def test_every_link_has_one_line_from_box_to_box(links: list[tuple[str, str]]) -> None:
    layout = laid_out(links)

    assert sorted(route.link for route in layout.routes) == sorted(
        {(source, target) for source, target in links if source != target}
    )
    for route in layout.routes:
        source, target = (layout.placed[key] for key in route.link)
        assert source.left < route.points[0].x < source.left + source.box.width
        assert target.left < route.points[-1].x < target.left + target.box.width
        assert route.points[0].y in (source.top, source.top + source.box.height)
        assert route.points[-1].y in (target.top, target.top + target.box.height)
        assert route.is_upward == (source.top > target.top)


@any_machine
@given(LINKS)
def test_the_same_links_are_always_laid_out_alike(links: list[tuple[str, str]]) -> None:
    assert laid_out(links) == laid_out(links)


def test_a_row_of_nodes_stands_in_a_straight_line() -> None:
    layout = laid_out([("n3", "n4"), ("n4", "n5"), ("n5", "n7")])

    assert len({layout.placed[key].middle for key in ("n3", "n4", "n5", "n7")}) == 1


def test_a_way_back_leads_up_beside_the_way_down() -> None:
    down, back = laid_out([("n3", "n4"), ("n4", "n3")]).routes

    assert (down.is_upward, back.is_upward) == (False, True)
    assert down.points[0].x < back.points[-1].x
