"""What a provider's page tells of its calls."""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from conversations.admin.provider_figures.queries import periods_of
from providers.models import Provider
from tests.conversations.admin.clocked import NOW, ago, session_at, stop_the_clock, turn_at
from tests.conversations.admin.sessions.rows import a_call, a_turn

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)


@pytest.fixture
def provider() -> Provider:
    return Provider.objects.create(name="acme", type="embedded")


def call(**columns: Any) -> None:
    at = columns.setdefault("at", ago(minutes=5))
    a_call(turn_at(at), **{"provider": "acme", **columns})


def shown(client: Client, provider: Provider) -> str:
    return client.get(reverse("admin:providers_provider_change", args=[provider.pk])).content.decode()


def test_calls_errors_latency_and_cost_are_counted_by_the_hour_and_by_the_day() -> None:
    for milliseconds in range(1, 101):
        call(duration_ms=milliseconds, cost=Decimal("0.01"), input_tokens=10, output_tokens=1)
    call(code="timeout", duration_ms=30_000)
    call(at=ago(hours=2), duration_ms=500)
    call(at=ago(days=3), duration_ms=900, cost=Decimal("2"))
    call(at=ago(days=8))
    a_call(turn_at(NOW), provider="other")

    day, week = periods_of("acme", NOW)

    assert (day.whole.calls, day.whole.errors) == (102, 1)
    assert (day.whole.p50, day.whole.p95) == (51, 96)
    assert (day.whole.cost, day.whole.input_tokens, day.whole.output_tokens) == (Decimal("1"), 1000, 100)
    assert [figures.calls for _, figures in day.parts][-3:] == [1, 0, 101]
    assert len(day.parts) == 24
    assert (week.whole.calls, week.whole.cost) == (103, Decimal("3"))
    assert [figures.calls for _, figures in week.parts] == [0, 0, 0, 1, 0, 0, 102]


def test_the_first_hour_and_the_first_day_are_whole() -> None:
    day, week = periods_of("acme", NOW)

    assert NOW - day.parts[0][0] < timedelta(hours=24)
    assert week.parts[0][0].hour == 0
    assert (NOW.date() - week.parts[0][0].date()).days == 6


def test_calls_of_test_sessions_are_left_out() -> None:
    call()
    a_call(a_turn(session_at(NOW, is_test=True)), provider="acme")

    day, _ = periods_of("acme", NOW)

    assert day.whole.calls == 1


def test_the_page_shows_the_figures_and_the_last_errors(admin_client: Client, provider: Provider) -> None:
    call(duration_ms=1200, cost=Decimal("0.5"))
    call(code="unavailable", message="The <server> is overloaded.", at=ago(minutes=3))

    page = shown(admin_client, provider)

    assert "Last 24 hours" in page
    assert "50.0 %" in page
    assert "1.2 s" in page
    assert "$0.5" in page
    assert "The &lt;server&gt; is overloaded." in page
    assert "3\N{NO-BREAK SPACE}minutes ago: unavailable" in page


def test_a_provider_that_nobody_called_says_what_to_do(admin_client: Client, provider: Provider) -> None:
    page = shown(admin_client, provider)

    assert "Nobody has called it. Name it in a graph" in page
    assert "Last errors" not in page


def test_who_may_not_see_calls_sees_none_of_their_figures(
    client: Client, provider: Provider, django_user_model: Any
) -> None:
    call()
    reader = django_user_model.objects.create_user("reader", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_provider"))
    client.force_login(reader)

    page = shown(client, provider)

    assert "acme" in page
    assert "Last 24 hours" not in page


def test_the_page_asks_the_database_as_often_for_many_calls_as_for_one(
    admin_client: Client, provider: Provider, django_assert_max_num_queries: Any
) -> None:
    for number in range(20):
        call(at=ago(hours=number), code="timeout" if number % 3 else "")

    with django_assert_max_num_queries(15):
        shown(admin_client, provider)


def test_the_chain_is_drawn_with_every_circuit_and_what_is_missing(admin_client: Client, db: None) -> None:
    Provider.objects.create(name="spare", type="openai", options={"model": "small"})
    first = Provider.objects.create(name="first", type="embedded", options={"fallback": ["spare", "nobody"]})

    page = shown(admin_client, first)

    chain = re.search(r'<ol class="provider-chain">(.*?)</ol>', page, re.DOTALL)
    assert chain
    assert re.findall(r">(first|spare|nobody)<", chain[1]) == ["first", "spare", "nobody"]
    assert "small" in chain[1]
    assert "no provider is called so" in chain[1]
