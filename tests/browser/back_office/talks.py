"""Conversations of the site's own graphs with its embedded provider, for a site that runs."""

from typing import Final
from uuid import UUID

from asgiref.sync import async_to_sync
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group

from conversations.engine import NewSession, TurnRequest, engine
from conversations.engine.events import SessionRated
from conversations.models import ModelCall, Session, Turn
from tests.conversations.admin.sessions.rows import a_call, a_turn

HOTEL: Final = (
    "Hi, I need a room for two near the harbour",
    "From 3 July 2027 to 6 July 2027",
    "under 200 a night please",
)
WORD: Final = "harpsichord"
"""Said in one conversation only."""


def put_talks() -> None:
    """A hotel search of somebody known, a quote that failed in the end, and one of sixty turns."""
    async_to_sync(_hotel)()
    failed = async_to_sync(_begun)("quote", "Hi, I need insurance for my harpsichord")
    turn = a_turn(Session.objects.get(pk=failed), "And my car?", status="failed", cause="PROVIDER_FAILED")
    Turn.objects.filter(pk=turn.pk).update(cause_detail="openai: unavailable: The server is overloaded.")
    a_call(turn, code="unavailable", message="The server is overloaded.", model="gpt-5-mini")
    long = Session.objects.get(pk=async_to_sync(_begun)("quote", "Hello"))
    for number in range(2, 61):
        a_turn(long, f"Question {number}", f"Answer **{number}**")
    ModelCall.objects.filter(turn__session=failed).update(cost="0.0031")


def put_staff(name: str, role: str, password: str) -> None:
    """Somebody of the staff who has one role."""
    somebody, _ = get_user_model().objects.get_or_create(username=name, defaults={"is_staff": True})
    somebody.set_password(password)
    somebody.save()
    somebody.groups.set([Group.objects.get(name=role)])


async def _hotel() -> None:
    session, _ = await engine.create_session(
        NewSession(
            graph="hotel",
            external_user="guest-17",
            external_user_verified=True,
            external_name="Ada Lovelace",
            external_email="ada@example.org",
        )
    )
    for text in HOTEL:
        await engine.run(TurnRequest(session=session.id, message=text))
    await engine.rate(session.id, SessionRated(value=1, comment="That was quick."))


async def _begun(graph: str, text: str) -> UUID:
    session, _ = await engine.create_session(NewSession(graph=graph))
    await engine.run(TurnRequest(session=session.id, message=text))
    return session.id
