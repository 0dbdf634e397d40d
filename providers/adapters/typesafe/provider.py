"""The adapter of type `typesafe`: POST {base_url}/v1/systemone."""

import asyncio
from collections.abc import Sequence
from functools import cached_property

import httpx
from pydantic import ValidationError

from providers.adapters.typesafe.groups import Group, grouped
from providers.adapters.typesafe.options import TypesafeOptions
from providers.adapters.typesafe.replies import WireReply, answers_of
from providers.adapters.typesafe.requests import request_body
from providers.boundary import error_of
from providers.errors import ErrorCode, ProviderFault
from providers.ports import DECIDE, DecideReply, DecideRequest, DecideResult
from providers.questions import AnswersInvalid, ConfidenceSource
from providers.wire.calls import Answer, posted


class TypesafeProvider:
    """Speaks to TypeSafe or a compatible server. Raises `ProviderFault` and httpx's errors."""

    def __init__(self, options: TypesafeOptions, client: httpx.AsyncClient) -> None:
        self._options = options
        self._client = client

    @property
    def name(self) -> str:
        """The provider's name."""
        return self._options.name

    @property
    def capabilities(self) -> frozenset[str]:
        """Decisions."""
        return frozenset({DECIDE})

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Ask all questions of the request at once."""
        (result,) = await self._ask(Group(request.model or self._options.model, (request,)))
        return result

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        """Ask those of equal state and model as one, and all these side by side."""
        groups = grouped(requests, self._options.model)
        async with asyncio.TaskGroup() as tasks:
            running = [(tasks.create_task(self._asked(group)), places) for group, places in groups]
        results = {
            place: result
            for task, places in running
            for place, result in zip(places, task.result(), strict=True)
        }
        return [results[place] for place in range(len(requests))]

    async def _asked(self, group: Group) -> list[DecideResult]:
        """Ask a group; what goes wrong with it is an error of its own requests only."""
        try:
            return await self._ask(group)
        except Exception as exception:
            error = error_of(exception)
            return [error for _ in group.requests]

    async def _ask(self, group: Group) -> list[DecideResult]:
        if not group.model:
            raise ProviderFault(ErrorCode.MODEL_MISSING, "Neither the node nor the provider names a model.")
        async with posted(
            self._client,
            self._url,
            request_body(group.state, group.model, group.questions),
            self._headers,
            seconds=group.seconds,
            request_id_header="x-typesafe-request-id",
        ) as answer:
            reply = await _read(answer)
        return [_result(group, place, reply, answer.request_id) for place in range(len(group.requests))]

    @cached_property
    def _url(self) -> httpx.URL:
        return httpx.URL(f"{self._options.base_url}/v1/systemone")

    @property
    def _headers(self) -> httpx.Headers:
        # Made anew each time: they show secrets, and an object that keeps them would.
        headers = httpx.Headers({"Content-Type": "application/json"})
        if self._options.bearer:
            headers["Authorization"] = f"Bearer {self._options.bearer}"
        headers.update({name: value.get_secret_value() for name, value in self._options.headers.items()})
        return headers


async def _read(answer: Answer) -> WireReply:
    try:
        return WireReply.model_validate(await answer.document())
    except ValidationError:
        raise ProviderFault(
            ErrorCode.BAD_RESPONSE, "The provider's answer lacks what System One promises."
        ) from None


def _result(group: Group, place: int, reply: WireReply, request_id: str | None) -> DecideResult:
    request = group.requests[place]
    model = reply.model or group.model
    usage = group.share(place, reply.usage.usage())
    try:
        answers = answers_of(request.questions, group.sent_to(place, reply.answers))
    except AnswersInvalid as invalid:
        return ProviderFault(
            ErrorCode.BAD_DECISION,
            f"The answers do not fit the questions: {invalid}",
            request_id=request_id,
            model=model,
            usage=usage,
        ).error
    return DecideReply(
        answers=answers,
        confidence_source=ConfidenceSource.CALIBRATED,
        usage=usage,
        model=model,
        request_id=request_id,
    )
