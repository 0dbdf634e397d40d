"""Who may connect to staff's WebSocket, and that rights hold from frame to frame."""

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as LogIn
from django.db import OperationalError
from django.test import override_settings

from conversations.engine import engine
from conversations.staff import consumer, desk
from conversations.testing import ScriptedChat
from providers.database import in_database
from tests.conversations.chat.tab import open_tab
from tests.conversations.staff.staff_page import connection, log_in, open_page, page_of
from tests.conversations.staff.test_following import session_of
from tests.conversations.takeovers.staff import account, staff

pytestmark = pytest.mark.django_db(transaction=True)

LOGGED_OUT = 4401


@pytest.mark.parametrize(
    "origin",
    [None, "https://shop.example", "http://localhost:8001", "https://evil.example:8000", "null", "http://["],
    ids=["none", "foreign", "other-port", "same-port", "null", "broken"],
)
async def test_only_a_page_of_the_site_itself_may_connect(ann: User, origin: str | None):
    connected, _ = await connection(await in_database(log_in, ann), origin).connect()
    assert not connected


@override_settings(CSRF_TRUSTED_ORIGINS=["https://shop.example"])
async def test_a_trusted_origin_of_forms_is_no_page_of_the_site(ann: User):
    connected, _ = await connection(await in_database(log_in, ann), "https://shop.example").connect()
    assert not connected


async def test_while_the_database_is_away_a_page_is_closed_to_come_again(
    ann: User, monkeypatch: pytest.MonkeyPatch
):
    key = await in_database(log_in, ann)

    def away(key: str) -> None:
        raise OperationalError

    monkeypatch.setattr(consumer, "badge_of", away)
    async with open_page(key) as page:
        assert await page.closed_with() == 4503


async def test_what_cannot_be_checked_is_told_later(
    model: ScriptedChat, ann: User, monkeypatch: pytest.MonkeyPatch
):
    def away(key: str) -> None:
        raise OperationalError

    async with open_tab() as tab, page_of(ann) as page:
        session, cid = await session_of(tab), await staff("cid")
        await page.follow(session)
        await engine.take_over(session, cid)
        await page.hear("handed_over")
        with monkeypatch.context() as patch:
            patch.setattr(desk, "RECHECK_SECONDS", -1)
            patch.setattr(desk, "badge_of", away)
            await engine.say(session, cid, "Hello.", "a")
            await page.say(type="typing")
            assert (await page.hear("error", "message"))["code"] == "UNAVAILABLE"
        await page.say(type="ping")
        assert (await page.hear("message"))["text"] == "Hello."


async def test_who_is_not_logged_in_is_sent_away():
    async with open_page("") as page:
        assert await page.closed_with() == LOGGED_OUT
    async with open_page("made-up") as page:
        assert await page.closed_with() == LOGGED_OUT


async def test_customers_and_staff_without_the_right_are_sent_away():
    customer = await in_database(User.objects.create_user, "customer")
    for user in (
        customer,
        await in_database(account, "nobody"),
        await in_database(account, "other", "view_turn"),
    ):
        async with page_of(user) as page:
            assert await page.closed_with() == LOGGED_OUT


@pytest.mark.parametrize("kind", ["take_over", "say", "typing", "hand_back"])
async def test_who_may_only_read_writes_nothing(model: ScriptedChat, reader: User, kind: str):
    async with open_tab() as tab, page_of(reader) as page:
        await page.follow(await session_of(tab))
        await page.say(type=kind, id="s1", text="Hello.")
        assert (await page.hear("error"))["code"] == "FORBIDDEN"
        await tab.silence()


async def test_a_right_that_is_taken_away_is_gone_with_the_next_frame(model: ScriptedChat, ann: User):
    async with open_tab() as tab, page_of(ann) as page:
        await page.follow(await session_of(tab))
        await page.say(type="take_over")
        await page.hear("handed_over")
        await in_database(
            lambda: ann.user_permissions.remove(ann.user_permissions.get(codename="take_over_session"))
        )
        await page.say(type="say", id="s1", text="Hello.")
        assert (await page.hear("error"))["code"] == "FORBIDDEN"
        await in_database(ann.user_permissions.clear)
        await page.say(type="ping")
        assert (await page.hear("error"))["code"] == "UNAUTHENTICATED"
        assert await page.closed_with() == LOGGED_OUT


@pytest.mark.parametrize("way", ["switched off", "no staff any more", "logged out", "new password"])
async def test_whoever_is_gone_is_sent_away(model: ScriptedChat, ann: User, way: str):
    def go() -> None:
        match way:
            case "switched off":
                User.objects.filter(pk=ann.pk).update(is_active=False)
            case "no staff any more":
                User.objects.filter(pk=ann.pk).update(is_staff=False)
            case "logged out":
                LogIn.objects.all().delete()
            case "new password":
                ann.set_password("another one")
                ann.save()

    async with open_tab() as tab, page_of(ann) as page:
        await page.follow(await session_of(tab))
        await in_database(go)
        await page.say(type="say", id="s1", text="Hello.")
        assert (await page.hear("error"))["code"] == "UNAUTHENTICATED"
        assert await page.closed_with() == LOGGED_OUT


async def test_whoever_is_gone_hears_nothing_either(
    model: ScriptedChat, ann: User, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("conversations.staff.desk.RECHECK_SECONDS", -1)
    async with open_tab() as tab, page_of(ann) as page:
        session = await session_of(tab)
        await page.follow(session)
        await in_database(lambda: User.objects.filter(pk=ann.pk).update(is_active=False))
        cid = await staff("cid")
        await engine.take_over(session, cid)
        await engine.say(session, cid, "Nothing for Ann.", "a")
        assert await page.closed_with() == LOGGED_OUT
        assert "Nothing for Ann." not in str(page.heard)
