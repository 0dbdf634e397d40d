"""Where a vendor's adapter is tried: the vendor's server, providers that ask it, and all ways to ask."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.test import override_settings

from providers.building import build_ungated
from providers.errors import ProviderError
from providers.models import Provider
from providers.ports import (
    CHAT,
    DECIDE,
    AnyProvider,
    ChatReply,
    ChatRequest,
    DecideReply,
    StreamReset,
    TextDelta,
)
from providers.streams import closing
from providers.testing.asking import NAME, SAYING, chat_request, decide_request, deciding, fitting
from providers.testing.promises import PromiseBroken, expect
from providers.testing.server import HOST, FakeServer, Script, WireAnswer, serving
from providers.testing.subjects import HEADER, HEADER_VALUE, Feature, Subject, Vendor

Result: TypeAlias = ChatReply | DecideReply | ProviderError


@dataclass(frozen=True)
class Way:
    """A way to ask: whole, streamed, or for a decision. `answer` is what the vendor says to it.

    `ask` takes a provider and fields of the request.
    """

    name: str
    ask: Callable[..., Awaitable[Result]]
    answer: Script


class Bench:
    """A vendor and its server."""

    def __init__(self, vendor: Vendor, server: FakeServer) -> None:
        self.vendor = vendor
        self.server = server

    def provider(self, **options: Any) -> AnyProvider:
        """A provider that asks the server, with these options beside the vendor's own."""
        own = {**self.vendor.options(self.server.address), **options}
        headers = {**own.get("headers", {}), HEADER: HEADER_VALUE}
        return built(self.vendor, {**own, "headers": headers})

    @property
    def ways(self) -> tuple[Way, ...]:
        """All ways to ask that the vendor has."""
        vendor = self.vendor
        ways: list[Way] = []
        if CHAT in vendor.capabilities:
            ways += [
                Way("chat", chat, lambda asked: vendor.says(asked, SAYING)),
                Way("chat_stream", read, lambda asked: self.streams(asked, SAYING)),
            ]
        if DECIDE in vendor.capabilities:
            answers = deciding(fitting(), vendor.confidence_source)
            ways.append(Way("decide", decide, lambda asked: vendor.decides(asked, answers)))
        return tuple(ways)

    def streams(self, asked: Any, reply: ChatReply) -> WireAnswer:
        """What the vendor answers to a request for a stream: a stream where it can."""
        if Feature.STREAMING not in self.vendor.features:
            return self.vendor.says(asked, reply)
        answer = self.vendor.streams(asked, reply)
        expect(len(answer.chunks) >= 4, "Vendor.streams gave fewer than four chunks.")
        return answer


@asynccontextmanager
async def laid_out(vendor: Vendor) -> AsyncIterator[Bench]:
    """Lay a bench out, whose server may be called."""
    async with serving() as server:
        with override_settings(EZGRAPH_ALLOWED_PRIVATE_HOSTS=(f"{HOST}:*",)):
            yield Bench(vendor, server)


def built(subject: Subject, options: dict[str, Any]) -> AnyProvider:
    """The subject's provider as the site builds it, but without circuit, limits and fallback."""
    provider = build_ungated(Provider(name=NAME, type=subject.type, options=options))
    if isinstance(provider, ProviderError):
        raise PromiseBroken(f"No provider can be built: {provider.message}")
    return provider


async def chat(provider: AnyProvider, **values: Any) -> Result:
    """Ask for a whole reply."""
    return await provider.chat(chat_request(**values))


async def read(provider: AnyProvider, **values: Any) -> Result:
    """Ask for a stream and return what ends it."""
    return (await streamed(provider, chat_request(**values)))[1]


async def decide(provider: AnyProvider, **values: Any) -> Result:
    """Ask for answers."""
    return await provider.decide(decide_request(**values))


async def streamed(
    provider: AnyProvider, request: ChatRequest
) -> tuple[list[str], ChatReply | ProviderError]:
    """Read a stream to its end: its texts, and the reply or error that ends it. Raises PromiseBroken."""
    texts: list[str] = []
    final: ChatReply | ProviderError | None = None
    async with closing(provider.chat_stream(request)) as items:
        async for item in items:
            expect(final is None, "Something came after the item that ends a stream:", repr(item))
            match item:
                case TextDelta():
                    texts.append(item.text)
                case StreamReset():
                    raise PromiseBroken("A single provider resets no stream; its fallback chain does.")
                case _:
                    final = item
    if final is None:
        raise PromiseBroken("The stream ended without a reply or an error.")
    return texts, final
