"""Staff read sessions, turns, steps, messages and channels, and change none of them."""

import re
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.test import Client
from django.utils import timezone

from conversations.admin.words import DECISION_WORDS, WORDS
from conversations.models import Channel, Decision, GraphSettings, Message, ModelCall, Session, Step, Turn
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


@pytest.mark.parametrize(
    "search",
    [
        "id",
        "beginning",
        "nonsense",
        "00000000",
        "deadbeef-",
        "00000000-0000-0000-0000-000000000000",
        "%",
        "\x00",
    ],
)
@pytest.mark.parametrize("model", MODELS)
async def test_searching_finds_a_session_by_its_id_and_breaks_on_nothing(
    session: Session, admin_client: Client, model: Any, search: str
):
    own = {"id": str(session.pk), "beginning": session.pk.hex[:8].upper()}
    term = own.get(search, search)
    answer = await in_database(admin_client.get, address(model, ""), {"q": term})
    assert answer.status_code == 200
    if search != "\x00":  # Django refuses it with a message beside the whole list
        assert bool(answer.context["cl"].result_list) == (search in own)


async def test_a_beginning_of_an_id_is_looked_for_in_the_other_fields_too(admin_client: Client):
    row = await Session.objects.acreate(
        graph="wish", cursor="x", external_user="cafe0123", updated_at=timezone.now()
    )
    listed = await in_database(admin_client.get, address(Session, ""), {"q": "cafe0123"})
    assert [found.pk for found in listed.context["cl"].result_list] == [row.pk]


@pytest.mark.parametrize("model", [Session, Turn, Step, Message, Channel])
async def test_lists_show_the_beginning_of_an_id_as_a_link_and_one_date_format(
    session: Session, admin_client: Client, model: Any
):
    page = (await in_database(admin_client.get, address(model, ""))).content.decode()
    link = rf"<a [^>]*/session/{session.pk}/change/[^>]*>{session.pk.hex[:8]}</a>"
    assert re.search(link, page)
    assert f">{session.pk}<" not in page
    assert not re.search(r"[ap]\.m\.|noon|midnight", page)


async def test_the_page_of_a_session_shows_the_whole_id_and_explains_words(
    session: Session, admin_client: Client
):
    page = await in_database(admin_client.get, address(Session, f"{session.pk}/change/"))
    text = page.content.decode()
    assert str(session.pk) in re.sub(r"<(title|a|form|input)\b[^>]*>", "", text)
    assert WORDS["cursor"] in text


def test_every_explained_word_is_one_of_a_record():
    shown = {name for model in MODELS for name in _names(model)}
    assert set(WORDS) <= shown
    assert set(DECISION_WORDS) - set(WORDS) <= set(_names(Decision))


def _names(model: Any) -> list[str]:
    registered: Any = admin.site.get_model_admin(model)
    sections = flatten_fieldsets(registered.fieldsets or ())
    computed = registered.readonly_fields
    stored = (field.name for field in model._meta.get_fields())
    return [*stored, *computed, *(registered.fields or ()), *sections]


async def test_settings_of_a_graph_offer_the_configured_providers_and_keep_one_that_is_gone(
    admin_client: Client,
):
    row = await GraphSettings.objects.acreate(graph="quote", chat_provider="gone")
    page = await in_database(admin_client.get, address(GraphSettings, f"{row.pk}/change/"))
    choices = dict(page.context["adminform"].form.fields["chat_provider"].choices)
    assert list(choices) == ["", "embedded", "openai", "gone"]
    assert choices["gone"] == "gone (not configured any more)"


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
