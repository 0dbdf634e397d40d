"""What visitors may ask of a graph: of one of them, of an address, and in a day."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from conversations import clock as site_clock
from conversations.access import AccessDenied, limits
from conversations.access.limits import Kind, Refusal, admission, admit, connections, counting
from conversations.access.limits.windows import Counters
from conversations.models import GraphSettings, ModelCall, Session, Turn
from providers.database import in_database
from tests.conversations.access.conftest import ManualClock

pytestmark = pytest.mark.django_db(transaction=True)

HOME, OFFICE = "203.0.113.7", "198.51.100.1"


@pytest.fixture(autouse=True)
def _counted_here(
    make_counters: Callable[[], Counters], clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits.forget()
    counters = make_counters()
    monkeypatch.setattr(counting, "_counters", lambda: counters)
    monkeypatch.setattr(site_clock, "elapsed", clock.elapsed)


@pytest.fixture
def graph() -> str:
    """A graph that no other test has asked anything; Redis remembers them."""
    return f"graph-{uuid4().hex[:8]}"


async def set_(graph: str, **values: object) -> None:
    await GraphSettings.objects.aupdate_or_create(graph=graph, defaults=values)


async def say(graph: str, visitor: object, address: str = HOME, text: str = "Hi") -> Refusal | None:
    return await admit(Kind.MESSAGE, graph=graph, visitor=visitor, address=address, text=text)  # type: ignore[arg-type]


async def test_a_visitor_s_twenty_first_message_in_a_minute_is_refused_in_words(
    graph: str, clock: ManualClock
):
    flooder, somebody = uuid4(), uuid4()
    assert [await say(graph, flooder) for _ in range(20)] == [None] * 20

    refusal = await say(graph, flooder)
    assert refusal is not None
    assert (refusal.code, 59 <= refusal.seconds <= 60) == ("RATE_LIMITED", True)
    assert refusal.message == (
        f"No more than 20 messages a minute are possible here. Please go on in {refusal.seconds} seconds."
    )
    assert await say(graph, somebody) is None, "nobody else has to wait, at the same address either"
    clock.now += refusal.seconds
    assert await say(graph, flooder) is None


async def test_a_visitor_s_day_ends_after_so_many_messages(graph: str, clock: ManualClock):
    await set_(graph, visitor_messages_per_day=30)
    visitor = uuid4()
    for _ in range(30):
        assert await say(graph, visitor) is None
        clock.now += 10

    refusal = await say(graph, visitor)
    assert refusal is not None
    assert refusal.message == "No more than 30 messages a day are possible here. Please go on in 24 hours."
    assert refusal.seconds > 23 * 3600


async def test_an_office_of_forty_is_not_taken_for_one_abuser(graph: str, clock: ManualClock):
    people = [uuid4() for _ in range(40)]
    for _ in range(12):
        assert await asyncio.gather(*(say(graph, one, OFFICE) for one in people)) == [None] * 40
        clock.now += 5


async def test_a_flood_from_one_address_is_refused_there_and_nowhere_else(graph: str):
    await set_(graph, address_messages_per_minute=50)
    answers = await asyncio.gather(*(say(graph, uuid4(), OFFICE) for _ in range(80)))
    assert answers.count(None) == 50

    refusal = await say(graph, uuid4(), OFFICE)
    assert refusal is not None
    assert refusal.message.startswith("Too many messages come from your network at the moment.")
    assert await say(graph, uuid4(), HOME) is None


async def test_addresses_of_one_household_count_together(graph: str):
    await set_(graph, address_sessions_per_minute=3)
    started = [
        await admit(Kind.SESSION, graph=graph, address=f"2001:db8:1:2::{number}") for number in range(1, 5)
    ]
    assert [refusal is None for refusal in started] == [True, True, True, False]
    assert await admit(Kind.SESSION, graph=graph, address="2001:db8:1:3::1") is None


async def test_the_sixty_first_session_of_a_minute_waits(graph: str, clock: ManualClock):
    started = [await admit(Kind.SESSION, graph=graph, address=OFFICE) for _ in range(61)]
    assert [refusal is None for refusal in started] == [True] * 60 + [False]
    assert await admit(Kind.SESSION, graph=graph, address=HOME) is None
    clock.now += 61
    assert await admit(Kind.SESSION, graph=graph, address=OFFICE) is None


async def test_what_is_refused_counts_nowhere(graph: str, clock: ManualClock):
    await set_(graph, visitor_messages_per_minute=1, address_messages_per_minute=2)
    flooder = uuid4()
    for _ in range(10):
        await say(graph, flooder, OFFICE)

    assert await say(graph, uuid4(), OFFICE) is None


async def test_a_message_longer_than_the_graph_allows_is_refused_and_not_counted(graph: str):
    await set_(graph, longest_message=10, visitor_messages_per_minute=1)
    visitor = uuid4()
    with pytest.raises(AccessDenied) as denied:
        await say(graph, visitor, text="x" * 11)
    assert (denied.value.code, "10 characters" in denied.value.message) == ("MESSAGE_INVALID", True)
    assert await say(graph, visitor, text="x" * 10) is None


def _turns(graph: str, count: int, *, at: datetime, cost: str | None = None) -> None:
    session = Session.objects.create(graph=graph, cursor="x", updated_at=at)
    for number in range(1, count + 1):
        turn = Turn.objects.create(session=session, number=number, status="completed", accepted_at=at)
        ModelCall.objects.create(turn=turn, node="x", provider="p", duration_ms=1, cost=cost, at=at)


async def test_a_graph_s_day_is_counted_from_its_rows(graph: str, caplog: pytest.LogCaptureFixture):
    await set_(graph, turns_per_day=5)
    now = site_clock.now()
    await in_database(_turns, graph, 3, at=now)
    await in_database(_turns, graph, 9, at=now - timedelta(days=1))
    await in_database(_turns, "other", 9, at=now)

    assert [await say(graph, uuid4()) for _ in range(2)] == [None, None], "its own admissions count at once"
    refusal = await say(graph, uuid4())
    assert refusal is not None
    assert refusal.message.startswith("This chat has answered as many messages today as it may.")
    assert await say("other", uuid4()) is None
    assert [record.message for record in caplog.records] == [
        f"The graph {graph!r} has reached a limit of its day."
    ]


async def test_dollars_of_a_day_are_a_limit_where_staff_set_one(graph: str, clock: ManualClock):
    await in_database(_turns, graph, 4, at=site_clock.now(), cost="0.30")
    assert await say(graph, uuid4()) is None
    await set_(graph, dollars_per_day="1.20")
    clock.now += 6
    refusal = await say(graph, uuid4())
    assert refusal is not None
    assert refusal.message.startswith("This chat has done as much today as it may.")
    await set_(graph, dollars_per_day="1.21")
    assert await say(graph, uuid4()) is None


async def test_a_new_day_begins_at_the_site_s_midnight(
    graph: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    settings.TIME_ZONE = "Europe/Berlin"
    timezone.deactivate()
    await set_(graph, turns_per_day=1)
    late = datetime(2026, 3, 28, 22, 30, tzinfo=UTC)
    monkeypatch.setattr(site_clock, "now", lambda: late)
    await in_database(_turns, graph, 1, at=late)

    refusal = await say(graph, uuid4())
    assert refusal is not None
    assert refusal.seconds == 30 * 60
    assert "Please go on in 30 minutes." in refusal.message
    monkeypatch.setattr(site_clock, "now", lambda: late + timedelta(minutes=31))
    assert await say(graph, uuid4()) is None


async def test_a_message_costs_no_write(graph: str, django_assert_max_num_queries: Callable[..., object]):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def watched() -> list[str]:
        with CaptureQueriesContext(connection) as caught:
            admission._rules_and_day(graph)
        return [query["sql"] for query in caught.captured_queries]

    first, second = await in_database(watched), await in_database(watched)
    assert all(sql.startswith("SELECT") for sql in [*first, *second])
    assert (len(first), len(second)) == (2, 1), "turns are counted every few seconds only"


async def test_an_address_has_so_many_connections_open(settings: Settings):
    settings.EZGRAPH_CONNECTIONS_PER_ADDRESS = 2
    for _ in range(2):
        assert await admit(Kind.CONNECTION, address=OFFICE) is None
        connections.enter(OFFICE)
    refusal = await admit(Kind.CONNECTION, address=OFFICE)
    assert refusal is not None
    assert refusal.message.startswith("Too many connections are open from your network")
    assert await admit(Kind.CONNECTION, address=HOME) is None
    connections.leave(OFFICE)
    assert await admit(Kind.CONNECTION, address=OFFICE) is None
    connections.leave(OFFICE)
