"""Which model a node really talks to: framework, graph, staff's settings, node."""

from typing import Any, ClassVar

import pytest

from conversations.authoring import ChatOptions, Graph
from conversations.models import GraphSettings
from conversations.testing import GraphHarness, ScriptedChat, says
from providers.database import in_database
from tests.conversations.engine.stages import TalkNode

pytestmark = pytest.mark.django_db(transaction=True)

PROVIDERS = ("embedded", "from-graph", "from-staff", "from-node")


def graph(of_graph: ChatOptions, of_node: ChatOptions) -> type[Graph]:
    class SettledNode(TalkNode):
        def get_chat_config(self) -> ChatOptions:
            return of_node

    class SettledGraph(Graph):
        name = "settled"
        nodes = [SettledNode]
        start = SettledNode
        chat: ClassVar[ChatOptions] = of_graph

    return SettledGraph


async def asked(of_graph: ChatOptions, of_node: ChatOptions, **staff: Any) -> tuple[str, ScriptedChat]:
    """The provider that was asked, and the model with its request."""
    model = ScriptedChat([says("Hello.")], name="")
    if staff:
        await in_database(GraphSettings.objects.create, graph="settled", **staff)
    async with GraphHarness(graph(of_graph, of_node), model, providers=PROVIDERS) as chat:
        assert (await chat.send("Hi")).success
        return (await chat.model_calls())[0].provider, model


async def test_the_framework_s_own_provider_and_limits_hold_where_nobody_says_more():
    provider, model = await asked({}, {})
    assert provider == "embedded"
    assert (model.request.model, model.request.timeout, model.request.parameters) == (None, 60.0, {})


async def test_the_setting_names_the_framework_s_provider(settings):
    settings.EZGRAPH_CHAT_PROVIDER = "from-graph"
    assert (await asked({}, {}))[0] == "from-graph"


async def test_the_graph_stands_above_the_framework():
    provider, model = await asked({"provider": "from-graph", "model": "m", "timeout": 7}, {})
    assert (provider, model.request.model, model.request.timeout) == ("from-graph", "m", 7)


async def test_staff_stand_above_the_graph_and_another_provider_drops_its_model():
    provider, model = await asked(
        {"provider": "from-graph", "model": "m", "parameters": {"seed": 1}}, {}, chat_provider="from-staff"
    )
    assert (provider, model.request.model, model.request.parameters) == ("from-staff", None, {"seed": 1})


async def test_staff_may_set_the_model_alone():
    provider, model = await asked({"provider": "from-graph", "model": "m"}, {}, chat_model="larger")
    assert (provider, model.request.model) == ("from-graph", "larger")


async def test_the_node_stands_above_staff():
    provider, model = await asked(
        {"provider": "from-graph"},
        {"provider": "from-node"},
        chat_provider="from-staff",
        chat_model="larger",
    )
    assert (provider, model.request.model) == ("from-node", None)


async def test_a_node_that_names_no_provider_keeps_staff_s_with_its_model():
    provider, model = await asked({}, {"timeout": 3}, chat_provider="from-staff", chat_model="larger")
    assert (provider, model.request.model, model.request.timeout) == ("from-staff", "larger", 3)


async def test_none_removes_a_parameter_for_one_node():
    _, model = await asked(
        {"parameters": {"temperature": 0, "seed": 1}}, {"parameters": {"temperature": None}}
    )
    assert model.request.parameters == {"seed": 1}


async def test_a_request_carries_the_business_date_and_the_session(settings):
    from datetime import date

    settings.EZGRAPH_BUSINESS_DATE = date(2026, 2, 28)
    model = ScriptedChat([says("Hello.")])
    async with GraphHarness(graph({}, {}), model) as chat:
        await chat.send("Hi")
        assert model.request.today == date(2026, 2, 28)
        assert model.request.session == str(chat.session_id)


async def test_a_graph_may_tell_its_own_date():
    from datetime import date

    class ElsewhereGraph(graph({}, {})):  # type: ignore[misc]
        def today(self) -> date:
            return date(1999, 12, 31)

    model = ScriptedChat([says("Hello.")])
    async with GraphHarness(ElsewhereGraph, model) as chat:
        await chat.send("Hi")
        assert model.request.today == date(1999, 12, 31)
