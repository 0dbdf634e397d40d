"""A project of somebody else, for a strict type checker to read; never run.

A graph and its test, an adapter and its proof: what an editor knows of each.
"""

from collections.abc import AsyncIterator, Mapping
from datetime import date
from typing import Any, assert_type
from uuid import UUID

import httpx
from pydantic import BaseModel, Field

from conversations.authoring import (
    Builder,
    Choice,
    ChoiceAnswer,
    ConversationNode,
    DecisionContext,
    Graph,
    GraphState,
    TurnContext,
    finish,
    reject,
    tool,
)
from conversations.engine import engine
from conversations.engine.values import NewSession
from conversations.testing import GraphHarness, ScriptedChat, says
from providers.options import ProviderOptions
from providers.ports import CHAT, ChatReply, ChatRequest, ChatStreamItem, TextDelta
from providers.testing import Asked, Vendor, WireAnswer, conformance
from providers.types import register_provider


class Visit(BaseModel):
    """When somebody comes."""

    day: date = Field(description="Day of the visit")


class HoursNode(ConversationNode):
    """Tells the opening hours of a day."""

    class State(BaseModel):
        visit: Visit | None = None

    def get_prompt(self, state: GraphState) -> str:
        return f"Ask for the day of the visit. Today is {state.today:%A}."

    @tool("tell_hours", description="Tell the opening hours of a day.")
    def tell_hours(self, input: Visit, context: TurnContext, state: GraphState) -> Builder:
        if input.day < state.today:
            return reject("That day is over.")
        context.save_state(visit=input)
        return finish(f"We are open on {input.day}.")


class HoursGraph(Graph):
    """One node."""

    name = "hours"
    nodes = (HoursNode,)
    start = HoursNode


def question_of(context: DecisionContext) -> Choice:
    return Choice({"open": None, "closed": None}, instructions=f"Asked: {assert_type(context.request, str)}")


def chosen(answer: ChoiceAnswer) -> str:
    return assert_type(answer.choice, str)


class EchoProvider:
    """Says what it was told."""

    capabilities = frozenset({CHAT})

    def __init__(self, options: ProviderOptions, client: httpx.AsyncClient) -> None:
        self.name = options.name

    async def chat(self, request: ChatRequest) -> ChatReply:
        return ChatReply(text=request.messages[-1].text)

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        reply = await self.chat(request)
        yield TextDelta(text=reply.text)
        yield reply


register_provider("echo", EchoProvider, ProviderOptions)


class EchoVendor(Vendor):
    """How an echo speaks."""

    type = "echo"

    def options(self, address: str) -> Mapping[str, Any]:
        return {}

    def says(self, asked: Asked, reply: ChatReply) -> WireAnswer:
        return WireAnswer.of_json({"text": reply.text})


async def test_a_customer_is_greeted() -> None:
    async with GraphHarness(HoursGraph, ScriptedChat([says("Hello!")])) as chat:
        result = await chat.send("Hi")
        assert_type(result.message, str)
    session, _ = await engine.create_session(NewSession(graph="hours"))
    assert_type(session.id, UUID)
    for case in conformance(EchoVendor()):
        case()
