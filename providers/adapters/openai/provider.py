"""The adapter of type `openai`: POST {base_url}/chat/completions, whole or streamed."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, aclosing
from functools import cached_property
from typing import Final

import httpx

from providers.adapters.llm_decisions import decide_reply
from providers.adapters.openai.decisions import decision
from providers.adapters.openai.options import OpenAIOptions
from providers.adapters.openai.replies import reply_of
from providers.adapters.openai.requests import request_body
from providers.adapters.openai.streaming import PartialAnswer
from providers.adapters.openai.wire import WireChunk, WireCompletion
from providers.errors import ErrorCode, ProviderFault
from providers.ports import (
    CHAT,
    DECIDE,
    ChatReply,
    ChatRequest,
    ChatStreamItem,
    DecideReply,
    DecideRequest,
    TextDelta,
)
from providers.wire.bodies import model_for
from providers.wire.calls import Answer, charging, drain, json_object, posted
from providers.wire.lenient import read
from providers.wire.tool_calls import earlier_ids

DONE: Final = "[DONE]"


class OpenAIProvider:
    """Speaks to OpenAI or a compatible server. Raises `ProviderFault` and httpx's errors."""

    def __init__(self, options: OpenAIOptions, client: httpx.AsyncClient) -> None:
        self._options = options
        self._client = client

    @property
    def name(self) -> str:
        """The provider's name."""
        return self._options.name

    @property
    def capabilities(self) -> frozenset[str]:
        """Conversations and decisions."""
        return frozenset({CHAT, DECIDE})

    async def chat(self, request: ChatRequest) -> ChatReply:
        """Ask once and wait for the whole reply."""
        async with self._asked(request, stream=False) as answer:
            return await self._whole_reply(answer, request)

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Ask once; text as it comes, then the reply. Empty deltas are signs of life."""
        async with self._asked(request, stream=True) as answer:
            if answer.is_json:
                # A server that cannot stream answers whole.
                reply = await self._whole_reply(answer, request)
                yield TextDelta(text=reply.text)
                yield reply
                return
            partial = PartialAnswer()
            with self._charging(partial, request):
                async with aclosing(answer.events()) as events:
                    async for data in events:
                        if data.strip() == DONE:
                            partial.done = True
                            await drain(events)
                            break
                        yield TextDelta(text=partial.add(read(WireChunk, json_object(data))))
                if not partial.is_whole:
                    raise ProviderFault(ErrorCode.BAD_RESPONSE, "The stream broke off before its end.")
                yield self._reply(partial.completion, request, answer)

    async def decide(self, request: DecideRequest) -> DecideReply:
        """Ask all questions in one round; the model says itself how sure it is."""
        chat_request = decision(request, self._options.decision_format)
        async with self._asked(chat_request, stream=False) as answer:
            completion = read(WireCompletion, await answer.document())
            with self._charging(completion, chat_request):
                return decide_reply(request, self._reply(completion, chat_request, answer))

    def _asked(self, request: ChatRequest, *, stream: bool) -> AbstractAsyncContextManager[Answer]:
        return posted(
            self._client,
            self._url,
            request_body(request, self._model(request), stream=stream),
            self._headers,
            seconds=request.timeout,
            request_id_header="x-request-id",
        )

    async def _whole_reply(self, answer: Answer, request: ChatRequest) -> ChatReply:
        completion = read(WireCompletion, await answer.document())
        with self._charging(completion, request):
            return self._reply(completion, request, answer)

    def _reply(self, completion: WireCompletion, request: ChatRequest, answer: Answer) -> ChatReply:
        reply = reply_of(completion, earlier_ids(request))
        model = reply.model or self._model(request)
        return reply.model_copy(update={"model": model, "request_id": answer.request_id})

    def _charging(
        self, answered: PartialAnswer | WireCompletion, request: ChatRequest
    ) -> AbstractContextManager[None]:
        return charging(lambda: (answered.model or self._model(request), answered.usage.usage()))

    def _model(self, request: ChatRequest) -> str:
        return model_for(request.model, self._options.model)

    @cached_property
    def _url(self) -> httpx.URL:
        return httpx.URL(f"{self._options.base_url}/chat/completions")

    @property
    def _headers(self) -> httpx.Headers:
        # Made anew each time: they show secrets, and an object that keeps them would.
        headers = httpx.Headers({"Content-Type": "application/json"})
        if self._options.bearer:
            headers["Authorization"] = f"Bearer {self._options.bearer}"
        if self._options.organization:
            headers["OpenAI-Organization"] = self._options.organization
        headers.update({name: value.get_secret_value() for name, value in self._options.headers.items()})
        return headers
