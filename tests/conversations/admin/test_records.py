"""Staff read sessions, turns, steps, messages and channels, and change none of them."""

from typing import Any

import pytest
from django.test import Client

from conversations.models import Channel, GraphSettings, Message, ModelCall, Session, Step, Turn
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from providers.database import in_database
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db(transaction=True)

MODELS = [Session, Turn, Step, Message, Channel, ModelCall]


@pytest.fixture
async def session() -> Session:
    """A session with one turn of two steps."""
    model = ScriptedChat([calls(call("save_name", name="<b>Ada</b>")), says("What do you wish?")])
    async with GraphHarness(WishGraph, model) as chat:
        await chat.send("I'm <script>Ada</script>")
        return await chat.session()


def address(model: type, suffix: str) -> str:
    return f"/admin/conversations/{model.__name__.lower()}/{suffix}"


def pages_of(client: Client, model: Any) -> list[Any]:
    rows = model.objects.all()
    return [client.get(address(model, f"{row.pk}/change/")) for row in rows]


@pytest.mark.parametrize("model", MODELS)
async def test_every_record_has_a_list_and_a_page(session: Session, admin_client: Client, model: Any):
    listed = await in_database(admin_client.get, address(model, ""))
    assert listed.status_code == 200
    pages = await in_database(pages_of, admin_client, model)
    assert pages
    assert {page.status_code for page in pages} == {200}
    assert b"<script>Ada" not in b"".join(page.content for page in pages)


@pytest.mark.parametrize("model", MODELS)
async def test_nobody_adds_changes_or_deletes_one(session: Session, admin_client: Client, model: Any):
    row = await model.objects.afirst()
    for suffix in ("add/", f"{row.pk}/delete/", f"{row.pk}/change/"):
        answer = await in_database(admin_client.post, address(model, suffix), {})
        assert answer.status_code == 403
    assert await model.objects.filter(pk=row.pk).aexists()


async def test_a_session_shows_its_conversation(session: Session, admin_client: Client):
    page = await in_database(admin_client.get, address(Session, f"{session.pk}/change/"))
    text = page.content.decode()
    assert text.index("I&#x27;m &lt;script&gt;Ada") < text.index("What do you wish?")
    assert "All turns (1)" in text


@pytest.mark.parametrize("search", ["id", "nonsense", "00000000-0000-0000-0000-000000000000", "%", "\x00"])
@pytest.mark.parametrize("model", MODELS)
async def test_searching_finds_a_session_by_its_id_and_breaks_on_nothing(
    session: Session, admin_client: Client, model: Any, search: str
):
    term = str(session.pk) if search == "id" else search
    answer = await in_database(admin_client.get, address(model, ""), {"q": term})
    assert answer.status_code == 200
    if search != "\x00":  # Django refuses it with a message beside the whole list
        assert bool(answer.context["cl"].result_list) == (search == "id")


async def test_settings_of_a_graph_take_only_providers_that_can_chat(admin_client: Client):
    await in_database(admin_client.get, address(GraphSettings, ""))
    row = await GraphSettings.objects.aget(graph="quote")
    page = address(GraphSettings, f"{row.pk}/change/")
    new = {"public": "on", "chat_provider": "nobody", "chat_model": ""}
    refused = await in_database(admin_client.post, page, new)
    assert "nobody" in refused.context["adminform"].form.errors["chat_provider"][0]
    taken = await in_database(admin_client.post, page, new | {"chat_provider": "embedded"})
    assert taken.status_code == 302
    assert (await GraphSettings.objects.aget(graph="quote")).chat_provider == "embedded"


async def test_a_graph_that_is_not_public_cannot_become_so_by_deleting_its_settings(admin_client: Client):
    row = await GraphSettings.objects.acreate(graph="quote", public=False)
    page = address(GraphSettings, f"{row.pk}/delete/")
    assert (await in_database(admin_client.post, page, {"post": "yes"})).status_code == 403
    await in_database(admin_client.get, address(GraphSettings, ""))
    assert not (await GraphSettings.objects.aget(graph="quote")).public
