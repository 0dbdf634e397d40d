"""What the layers around a model cost in processor time, when nothing is wrong.

`python -m tests.bench.layers --store FILE_OR_URL` prints one line of JSON: milliseconds a call, by case.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.bench.measuring import Workload
from tests.bench.ours import set_up

if TYPE_CHECKING:
    from providers.ports import (
        AnyProvider,
        ChatReply,
        ChatRequest,
        ChatStreamItem,
        DecideReply,
        DecideRequest,
    )
    from providers.resilience.stores import Store

ROUNDS: Final = 5
"""The fastest round counts: the others were disturbed."""

CALLS: Final = 200
"""Calls of a round."""

WORDS: Final = 20
"""Pieces of a streamed reply."""

PLAIN: Final = "chat, no options"
ALL: Final = "chat, with breaker, rate limit, concurrency limit, price and fallback"
STREAM: Final = f"the same as a stream of {WORDS} pieces"
DECIDE: Final = "the same for a decision of three questions"
IN_REDIS: Final = "the same chat, circuit and bucket in Redis"
BUDGET: Final = "the same chat with a budget a day and a session"


class Model:
    """Answers at once."""

    name = "model"
    capabilities = frozenset({"chat", "decide"})

    def __init__(self) -> None:
        from providers.ports import ChatReply, DecideReply, TextDelta, Usage
        from providers.questions import ConfidenceSource

        used = Usage(input_tokens=100, output_tokens=20)
        self._reply = ChatReply(text="word " * WORDS, usage=used)
        self._word = TextDelta(text="word ")
        self._answers = DecideReply(
            answers={
                "intent": {"choice": "book", "probabilities": {"book": 0.9, "cancel": 0.1}},
                "mood": {"score": 0.8, "legend": ["low", "high"], "probabilities": [0.2, 0.8]},
                "clear": {"noul": 0.75},
            },
            confidence_source=ConfidenceSource.DERIVED,
            usage=used,
        )

    async def chat(self, request: "ChatRequest") -> "ChatReply":
        """Give the reply."""
        return self._reply

    async def chat_stream(self, request: "ChatRequest") -> "AsyncIterator[ChatStreamItem]":
        """Give the reply word by word."""
        for _ in range(WORDS):
            yield self._word
        yield self._reply

    async def decide(self, request: "DecideRequest") -> "DecideReply":
        """Give the answers."""
        return self._answers


Ask = Callable[["AnyProvider | Model"], Awaitable[object]]


@dataclass(frozen=True)
class Case:
    """A kind of call, through a provider with these options whose state lives in a store."""

    ask: Ask
    options: dict[str, Any]
    store: "Store | None" = None


def cases() -> dict[str, Case]:
    """The cases whose state lives in the process, by name; Django has to be set up."""
    everything = {
        "circuit_breaker": {"failures": 5, "reset_ms": 1000},
        "rate_limit": {"per_second": 100_000, "burst": 100_000},
        "max_concurrency": 100,
        "price": {"input": 1, "output": 5},
    }
    return {
        PLAIN: Case(_chat, {}),
        ALL: Case(_chat, everything),
        STREAM: Case(_stream, everything),
        DECIDE: Case(_decide, everything),
    }


async def processor_ms(case: Case) -> float:
    """Milliseconds of processor time that the layers add to a call."""
    from providers.building import in_layers
    from providers.options import ProviderOptions
    from providers.resilience.chain import Chain, Link

    model = Model()
    options = ProviderOptions.model_validate({"name": model.name, **case.options})
    provider = in_layers(model, options, case.store)
    chain = Chain([Link("model", "model", provider), Link("spare", "model", provider)])
    bare = min([await _round(case.ask, model) for _ in range(ROUNDS)])
    layered = min([await _round(case.ask, chain) for _ in range(ROUNDS)])
    return (layered - bare) / CALLS * 1000


async def _round(ask: Ask, provider: "AnyProvider | Model") -> float:
    started = time.process_time()
    for _ in range(CALLS):
        await ask(provider)
    return time.process_time() - started


async def _chat(provider: "AnyProvider | Model") -> None:
    from providers.ports import ChatMessage, ChatReply, ChatRequest, ChatRole

    message = ChatMessage(role=ChatRole.HUMAN, text="I want a quote for my car")
    reply = await provider.chat(ChatRequest(messages=(message,), session="session"))
    assert isinstance(reply, ChatReply), reply


async def _stream(provider: "AnyProvider | Model") -> None:
    from providers.ports import ChatMessage, ChatReply, ChatRequest, ChatRole

    message = ChatMessage(role=ChatRole.HUMAN, text="I want a quote for my car")
    request = ChatRequest(messages=(message,), session="session")
    *_, reply = [item async for item in provider.chat_stream(request)]
    assert isinstance(reply, ChatReply), reply


async def _decide(provider: "AnyProvider | Model") -> None:
    from providers.ports import DecideReply, DecideRequest
    from providers.questions import Choice, Noul, Question, Score

    questions: dict[str, Question] = {
        "intent": Choice({"book": "wants to book", "cancel": None}),
        "mood": Score(["low", "high"]),
        "clear": Noul("Is it clear?"),
    }
    reply = await provider.decide(DecideRequest(state={"request": "Hello"}, questions=questions))
    assert isinstance(reply, DecideReply), reply


async def _measure(redis_url: str) -> dict[str, float]:
    from providers.resilience.stores import MemoryStore, RedisStore, SharedStore

    measured = {name: await processor_ms(case) for name, case in cases().items()}
    everything = cases()[ALL]
    if redis_url:
        shared = SharedStore(RedisStore(redis_url), MemoryStore())
        measured[IN_REDIS] = await processor_ms(Case(_chat, everything.options, shared))
    budget = {"per_day": 1_000_000, "per_session": 1_000_000}
    measured[BUDGET] = await processor_ms(Case(_chat, {**everything.options, "budget": budget}))
    return measured


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", required=True, help="a SQLite file, or the URL of a PostgreSQL database")
    parser.add_argument("--redis", default="", help="URL of a Redis server")
    arguments = parser.parse_args()
    nowhere = Workload(arguments.store, "http://127.0.0.1:9/v1", 1, 1, False, False)
    with tempfile.TemporaryDirectory(prefix="ezgraph-bench-") as folder:
        set_up(nowhere, Path(folder) / "data")
        print(json.dumps(asyncio.run(_measure(arguments.redis))))


if __name__ == "__main__":
    main()
