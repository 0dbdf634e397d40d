"""Who a host site says that its user is, and which pages may use the chat."""

import logging
from typing import Any

import jwt
import pytest

from conversations import clock
from conversations.access import identity_secrets
from conversations.models import GraphSettings, Session
from providers.database import in_database
from tests.conversations.chat.tab import open_tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("model")]

SECRET = "s" * 40


@pytest.fixture
async def graph_settings() -> GraphSettings:
    """The settings of the graph `wish`, whose host site signs its users and may embed the chat."""

    def make() -> GraphSettings:
        row = GraphSettings(graph="wish", allowed_origins=["https://shop.example"])
        identity_secrets.put(row, {"first": SECRET})
        row.save()
        return row

    return await in_database(make)


def signed(sub: str, secret: str = SECRET, **more: Any) -> str:
    claims = {"sub": sub, "aud": "wish", "exp": clock.now().timestamp() + 600, **more}
    return jwt.encode(claims, secret, algorithm="HS256")


@pytest.mark.usefixtures("graph_settings")
async def test_a_signed_user_owns_the_session():
    async with open_tab() as tab:
        welcome = await tab.hello(user=signed("ada", name="Ada", email="ada@shop.example"))
        session = await Session.objects.aget(pk=welcome["session"])
        assert (session.external_user, session.external_user_verified) == ("ada", True)
        assert (session.external_name, session.external_email) == ("Ada", "ada@shop.example")
        assert (session.origin, session.is_test) == ("chat", False)


@pytest.mark.usefixtures("graph_settings")
async def test_a_customer_who_signs_in_keeps_the_session_and_another_one_does_not_get_it():
    async with open_tab() as tab:
        welcome = await tab.hello()
        again = await tab.hello(token=welcome["token"], user=signed("ada"))
        assert again["session"] == welcome["session"]
        assert (await Session.objects.aget()).external_user == "ada"
        other = await tab.hello(token=welcome["token"], user=signed("grace"))
        assert other["code"] == "SESSION_UNKNOWN"
        assert (await Session.objects.aget()).external_user == "ada"


@pytest.mark.usefixtures("graph_settings")
@pytest.mark.parametrize(
    "user", ["", "forged", signed("ada", secret="x" * 40), signed("ada", aud="other"), signed("ada", exp=1)]
)
async def test_a_user_whom_nobody_signed_is_refused(user: str):
    async with open_tab() as tab:
        assert (await tab.hello(user=user))["code"] == "UNAUTHENTICATED"
        assert not await Session.objects.aexists()


@pytest.mark.usefixtures("graph_settings")
async def test_a_page_that_was_open_for_hours_goes_on_with_its_user_s_session_and_with_no_other():
    over = clock.now().timestamp() - 3600
    async with open_tab() as tab:
        own = await tab.hello(user=signed("ada"))
        again = await tab.hello(token=own["token"], user=signed("ada", exp=over))
        assert (again["type"], again["session"]) == ("welcome", own["session"])
        assert (await tab.hello(token=own["token"], user=signed("eve", exp=over)))[
            "code"
        ] == "UNAUTHENTICATED"
        nobodys = await tab.hello()
        late = await tab.hello(token=nobodys["token"], user=signed("ada", exp=over))
        assert late["code"] == "UNAUTHENTICATED"
        assert (await Session.objects.aget(pk=nobodys["session"])).external_user == ""


@pytest.mark.usefixtures("graph_settings")
async def test_a_page_that_staff_allow_may_use_the_chat():
    async with open_tab(origin="https://shop.example") as tab:
        assert (await tab.hello())["type"] == "welcome"


@pytest.mark.usefixtures("graph_settings")
async def test_another_page_is_closed_and_one_line_of_the_log_says_how_to_allow_it(
    caplog: pytest.LogCaptureFixture,
):
    with caplog.at_level(logging.WARNING):
        async with open_tab(origin="https://foreign.example") as tab:
            assert (await tab.hello())["code"] == "FORBIDDEN"
            assert await tab.closed_with() == 4403
    (line,) = [record.getMessage() for record in caplog.records if "foreign" in record.getMessage()]
    assert "https://foreign.example" in line
    assert "Allowed origins" in line
    assert not await Session.objects.aexists()
