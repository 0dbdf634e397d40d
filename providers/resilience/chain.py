"""The fallback chain: a provider and those that are asked when it fails, in order."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from providers import clock
from providers.errors import Attempt, ErrorCode, ProviderError
from providers.ports import (
    CHAT,
    DECIDE,
    AnyProvider,
    ChatReply,
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    DecideReply,
    DecideRequest,
    DecideResult,
    StreamReset,
    TextDelta,
)
from providers.streams import closing
from providers.together import side_by_side

Request = TypeVar("Request", ChatRequest, DecideRequest)
Reply = TypeVar("Reply", ChatReply, DecideReply)


@dataclass(frozen=True)
class Link:
    """One entry of a chain: the provider `name` of a type, in its layers.

    `provider` is an error where there is none, as its configuration has faults. `batches` tells that
    it answers several decide requests with one call.
    """

    name: str
    type: str
    provider: AnyProvider | ProviderError
    batches: bool = False

    def can(self, capability: str) -> bool:
        """Whether this entry can be asked for it."""
        return not isinstance(self.provider, ProviderError) and capability in self.provider.capabilities


class Chain:
    """A provider with its fallbacks; `links` begin with the provider itself.

    The list is flat, and entries without the capability are left out. Any error but `cancelled` moves
    on to the next entry. A request's model goes to entries of the first one's type only: no other
    vendor would know it. The reply says who answered, and has those who did not as `attempts`. Where
    all failed it is the last error of those who were asked, with every attempt.
    """

    def __init__(self, links: Sequence[Link]) -> None:
        self.links = tuple(links)

    @property
    def name(self) -> str:
        """The name of the first."""
        return self.links[0].name

    @property
    def capabilities(self) -> frozenset[str]:
        """What at least one of them can do."""
        return frozenset(
            capability for capability in (CHAT, DECIDE) if any(link.can(capability) for link in self.links)
        )

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Ask one after the other until one replies."""
        asking = _Asking(self.links, CHAT, request)
        for provider, own_request in asking.order():
            result = await provider.chat(own_request)
            if isinstance(result, ChatReply):
                return asking.answered(result)
            asking.failed(result)
        return asking.error()

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Ask one after the other until one replies to its end.

        A stream that breaks starts again on the next entry, and the reader is told to drop what came
        before: two halves are never joined.
        """
        asking = _Asking(self.links, CHAT, request)
        begun = False
        for provider, own_request in asking.order():
            if begun:
                yield StreamReset()
                begun = False
            async with closing(provider.chat_stream(own_request)) as items:
                async for item in items:
                    if isinstance(item, ChatReply):
                        yield asking.answered(item)
                        return
                    if isinstance(item, ProviderError):
                        asking.failed(item)
                        break
                    begun = isinstance(item, TextDelta)
                    yield item
        yield asking.error()

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Ask one after the other until one gives answers that fit."""
        return await self._decide(request)

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        """Ask the first entry for all at once; what it leaves unanswered is asked once on its own.

        Where it cannot answer several together, all are asked side by side.
        """
        first = next((link for link in self.links if link.can(DECIDE)), None)
        if first is None or not first.batches or len(requests) < 2:
            return await side_by_side(self.decide, requests)
        assert not isinstance(first.provider, ProviderError)
        own_requests = [_for_link(request, first, self.links[0]) for request in requests]
        started = clock.elapsed()
        results = await first.provider.decide_many(own_requests)
        unanswered = {
            position: _attempt(first, own_requests[position].model, result, started)
            for position, result in enumerate(results)
            if isinstance(result, ProviderError) and result.code is not ErrorCode.CANCELLED
        }

        async def on_its_own(position: int) -> DecideResult:
            return await self._decide(requests[position], unanswered[position])

        singles = await side_by_side(on_its_own, unanswered)
        for position, single in zip(unanswered, singles, strict=True):
            results[position] = single
        return results

    async def _decide(self, request: DecideRequest, *before: Attempt) -> DecideResult:
        asking = _Asking(self.links, DECIDE, request, *before)
        for provider, own_request in asking.order():
            result = await provider.decide(own_request)
            if isinstance(result, DecideReply):
                return asking.answered(result)
            asking.failed(result)
        return asking.error()


class _Asking(Generic[Request]):
    """One request on its way through a chain: who comes next, and who was asked in vain."""

    def __init__(self, links: Sequence[Link], capability: str, request: Request, *before: Attempt) -> None:
        self._links = links
        self._capability = capability
        self._request: Request = request
        self._own_request: Request = request
        self._link = links[0]
        self._started = 0.0
        self._attempts = list(before)
        self._error: ProviderError | None = None
        self._unusable: ProviderError | None = None

    def order(self) -> Iterator[tuple[AnyProvider, Request]]:
        """Each provider that is to be asked, with the request as it is for it.

        After each one `failed` is called, or no more are taken.
        """
        for link in self._links:
            if self._error is not None and self._error.code is ErrorCode.CANCELLED:
                return
            if isinstance(link.provider, ProviderError):
                self._unusable = self._unusable or link.provider
                self._attempts.append(_attempt(link, None, link.provider, clock.elapsed()))
            elif self._capability in link.provider.capabilities:
                self._link, self._started = link, clock.elapsed()
                self._own_request = _for_link(self._request, link, self._links[0])
                yield link.provider, self._own_request

    def failed(self, error: ProviderError) -> None:
        """The provider that was taken last gave an error."""
        self._error = error
        self._attempts.append(_attempt(self._link, self._own_request.model, error, self._started))

    def answered(self, reply: Reply) -> Reply:
        """The reply, with those who were asked before."""
        return reply.model_copy(update={"attempts": tuple(self._attempts)})

    def error(self) -> ProviderError:
        """What is said where nobody answered."""
        error = self._error or self._unusable or self._incapable()
        return error.model_copy(update={"attempts": tuple(self._attempts)})

    def _incapable(self) -> ProviderError:
        return ProviderError(
            code=ErrorCode.CAPABILITY_MISSING,
            message=f"Neither the provider nor its fallback has the capability {self._capability}.",
            provider=self._links[0].name,
        )


def _for_link(request: Request, link: Link, first: Link) -> Request:
    if request.model is None or link.type == first.type:
        return request
    return request.model_copy(update={"model": None})


def _attempt(link: Link, model: str | None, error: ProviderError, started: float) -> Attempt:
    return Attempt(
        provider=error.provider or link.name,
        model=error.model or model or "",
        code=error.code,
        message=error.message,
        status=error.status,
        request_id=error.request_id,
        duration_ms=max(0, round((clock.elapsed() - started) * 1000)),
        usage=error.usage,
        cost=error.cost,
    )
