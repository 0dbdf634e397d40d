"""The provider type `acme`: its options, its factory and its adapter, against the port alone."""

from collections.abc import AsyncIterator
from typing import Any, ClassVar

import httpx
from pydantic import Field

from providers.errors import ErrorCode, ProviderError, ProviderFault
from providers.options import Address, HeaderSecret, ProviderOptions
from providers.ports import (
    CHAT,
    DECIDE,
    ChatReply,
    ChatRequest,
    ChatStreamItem,
    DecideReply,
    DecideRequest,
    TextDelta,
    Usage,
)
from providers.questions import ConfidenceSource
from providers.wire.bodies import json_body
from providers.wire.calls import posted


class AcmeOptions(ProviderOptions):
    """What staff can set, beside what every provider has. The form is made from these fields.

    `HeaderSecret` makes `api_key` a secret: it is encrypted, and shown nowhere. Options in `addresses` say
    where secrets are sent: who changes one has to type the secrets again.
    """

    addresses: ClassVar[frozenset[str]] = frozenset({"base_url"})

    api_key: HeaderSecret | None = Field(default=None, description="From your account at Acme.")
    base_url: Address = Field(default="https://api.acme.example", description="Where Acme's server is.")
    politeness: int = Field(default=5, ge=0, le=10, description="0 is curt, 10 is effusive.")

    def unset(self) -> tuple[str, ...]:
        """Name what is still missing: without it no provider is built, and staff are told."""
        return () if self.api_key else ("api_key",)


def acme(options: AcmeOptions, client: httpx.AsyncClient) -> "AcmeProvider | ProviderError":
    """Build a provider from checked options and the site's HTTP client; it asks nobody anything.

    What a field cannot check alone is refused here, as an error of code `config_invalid`.
    """
    if options.politeness > 8 and options.price is None:
        return ProviderError(code=ErrorCode.CONFIG_INVALID, message="So much politeness needs a price.")
    return AcmeProvider(options, client)


class AcmeProvider:
    """Speaks to Acme. It may raise whatever it likes: the layers around it turn that into errors.

    A `ProviderFault` chooses its code and words; exceptions of httpx become `network` or `timeout`.
    """

    capabilities = frozenset({CHAT, DECIDE})

    def __init__(self, options: AcmeOptions, client: httpx.AsyncClient) -> None:
        self.name = options.name
        self._options = options
        self._client = client

    async def chat(self, request: ChatRequest) -> ChatReply:
        """Hold one round of a conversation."""
        said = [{"who": message.role, "text": message.text} for message in request.messages]
        answer = await self._ask("chat", {"said": said}, request.timeout)
        return ChatReply(text=answer["text"], usage=_usage(answer), model="acme-1")

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Acme cannot stream: its whole answer is one delta."""
        reply = await self.chat(request)
        yield TextDelta(text=reply.text)
        yield reply

    async def decide(self, request: DecideRequest) -> DecideReply:
        """Answer typed questions; the answers are checked against the questions on the way out."""
        questions = {name: question.model_dump(mode="json") for name, question in request.questions.items()}
        body = {"state": request.state, "questions": questions}
        answer = await self._ask("decide", body, request.timeout)
        return DecideReply(
            answers=answer["answers"],
            confidence_source=ConfidenceSource.DERIVED,
            usage=_usage(answer),
            model="acme-1",
        )

    async def _ask(self, what: str, body: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        # `posted` raises for every refusal the fault that its status stands for, Retry-After included,
        # without a word of Acme's; it bounds each wait and closes the request when the caller goes away.
        async with posted(
            self._client,
            f"{self._options.base_url}/{what}",
            json_body({**body, "politeness": self._options.politeness}),
            self._headers(),
            seconds=seconds,
            request_id_header="x-acme-request",
        ) as response:
            answer = await response.document()
        if answer.get("asleep"):
            raise ProviderFault(ErrorCode.UNAVAILABLE, "Acme's model is asleep.")
        return answer

    def _headers(self) -> dict[str, str]:
        key = self._options.api_key.get_secret_value() if self._options.api_key else ""
        own = {name: value.get_secret_value() for name, value in self._options.headers.items()}
        return {"Authorization": f"Acme {key}", "Content-Type": "application/json", **own}


def _usage(answer: dict[str, Any]) -> Usage:
    return Usage.model_validate(answer.get("tokens", {}))
