"""A visitor's token opens its session, and nothing else ever does."""

import logging
import time
from uuid import UUID, uuid4

import pytest
from django.core import signing
from django.utils import timezone

from conversations.access import read_visitor, tokens, visitor
from conversations.access.tokens import TokenFault, TokenRefused
from conversations.engine import store
from conversations.models import Session

SESSION = UUID(int=7)
DAY = 24 * 60 * 60


@pytest.fixture
def days_later(monkeypatch: pytest.MonkeyPatch):
    real = time.time

    def move(days: float) -> None:
        monkeypatch.setattr("django.core.signing.time.time", lambda: real() + days * DAY)

    return move


def fault_of(token: str) -> TokenFault:
    with pytest.raises(TokenRefused) as refused:
        tokens.read(token)
    return refused.value.fault


def test_it_says_its_session_and_epoch():
    said = tokens.read(tokens.make(SESSION, 3))

    assert (said.session, said.epoch) == (SESSION, 3)


def test_it_lasts_thirty_days(days_later):
    token = tokens.make(SESSION, 0)
    days_later(29.9)
    assert tokens.read(token).session == SESSION
    days_later(30.1)
    assert fault_of(token) is TokenFault.EXPIRED


def _altered(token: str, place: int) -> str:
    return token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]


@pytest.mark.parametrize("place", [0, 10, -20, -5])
def test_an_altered_token_is_forged(place: int):
    token = tokens.make(SESSION, 0)

    assert fault_of(_altered(token, place % len(token))) is TokenFault.FORGED


@pytest.mark.parametrize(
    "token",
    [
        "",
        "::",
        "a:b:c",
        "nonsense",
        "x" * 5000,
        "\u00e9:\ud800:x",
        signing.dumps([SESSION.hex, 0]),
        signing.dumps([SESSION.hex, 0], salt="another"),
        signing.dumps([SESSION.hex, 0], key="another key", salt="conversations.visitor"),
        signing.dumps("text", salt="conversations.visitor"),
        signing.dumps([SESSION.hex], salt="conversations.visitor"),
        signing.dumps([1, 2], salt="conversations.visitor"),
        signing.dumps(["no id", 0], salt="conversations.visitor"),
    ],
    ids=range(13),
)
def test_what_this_site_did_not_sign_as_a_token_is_forged(token: str):
    assert fault_of(token) is TokenFault.FORGED


@pytest.mark.django_db
def test_a_session_that_is_gone_or_has_revoked_its_tokens_opens_no_more(caplog: pytest.LogCaptureFixture):
    session = Session.objects.create(graph="wish", cursor="x", updated_at=timezone.now())
    other = Session.objects.create(graph="wish", cursor="x", updated_at=timezone.now())
    token, others = tokens.make(session.pk, 0), tokens.make(other.pk, 0)
    assert read_visitor(token).graph == "wish"

    store.revoke_tokens(session.pk)
    with pytest.raises(TokenRefused) as refused:
        read_visitor(token)
    assert refused.value.fault is TokenFault.REVOKED
    assert read_visitor(tokens.make(session.pk, 1)).session == session.pk
    assert read_visitor(others).session == other.pk

    caplog.set_level(logging.INFO, "conversations.access.door")
    assert visitor(tokens.make(uuid4(), 0)) is None
    assert visitor("nonsense") is None
    assert [record.message for record in caplog.records] == [
        "A visitor's token was refused: it is revoked.",
        "A visitor's token was refused: it is forged.",
    ]
