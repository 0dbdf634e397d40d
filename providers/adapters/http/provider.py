"""The adapter of type `http`: POST {url}, JSON both ways."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, Final, NamedTuple

import httpx

from providers.adapters.http.options import HttpOptions
from providers.adapters.http.replies import answer_of, text_of
from providers.adapters.http.templates import filled
from providers.adapters.http.variables import of_conversation, of_question
from providers.ports import ChatReply, ChatRequest, ChatStreamItem, DecideReply, DecideRequest, TextDelta
from providers.questions import ConfidenceSource
from providers.together import side_by_side
from providers.wire.bodies import json_body
from providers.wire.calls import posted

REPLY_BYTES: Final = 1024 * 1024
"""What is read of a reply; a longer one is none."""


class _Said(NamedTuple):
    document: Any
    request_id: str | None


class HttpProvider:
    """Speaks to any JSON service. Raises `ProviderFault` and httpx's errors. It calls no tools."""

    def __init__(self, options: HttpOptions, client: httpx.AsyncClient) -> None:
        self._options = options
        self._client = client

    @property
    def name(self) -> str:
        """The provider's name."""
        return self._options.name

    @property
    def capabilities(self) -> frozenset[str]:
        """What the options say."""
        return frozenset(self._options.capabilities)

    async def decide(self, request: DecideRequest) -> DecideReply:
        """Ask each question in a call of its own, side by side; one that fails fails all."""
        model = request.model or self._options.model
        bodies = {name: self._body(of_question(request, name, model)) for name in request.questions}
        asked = await side_by_side(lambda body: self._asked(body, request.timeout), bodies.values())
        said = dict(zip(bodies, asked, strict=True))
        return DecideReply(
            answers={
                name: answer_of(question, said[name].document, self._options.map)
                for name, question in request.questions.items()
            },
            confidence_source=ConfidenceSource.DERIVED,
            model=model,
            request_id=next(iter(said.values())).request_id,
        )

    async def chat(self, request: ChatRequest) -> ChatReply:
        """Ask once; the text that the map finds is what the model says."""
        model = request.model or self._options.model
        said = await self._asked(self._body(of_conversation(request, model)), request.timeout)
        return ChatReply(
            text=text_of(said.document, self._options.map), model=model, request_id=said.request_id
        )

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Ask once; the text comes in one piece."""
        reply = await self.chat(request)
        yield TextDelta(text=reply.text)
        yield reply

    def _body(self, variables: Mapping[str, Any]) -> bytes:
        return json_body(filled(self._options.request, variables))

    async def _asked(self, body: bytes, seconds: float | None) -> _Said:
        async with posted(
            self._client,
            self._options.url,
            body,
            self._headers,
            seconds=seconds,
            request_id_header="x-request-id",
        ) as answer:
            return _Said(await answer.json(REPLY_BYTES), answer.request_id)

    @property
    def _headers(self) -> httpx.Headers:
        # Made anew each time: they show secrets, and an object that keeps them would.
        headers = httpx.Headers({"Content-Type": "application/json"})
        headers.update({name: value.get_secret_value() for name, value in self._options.headers.items()})
        return headers
