"""The adapter of type `anthropic`: POST {base_url}/v1/messages, whole or streamed."""

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, aclosing, asynccontextmanager
from functools import cached_property
from http import HTTPStatus
from typing import Final

import httpx

from providers.adapters.anthropic.options import AnthropicOptions
from providers.adapters.anthropic.replies import reply_of
from providers.adapters.anthropic.requests import request_body
from providers.adapters.anthropic.streaming import PartialMessage
from providers.adapters.anthropic.wire import WireEvent, WireMessage
from providers.adapters.llm_decisions import ANSWER, AS_TOOL_CALL, answer_tool, as_chat, decide_reply
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

VERSION: Final = "2023-06-01"

FORCED: Final = {"tool_choice": {"type": "tool", "name": ANSWER, "disable_parallel_tool_use": True}}
"""Makes the model answer questions, and nothing else, once."""


class AnthropicProvider:
    """Speaks to Anthropic. Raises `ProviderFault` and httpx's errors."""

    def __init__(self, options: AnthropicOptions, client: httpx.AsyncClient) -> None:
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
                # A server in between that cannot stream answers whole.
                reply = await self._whole_reply(answer, request)
                yield TextDelta(text=reply.text)
                yield reply
                return
            partial = PartialMessage()
            with self._charging(partial, request):
                async with aclosing(answer.events()) as events:
                    async for data in events:
                        yield TextDelta(text=partial.add(read(WireEvent, json_object(data))))
                        if partial.done:
                            await drain(events)
                            break
                if not partial.is_whole:
                    raise ProviderFault(ErrorCode.BAD_RESPONSE, "The stream broke off before its end.")
                yield self._reply(partial.message, request, answer)

    async def decide(self, request: DecideRequest) -> DecideReply:
        """Ask all questions in one round; the model says itself how sure it is."""
        chat_request = as_chat(request, AS_TOOL_CALL, FORCED, [answer_tool(request.questions)])
        async with self._asked(chat_request, stream=False) as answer:
            message = read(WireMessage, await answer.document())
            with self._charging(message, chat_request):
                return decide_reply(request, self._reply(message, chat_request, answer))

    @asynccontextmanager
    async def _asked(self, request: ChatRequest, *, stream: bool) -> AsyncIterator[Answer]:
        model = self._model(request)
        try:
            async with posted(
                self._client,
                self._url,
                request_body(request, model, self._options.max_tokens, stream=stream),
                self._headers,
                seconds=request.timeout,
                request_id_header="request-id",
            ) as answer:
                yield answer
        except ProviderFault as fault:
            error = fault.error
            if error.status == HTTPStatus.TOO_MANY_REQUESTS and error.retry_after is None:
                # A busy minute says when it is over. This is something that the account may not do.
                fault.error = error.model_copy(update={"permanent": True})
            raise

    async def _whole_reply(self, answer: Answer, request: ChatRequest) -> ChatReply:
        message = read(WireMessage, await answer.document())
        with self._charging(message, request):
            return self._reply(message, request, answer)

    def _reply(self, message: WireMessage, request: ChatRequest, answer: Answer) -> ChatReply:
        reply = reply_of(message, earlier_ids(request))
        model = reply.model or self._model(request)
        return reply.model_copy(update={"model": model, "request_id": answer.request_id})

    def _charging(
        self, answered: PartialMessage | WireMessage, request: ChatRequest
    ) -> AbstractContextManager[None]:
        return charging(lambda: (answered.model or self._model(request), answered.usage.usage()))

    def _model(self, request: ChatRequest) -> str:
        return model_for(request.model, self._options.model)

    @cached_property
    def _url(self) -> httpx.URL:
        return httpx.URL(f"{self._options.base_url}/v1/messages")

    @property
    def _headers(self) -> httpx.Headers:
        # Made anew each time: they show secrets, and an object that keeps them would.
        headers = httpx.Headers({"Content-Type": "application/json", "anthropic-version": VERSION})
        if self._options.key:
            headers["x-api-key"] = self._options.key
        headers.update({name: value.get_secret_value() for name, value in self._options.headers.items()})
        return headers
