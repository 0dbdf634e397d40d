"""Home tells how today goes against the same time a week ago, to each what they may see."""

import re
from datetime import timedelta
from decimal import Decimal
from html import unescape
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Permission
from django.test import Client

from providers.models import Provider
from providers.resilience import circuits
from tests.conversations.admin.clocked import (
    NOW,
    WEEK,
    ago,
    failed_turn_at,
    session_at,
    stop_the_clock,
    turn_at,
)
from tests.conversations.admin.sessions.rows import a_call, a_decision, say, somebody

pytestmark = pytest.mark.django_db

HOME = "/admin/"


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)


def cards(client: Client) -> dict[str, tuple[str, str]]:
    """Each card's figure, and what stands below it."""
    return {card.title: (card.value, card.change) for card in client.get(HOME).context["cards"]}


def page(client: Client) -> str:
    return client.get(HOME).content.decode()


def may_see_everything(model: Any) -> Client:
    client = somebody(
        model, "view_session", "view_turn", "view_decision", "view_modelcall", "view_graphsettings"
    )
    user = model.objects.get(username="staff")
    user.user_permissions.add(*Permission.objects.filter(codename__in=["view_provider", "add_provider"]))
    return client


def test_what_was_not_there_is_said_in_words(admin_client: Client) -> None:
    assert {
        title: change for title, (_, change) in cards(admin_client).items() if "a week ago" in change
    } == {
        "Sessions": "none a week ago either",
        "Completed": "no sessions a week ago",
        "Failed turns": "no turns yet; no turns a week ago",
        "Reply time, p50": "none yet; none a week ago",
        "Decisions": "none a week ago either",
        "Fallbacks": "no decisions yet; no decisions a week ago",
    }


def test_sessions_of_today_stand_against_those_until_the_same_time_a_week_ago(admin_client: Client) -> None:
    for at in (ago(hours=1), ago(hours=15), NOW - WEEK - timedelta(hours=1)):
        session_at(at)
    session_at(NOW - WEEK + timedelta(minutes=1))  # later on that day
    session_at(ago(hours=16))  # yesterday

    assert cards(admin_client)["Sessions"] == ("2", "+100 % on a week ago")


def test_what_was_completed_later_a_week_ago_does_not_count_against_today(admin_client: Client) -> None:
    session_at(ago(hours=2), status="completed", updated_at=ago(hours=1))
    session_at(ago(hours=2))
    last = NOW - WEEK
    session_at(last - timedelta(hours=2), status="completed", updated_at=last - timedelta(hours=1))
    for _ in range(3):
        session_at(last - timedelta(hours=2), status="completed", updated_at=last + timedelta(hours=3))

    assert cards(admin_client)["Completed"] == ("50 %", "25 % a week ago")


def test_turns_that_failed_and_how_long_customers_waited(admin_client: Client) -> None:
    for seconds in range(1, 21):
        turn_at(ago(hours=1), took=seconds)
    failed_turn_at(ago(hours=1), took=300)
    turn_at(ago(hours=1), took=900, handed_over=True)  # staff answered
    turn_at(NOW - WEEK - timedelta(hours=1), took=4)

    found = cards(admin_client)

    assert found["Failed turns"] == ("1", "4.8 % of turns; 0 % a week ago")
    assert found["Reply time, p50"] == ("10.0 s", "p95 19.0 s; a week ago 4.0 s and 4.0 s")


def test_decisions_and_fallbacks(admin_client: Client) -> None:
    turn = turn_at(ago(hours=1))
    for outcome in ("success", "success", "fallback", "failed"):
        a_decision(turn, outcome=outcome, at=ago(hours=1))

    found = cards(admin_client)

    assert found["Decisions"] == ("4", "1 failed; none a week ago")
    assert found["Fallbacks"] == ("1", "25 % of decisions; no decisions a week ago")


def test_tests_of_staff_are_in_no_figure(admin_client: Client) -> None:
    test = session_at(ago(hours=1), is_test=True, status="handed_over")
    turn = failed_turn_at(ago(hours=1), test)
    a_decision(turn, at=ago(hours=1))
    a_call(turn, at=ago(hours=1), provider="acme")

    found = cards(admin_client)

    assert {title: value for title, (value, _) in found.items() if value not in ("0", "–")} == {}
    assert test.pk.hex[:8] not in page(admin_client)
    assert "acme" not in page(admin_client)


def test_providers_stand_with_tokens_cost_and_circuit(admin_client: Client) -> None:
    Provider.objects.create(name="acme", type="embedded")
    a_call(
        turn_at(ago(hours=1)),
        at=ago(hours=1),
        provider="acme",
        cost=Decimal("1.5"),
        input_tokens=12_000,
        output_tokens=34,
    )
    a_call(turn_at(ago(hours=1)), at=ago(hours=1), provider="acme", code="timeout")
    a_call(turn_at(NOW - WEEK), at=NOW - WEEK - timedelta(hours=1), provider="acme", cost=Decimal("0.75"))
    async_to_sync(circuits.open)("acme")
    try:
        found, shown = cards(admin_client), page(admin_client)
    finally:
        async_to_sync(circuits.close)("acme")

    assert found["Open circuits"] == ("1", "acme")
    assert "open: opened by hand" in shown
    for figure in ("12,000", "$1.50", "$0.75"):
        assert f">{figure}</td>" in shown
    assert "?provider=acme&amp;code=any&amp;day=today" in shown


def test_customers_who_wait_for_staff_are_named_and_those_who_were_answered_are_not(
    admin_client: Client,
) -> None:
    waits = session_at(ago(hours=1), status="handed_over")
    say(waits, turn_at(ago(hours=1), waits), "Is anybody there?", role="human")
    answered = session_at(ago(hours=1), status="handed_over")
    say(answered, None, "Yes!", author="Grace")

    assert cards(admin_client)["Waiting for staff"] == ("1", "of 2 in staff’s hands")
    assert waits.pk.hex[:8] in page(admin_client)
    assert answered.pk.hex[:8] not in page(admin_client)


def test_the_newest_failures_tell_why(admin_client: Client) -> None:
    failed_turn_at(ago(days=2), cause_detail="The <provider> refused the key.")

    shown = page(admin_client)

    assert "PROVIDER_FAILED" in shown
    assert "The &lt;provider&gt; refused the key." in shown


def test_every_link_leads_to_a_list_that_takes_its_filter(admin_client: Client) -> None:
    Provider.objects.create(name="acme", type="embedded")
    turn = failed_turn_at(ago(hours=1), session_at(ago(hours=1), status="handed_over"))
    a_call(turn, at=ago(hours=1), provider="acme", code="timeout")
    say(turn.session, turn, "Hello?", role="human")
    content = page(admin_client).partition('id="content-main"')[2]
    links = {unescape(link) for link in re.findall(r'href="(/admin/[^"]+)"', content)}

    answers = {link: admin_client.get(link).status_code for link in links}

    assert len([link for link in links if "?" in link]) >= 8
    assert {link: status for link, status in answers.items() if status != 200} == {}


@pytest.mark.parametrize(
    ("permission", "seen"),
    [
        ("view_session", {"Sessions", "Completed", "Waiting for staff"}),
        ("view_turn", {"Failed turns", "Reply time, p50"}),
        ("view_decision", {"Decisions", "Fallbacks"}),
        ("view_modelcall", set()),
    ],
    ids=["sessions", "turns", "decisions", "calls"],
)
def test_everybody_sees_what_they_may_see(permission: str, seen: set[str], django_user_model: Any) -> None:
    failed = failed_turn_at(ago(hours=1), cause_detail="secret cause")
    a_call(failed, at=ago(hours=1), provider="acme")
    client = somebody(django_user_model, permission)

    shown = page(client)

    assert set(cards(client)) == seen
    assert ("secret cause" in shown) == (permission == "view_turn")
    assert ("acme" in shown) == (permission == "view_modelcall")
    assert ("/admin/conversations/session/" in shown) == (permission == "view_session")


def test_who_may_see_nothing_is_told_so(django_user_model: Any) -> None:
    assert "An administrator can give it a role." in page(somebody(django_user_model))


def test_a_site_that_nobody_has_used_says_where_to_begin(admin_client: Client) -> None:
    Provider.objects.all().delete()

    shown = page(admin_client)

    assert "Nobody has talked yet" in shown
    assert "/chat/quote/" in shown
    assert "There is no provider" in shown
    assert "/admin/providers/provider/add/" in shown
    assert "No turn has failed." in shown


def test_it_asks_the_database_fifteen_times_at_most_however_much_there_is(
    django_user_model: Any, django_assert_max_num_queries: Any
) -> None:
    client = may_see_everything(django_user_model)
    for number in range(12):
        turn = failed_turn_at(ago(hours=1), session_at(ago(hours=1), status="handed_over"))
        say(turn.session, turn, "Hello?", role="human")
        a_decision(turn, at=ago(hours=1))
        a_call(turn, at=ago(hours=1), provider=f"p{number}", code="timeout")
        Provider.objects.create(name=f"p{number}", type="embedded")

    with django_assert_max_num_queries(15):
        page(client)
