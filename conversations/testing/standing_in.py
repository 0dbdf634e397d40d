"""Puts scripts in the place of the providers that a graph's nodes ask."""

from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from django.conf import settings

from conversations.authoring import Graph
from conversations.models import GraphSettings
from conversations.provider_use import uses_of
from conversations.testing.deciding import ScriptedDecisions
from conversations.testing.scripted import ScriptedChat
from providers.ports import (
    CHAT,
    DECIDE,
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    DecideRequest,
    DecideResult,
)
from providers.registry import override_provider


@dataclass(frozen=True)
class _Both:
    """One provider that talks by one script and decides by another, as `embedded` can do both."""

    talking: ScriptedChat
    deciding: ScriptedDecisions
    name: str = "scripted"
    capabilities: frozenset[str] = frozenset({CHAT, DECIDE})

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Give the next reply of the talk."""
        return await self.talking.chat(request)

    def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Give it word by word."""
        return self.talking.chat_stream(request)

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Give the next answers."""
        return await self.deciding.decide(request)


def providers_asked(graph: Graph) -> dict[str, set[str]]:
    """By capability the providers that the graph's nodes ask for it, with what staff set counted in."""
    row = GraphSettings.objects.filter(graph=graph.name).first()
    asked: dict[str, set[str]] = {CHAT: set(), DECIDE: set()}
    try:
        for use in uses_of(graph, row):
            asked[use.capability].add(use.provider)
    except Exception:
        # A node's options are faulty: its turn says so, and the others ask as they would.
        asked[CHAT].add(settings.EZGRAPH_CHAT_PROVIDER)
        asked[DECIDE].add(settings.EZGRAPH_DECISION_PROVIDER)
    return asked


@contextmanager
def standing_in(
    model: ScriptedChat | None,
    talkers: Collection[str],
    decisions: ScriptedDecisions | None,
    deciders: Collection[str],
) -> Iterator[None]:
    """Let `model` answer for every provider of `talkers` and `decisions` for every one of `deciders`."""
    chats = dict.fromkeys(talkers, model) if model else {}
    decides = dict.fromkeys(deciders, decisions) if decisions else {}
    with ExitStack() as stack:
        for name in {*chats, *decides}:
            talking, deciding = chats.get(name), decides.get(name)
            if talking and deciding:
                stack.enter_context(override_provider(name, _Both(talking, deciding)))
            elif talking:
                stack.enter_context(override_provider(name, talking))
            elif deciding:
                stack.enter_context(override_provider(name, deciding))
        yield
