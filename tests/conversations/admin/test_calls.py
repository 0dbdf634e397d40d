"""Staff find provider calls by who was called, and by how they failed."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from conversations.models import ModelCall, Session, Turn

pytestmark = pytest.mark.django_db

CALLS = "/admin/conversations/modelcall/"

MADE = (("openai", ""), ("openai", "timeout"), ("embedded", "timeout"), ("embedded", "truncated"))


@pytest.fixture
def session() -> Session:
    """A session whose turn made a call of each of MADE, the last one first."""
    now = timezone.now()
    made = Session.objects.create(graph="hotel", cursor="x", updated_at=now)
    turn = Turn.objects.create(
        session=made, number=1, request_hash="", status="completed", accepted_at=now, started_at=now
    )
    for minutes, (provider, code) in enumerate(MADE):
        moment = now - timedelta(minutes=minutes)
        request_id = f"req-{minutes}"
        ModelCall.objects.create(
            turn=turn, node="x", provider=provider, code=code, request_id=request_id, duration_ms=1, at=moment
        )
    return made


def listed(client: Client, **asked: str) -> list[tuple[str, str]]:
    page = client.get(CALLS, asked)
    assert page.status_code == 200
    return [(call.provider, call.code) for call in page.context["cl"].result_list]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, list(MADE)),
        ({"provider": "openai"}, list(MADE[:2])),
        ({"code": "any"}, list(MADE[1:])),
        ({"code": "timeout"}, list(MADE[1:3])),
        ({"code": "timeout", "provider": "embedded"}, [MADE[2]]),
        ({"code": "refused"}, []),
        ({"q": "req-3"}, [MADE[3]]),
        ({"q": "REQ-3"}, []),
    ],
    ids=str,
)
def test_calls_are_found_by_provider_failure_and_request(
    admin_client: Client, session: Session, asked: dict[str, str], found: list[tuple[str, str]]
):
    assert listed(admin_client, **asked) == found


def test_a_request_id_that_looks_like_a_sessions_is_found_too(admin_client: Client, session: Session):
    ModelCall.objects.filter(request_id="req-2").update(request_id="deadbeef")

    assert listed(admin_client, q="deadbeef") == [MADE[2]]
    assert len(listed(admin_client, q=session.pk.hex[:8])) == len(MADE)
