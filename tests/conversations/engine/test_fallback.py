"""A turn whose provider fails: the fallback answers, and every call is on record with its cost."""

from decimal import Decimal

import pytest

from conversations.engine.events import Delta, DeltaReset
from conversations.testing import GraphHarness, ScriptedChat, fails, says
from providers.errors import ErrorCode
from providers.options import Price, ProviderOptions
from providers.ports import TextDelta, Usage
from providers.registry import override_provider
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db(transaction=True)

PRICE = Price(input=Decimal(2), output=Decimal(10))


async def test_the_fallback_answers_and_each_call_is_a_row_with_what_it_cost():
    cut_off = fails(ErrorCode.TRUNCATED).model_copy(update={"usage": Usage(output_tokens=1000)})
    cloud = ScriptedChat([cut_off], name="embedded")
    spare = ScriptedChat([says("Hello.", usage=Usage(input_tokens=100, output_tokens=20))], name="spare")
    options = ProviderOptions(name="embedded", fallback=("spare",), price=PRICE)
    with override_provider("embedded", cloud, options), override_provider("spare", spare):
        async with GraphHarness(WishGraph) as chat:
            result = await chat.send("Hi")
            rows = await chat.model_calls()

    assert result.message == "Hello."
    assert [(row.provider, row.code, row.cost) for row in rows] == [
        ("embedded", "truncated", Decimal("0.01")),
        ("spare", "", None),
    ]
    assert [(one["provider"], one["output_tokens"]) for one in result.usage] == [
        ("embedded", 1000),
        ("spare", 20),
    ]


async def test_a_tab_is_told_to_drop_what_came_before_the_fallback_and_sees_one_answer():
    class BreakingChat(ScriptedChat):
        async def chat_stream(self, request):
            for word in ("Half", " of", " an", " answer", " is"):
                yield TextDelta(text=word)
            raise ConnectionResetError

    spare = ScriptedChat([says("All of it.")], name="spare")
    options = ProviderOptions(name="embedded", fallback=("spare",))
    with override_provider("embedded", BreakingChat(), options), override_provider("spare", spare):
        async with GraphHarness(WishGraph) as chat:
            result = await chat.send("Hi", stream=True)
            shown = ""
            for event in chat.events:
                if isinstance(event, Delta):
                    shown += event.text
                elif isinstance(event, DeltaReset):
                    shown = ""
            rows = await chat.model_calls()

    assert result.message == shown == "All of it."
    assert any(isinstance(event, DeltaReset) for event in chat.events)
    assert [(row.provider, row.code) for row in rows] == [("scripted", "network"), ("spare", "")]
