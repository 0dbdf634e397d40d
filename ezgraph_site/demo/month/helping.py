"""Somebody of staff who steps into a conversation and hands it back."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from conversations.engine import engine
from conversations.engine.staff import Staff
from conversations.models import Message, Takeover
from ezgraph_site.demo.month import people
from providers.database import in_database

NAME: Final = "demo-operator"
TEXT: Final = "Hello, this is Sam from the team. I had a look: all is well, please go on."
CLIENT_ID: Final = "demo"


async def help_out(session: UUID, began: datetime) -> datetime:
    """Take a session over, write a line and hand it back; returns when that was done."""
    staff = await in_database(_operator)
    await engine.take_over(session, staff)
    await engine.say(session, staff, TEXT, CLIENT_ID)
    await engine.hand_back(session, staff)
    return await in_database(_move, session, began)


def _operator() -> Staff:
    return Staff.of(people.colleague(NAME, "Sam"))


def _move(session: UUID, began: datetime) -> datetime:
    wrote, ended = began + timedelta(seconds=40), began + timedelta(seconds=55)
    Takeover.objects.filter(session=session).update(began_at=began, ended_at=ended)
    Message.objects.filter(session=session, client_id=CLIENT_ID).update(created_at=wrote)
    return ended
