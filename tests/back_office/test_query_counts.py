"""No page of the back office asks the database once a row, however many rows it shows."""

from collections import Counter

import pytest
from django.contrib import admin
from django.test import Client

from tests.back_office.measuring import opened
from tests.back_office.staff import somebody_who_may_do_everything
from tests.back_office.walking import Samples, Walk, first_addresses, kind_of, pages_of
from tests.back_office.world import grow

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

FEW = 5
MANY = 50

MOST_QUERIES = 15

SAMPLES = Samples(texts=("room", "user-1"), days=("2026-01-01",))

ALIKE = 2
"""Pages of records of a kind that are opened; of a filter or search one is enough."""


def most_queries(client: Client, begin_with: list[str], *, asked: bool) -> dict[str, int]:
    """How many queries the pages of each kind take at most; with `asked`, filters and searches too."""
    most: dict[str, int] = {}
    times: Counter[str] = Counter()
    walk = Walk(SAMPLES, begin_with)
    for address in walk:
        kind = kind_of(address)
        times[kind] += 1
        is_asked = "?" in address
        enough = 1 if is_asked else ALIKE
        if (is_asked and not asked) or (times[kind] > enough and address not in begin_with):
            continue
        answer, cost = opened(client, address)
        walk.take(address, answer)
        most[kind] = max(most.get(kind, 0), len(cost.queries))
    return most


@pytest.fixture
def staff(client: Client) -> Client:
    """Somebody of the staff who may do everything."""
    client.force_login(somebody_who_may_do_everything())
    return client


def test_pages_take_as_many_queries_with_fifty_rows_as_with_five(staff: Client):
    few = most_queries(staff, [*first_addresses(), *pages_of(grow(FEW))], asked=False)
    many = most_queries(staff, [*first_addresses(), *pages_of(grow(MANY))], asked=True)

    assert {kind: (few[kind], many[kind]) for kind in few if many[kind] > few[kind]} == {}
    assert {kind: count for kind, count in many.items() if count > MOST_QUERIES} == {}


def test_each_list_has_rows_to_show():
    grow(FEW)
    empty = [model for model in admin.site._registry if not model._default_manager.exists()]
    assert empty == [], "tests/back_office/world.py makes no rows of these"
