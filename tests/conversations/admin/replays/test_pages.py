"""Replays in the back office: started, followed, stopped and compared, by those who may."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conversations.admin.quality.figures import Share
from conversations.background.replaying import run_next
from conversations.models import DecisionCapture, Replay, ReplayStatus
from conversations.testing import serve_graphs
from providers.models import Provider
from providers.registry import override_provider
from tests.conversations.admin.deciding import TriageGraph
from tests.conversations.background.replays import Judge, captured, ordered

pytestmark = pytest.mark.django_db(transaction=True)

LIST = "/admin/conversations/replay/"
BOTH = ("run_replay", "view_captured_content", "view_decision")
FORM = {"source": "triage/TriageNode", "provider": "judge", "model": "", "most": "200"}


@pytest.fixture(autouse=True)
def judge() -> Iterator[Judge]:
    """A provider that can decide, as a row and as what answers."""
    Provider.objects.create(name="judge", type="embedded", options={})
    judge = Judge()
    with serve_graphs(TriageGraph), override_provider("judge", judge):
        yield judge


def staff(model: Any, *codenames: str) -> Client:
    user = model.objects.create_user("staff", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client = Client()
    client.force_login(user)
    return client


def work() -> None:
    async_to_sync(run_next)(asyncio.Event())


def page_of(replay: Replay) -> str:
    return f"{LIST}{replay.pk}/change/"


def test_a_form_puts_a_replay_in_the_queue_and_leads_to_it(django_user_model: Any):
    captured(3)
    client = staff(django_user_model, *BOTH)
    answer = client.post(f"{LIST}add/", {**FORM, "model": "m", "most": "2"})
    replay = Replay.objects.get()

    assert answer.headers["Location"] == page_of(replay)
    assert (replay.provider, replay.model, replay.total, replay.started_by_name) == ("judge", "m", 2, "staff")
    assert replay.status == ReplayStatus.WAITING
    entry = LogEntry.objects.get()
    assert (entry.object_id, entry.is_addition()) == (str(replay.pk), True)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"source": "gone/GoneNode"}, "Select a valid choice"),
        ({"provider": "nobody"}, "Select a valid choice"),
        ({"most": "5001"}, "less than or equal to 5000"),
        ({"most": "0"}, "greater than or equal to 1"),
        ({"reviewed": "on"}, "of what somebody reviewed is captured"),
    ],
    ids=["node", "provider", "too many", "none", "none reviewed"],
)
def test_what_cannot_be_replayed_is_refused_at_its_field(
    django_user_model: Any, changed: dict[str, str], words: str
):
    captured(1)
    page = staff(django_user_model, *BOTH).post(f"{LIST}add/", {**FORM, **changed})

    assert words in page.content.decode()
    assert not Replay.objects.exists()


def test_where_nothing_is_captured_the_form_says_so(django_user_model: Any):
    captured(1)
    DecisionCapture.objects.all().delete()
    page = staff(django_user_model, *BOTH).post(f"{LIST}add/", FORM)

    assert "Nothing is captured of this node" in page.content.decode()


def test_a_provider_that_cannot_decide_is_refused(django_user_model: Any):
    captured(1)
    Provider.objects.create(name="broken", type="openai", options={})
    page = staff(django_user_model, *BOTH).post(f"{LIST}add/", {**FORM, "provider": "broken"})

    assert page.status_code == 200
    assert not Replay.objects.exists()


def test_the_page_compares_before_and_after(django_user_model: Any):
    captured(1, truth="other")
    captured(1, truth="billing")
    captured(1)
    replay = ordered()
    work()
    page = staff(django_user_model, *BOTH).get(page_of(replay))
    (question,) = page.context["comparison"].questions

    assert (question.both, question.changed) == (3, 3)
    assert (question.before, question.after) == (Share(1, 2), Share(1, 2))
    assert "1 became right and 1 wrong: that may well be chance." in page.content.decode()


def test_what_changed_comes_first(django_user_model: Any, judge: Judge):
    captured(4)
    replay = ordered()
    judge.answer = "billing"
    work()
    last = replay.items.order_by("-pk")[0]
    last.changed = 1
    last.save(update_fields=["changed"])
    page = staff(django_user_model, *BOTH).get(page_of(replay))

    assert page.context["page"].object_list[0] == last


def test_skipped_and_failed_ones_are_told(django_user_model: Any):
    captured(2)
    replay = ordered()
    DecisionCapture.objects.order_by("pk")[0].delete()
    work()
    page = staff(django_user_model, *BOTH).get(page_of(replay)).content.decode()

    assert "1 skipped: what they asked was erased or removed by its age" in page
    assert "its capture is gone" in page


def test_a_replay_that_could_not_be_run_says_why(django_user_model: Any):
    captured(1)
    replay = ordered(provider="nobody")
    work()

    assert "Nobody could be asked" in staff(django_user_model, *BOTH).get(page_of(replay)).content.decode()


def test_it_is_followed_while_it_runs_and_stopped(django_user_model: Any):
    captured(2)
    replay = ordered()
    client = staff(django_user_model, *BOTH)
    progress = f"{LIST}{replay.pk}/progress/"
    assert client.get(progress).json() == {"open": True, "done": 0, "total": 2}
    assert "Stop" in client.get(page_of(replay)).content.decode()

    assert client.get(f"{LIST}{replay.pk}/stop/").status_code == 405
    client.post(f"{LIST}{replay.pk}/stop/")
    client.post(f"{LIST}{replay.pk}/stop/")
    replay.refresh_from_db()
    assert replay.status == ReplayStatus.STOPPED
    assert [entry.change_message for entry in LogEntry.objects.all()] == ["Stopped the replay."]
    assert client.get(progress).json()["open"] is False
    assert "data-progress" not in client.get(page_of(replay)).content.decode()


@pytest.mark.parametrize(
    "codenames",
    [("run_replay", "view_decision"), ("view_captured_content",), ("view_replay", "add_replay")],
    ids=["no captures", "no replays", "Django's own"],
)
def test_without_both_permissions_there_is_nothing(django_user_model: Any, codenames: tuple[str, ...]):
    captured(1)
    replay = ordered()
    client = staff(django_user_model, *codenames)
    addresses = (LIST, f"{LIST}add/", page_of(replay), f"{LIST}{replay.pk}/progress/")

    assert [client.get(address).status_code for address in addresses] == [403] * 4
    assert client.post(f"{LIST}add/", FORM).status_code == 403
    assert client.post(f"{LIST}{replay.pk}/stop/").status_code == 403
    assert Replay.objects.get().status == ReplayStatus.WAITING
    assert LIST not in client.get("/admin/").content.decode()


def test_nobody_changes_or_deletes_a_replay(admin_client: Client):
    captured(1)
    replay = ordered()

    assert admin_client.post(f"{LIST}{replay.pk}/delete/", {"post": "yes"}).status_code == 403
    admin_client.post(page_of(replay), {**FORM, "provider": "other"})
    assert Replay.objects.get().provider == "judge"


@pytest.mark.parametrize("key", ["nonsense", "00000000-0000-0000-0000-000000000000"])
def test_one_that_is_not_there_is_not_found(admin_client: Client, key: str):
    assert admin_client.get(f"{LIST}{key}/change/").status_code == 404


def test_more_decisions_cost_no_more_queries(admin_client: Client):
    def cost(address: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert admin_client.get(address).status_code == 200
        return len(queries)

    captured(1)
    small = ordered()
    captured(30)
    large = ordered()
    work()
    work()
    costs = [cost(page_of(small)), cost(page_of(large)), cost(LIST)]

    assert costs[0] == costs[1]
    assert max(costs) <= 15
