"""The description of the WebSocket says what the code does, in the words of AsyncAPI 3."""

import json
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft7Validator

from conversations.chat.protocol.asyncapi import document
from conversations.chat.protocol.client_frames import CLIENT_FRAMES
from conversations.chat.protocol.numbers import MEANINGS, CloseCode
from conversations.chat.protocol.server_frames import SERVER_FRAMES
from conversations.codes import NoticeCode
from conversations.testing import ScriptedChat, says
from ezgraph_site.places import CHECKOUT
from tests.conversations.chat.tab import open_tab

DOCS = CHECKOUT / "docs"
PAGE = (DOCS / "websocket.md").read_text(encoding="utf-8")


def references(part: Any) -> list[str]:
    """Every reference in a part of the document."""
    if isinstance(part, dict):
        own = [part["$ref"]] if "$ref" in part else []
        return own + [found for value in part.values() for found in references(value)]
    if isinstance(part, list):
        return [found for value in part for found in references(value)]
    return []


def validator(side: str, kind: str) -> Draft7Validator:
    """Checks frames of a kind by the document."""
    whole = document()
    payload = whole["components"]["messages"][f"{side}_{kind}"]["payload"]
    return Draft7Validator({**payload, "components": whole["components"]})


def test_the_document_in_the_docs_is_the_one_that_the_code_makes():
    written = json.loads((DOCS / "asyncapi.json").read_text(encoding="utf-8"))
    assert written == document(), "run `make docs`"


@pytest.mark.filterwarnings("ignore:Field name")
def test_it_is_a_document_of_asyncapi_3():
    from asyncapi3.models.asyncapi import AsyncAPI3

    AsyncAPI3.model_validate(document())


def test_every_reference_leads_somewhere():
    whole = document()
    for reference in references(whole):
        part: Any = whole
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]
        assert part


def test_every_schema_is_one():
    for schema in document()["components"]["schemas"].values():
        Draft7Validator.check_schema(schema)


def test_it_tells_every_frame_and_every_close_code():
    channel = document()["channels"]["chat"]
    assert len(channel["messages"]) == len(CLIENT_FRAMES) + len(SERVER_FRAMES)
    assert channel["x-close-codes"].keys() == {str(int(code)) for code in CloseCode}
    assert MEANINGS.keys() == set(CloseCode)


@pytest.mark.django_db(transaction=True)
async def test_what_is_sent_is_as_described(model: ScriptedChat):
    model.then(says("Hello **Ada**"))
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id="m1", text="I'm Ada")
        await tab.hear("turn_completed")
        for asked in ({"type": "ping"}, {"type": "more", "before": 9}, {"type": "rate", "value": 1}):
            validator("client", str(asked["type"])).validate(asked)
            await tab.say(**asked)
        await tab.hear("rated")
        await tab.say_raw("{")
        await tab.hear("error")
        await tab.say(type="end")
        await tab.hear("notice")
        for frame in tab.heard:
            validator("server", frame["type"]).validate(frame)


def test_a_frame_that_is_none_is_none_by_the_document_too():
    assert validator("client", "rate").is_valid({"type": "rate", "value": 1, "comment": "Fine."})
    for frame in ({"type": "rate"}, {"type": "rate", "value": 2}, {"type": "rate", "value": 1, "comment": 5}):
        assert not validator("client", "rate").is_valid(frame)
    assert not validator("server", "pong").is_valid({})


def test_the_site_serves_it_to_everybody():
    answer = Client().get("/asyncapi.json")
    assert answer.json() == document()
    assert answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("frame", [*CLIENT_FRAMES, *SERVER_FRAMES], ids=lambda frame: frame.__name__)
def test_the_page_tells_every_frame_with_all_its_fields(frame: Any):
    kind = frame.model_fields["type"].annotation.__args__[0]
    rows = [line for line in PAGE.splitlines() if line.startswith(f"| `{kind}`")]
    assert any(all(name in row for name in frame.model_fields if name != "type") for row in rows), rows


@pytest.mark.parametrize("code", CloseCode)
def test_the_page_tells_every_close_code(code: CloseCode):
    assert f"| {int(code)} | `{code.name}`:" in PAGE


@pytest.mark.parametrize("code", NoticeCode)
def test_the_page_tells_every_notice(code: NoticeCode):
    assert f"| `{code}` |" in PAGE
