"""The worker answers what a process that is gone left unanswered, though nobody comes for it."""

import asyncio
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from conversations.background.resuming import keep_resuming
from conversations.engine import engine
from conversations.engine.staff import Staff
from conversations.engine.turns.running import start_again, stop_gracefully, wait_for_all
from conversations.models import ScheduledWork, Session, Turn
from conversations.testing import GraphHarness, ScriptedChat, hangs, says
from providers.database import in_database
from tests.scale.graphs import TalkGraph

pytestmark = pytest.mark.django_db(transaction=True)


async def interrupt(chat: GraphHarness, *messages: str) -> None:
    """Say something to a process that is stopped before it answers."""
    for message in messages:
        await chat.start(message, busy="wait")
    await stop_gracefully(0)
    start_again()


async def look(stopping: asyncio.Event | None = None) -> None:
    assert await keep_resuming(stopping or asyncio.Event()) is False
    # A turn that waits behind another may be begun by that one's end.
    await wait_for_all()


async def statuses(chat: GraphHarness) -> list[str]:
    return [turn.status for turn in await chat.turns()]


async def test_an_interrupted_turn_is_answered_and_what_waits_behind_it():
    async with GraphHarness(TalkGraph, ScriptedChat([hangs(), says("One."), says("Two.")])) as chat:
        await interrupt(chat, "1", "2")
        await look()
        assert await statuses(chat) == ["completed", "completed"]


async def test_a_turn_whose_process_died_is_answered_once_its_lease_is_over():
    async with GraphHarness(TalkGraph, ScriptedChat([hangs(), says("One.")])) as chat:
        await interrupt(chat, "1")
        over = timezone.now() - timedelta(seconds=1)
        await in_database(Turn.objects.update, status="running")
        await in_database(
            lambda: Session.objects.update(lease_owner="gone", lease_expires_at=over + timedelta(minutes=1))
        )
        await look()
        assert await statuses(chat) == ["running"]
        await in_database(lambda: Session.objects.update(lease_expires_at=over))
        await in_database(lambda: ScheduledWork.objects.update(due_at=over))
        await look()
        assert await statuses(chat) == ["completed"]


async def test_what_waits_for_staff_is_left_to_them():
    async with GraphHarness(TalkGraph, ScriptedChat([hangs()])) as chat:
        await interrupt(chat, "1", "2")
        sam = await in_database(get_user_model().objects.create_user, "sam")
        await engine.take_over(chat.session_id, Staff.of(sam))
        await in_database(Turn.objects.update, status="interrupted")
        await look()
        assert await statuses(chat) == ["interrupted", "interrupted"]


async def test_nothing_is_begun_once_the_worker_stops():
    async with GraphHarness(TalkGraph, ScriptedChat([hangs()])) as chat:
        await interrupt(chat, "1")
        stopping = asyncio.Event()
        stopping.set()
        await look(stopping)
        assert await statuses(chat) == ["interrupted"]
