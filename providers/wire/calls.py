"""One POST of JSON to a provider, its refusals raised as faults."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final

import httpx

from providers import announcing
from providers.errors import ErrorCode, ProviderFault
from providers.net import time_limits
from providers.usage import Usage
from providers.wire.events import EventTooLong, event_data
from providers.wire.faults import refusal, refusal_in_body
from providers.wire.texts import from_json

REPLY_BYTES: Final = 16 * 1024 * 1024
REFUSAL_BYTES: Final = 64 * 1024
"""What is read of a reply, whole or streamed, and of a refusal. A longer reply is none."""

DRAIN_SECONDS: Final = 0.2
"""Wait for the end of a stream that said it is done, so that its connection can be used again."""

_IDENTITY: Final = "identity"
"""The content coding of a body that is sent as it is."""

_REQUEST_ID: Final = re.compile(r"[!-~]{1,128}")


class Answer:
    """An answer that began as a success; its body is still to be read."""

    def __init__(self, response: httpx.Response, request_id: str | None) -> None:
        self._response = response
        self.request_id = request_id

    @property
    def is_json(self) -> bool:
        """Whether the server says that it sends one JSON document."""
        content_type: str = self._response.headers.get("content-type", "")
        return content_type.partition(";")[0].strip().lower() == "application/json"

    async def document(self) -> dict[str, Any]:
        """Return the body as a JSON object. Raises `ProviderFault` where it is none."""
        return json_object(await self._body(REPLY_BYTES))

    async def json(self, most_bytes: int) -> Any:
        """Return the body as JSON of any kind. Raises `ProviderFault` where it is none, or too long."""
        return _json(await self._body(most_bytes))

    async def events(self) -> AsyncGenerator[str, None]:
        """Yield the data of the body's server-sent events. Raises `ProviderFault`."""
        try:
            async for data in event_data(self._chunks(REPLY_BYTES)):
                yield data
        except EventTooLong:
            raise ProviderFault(ErrorCode.BAD_RESPONSE, "An event of the stream is too long.") from None

    async def _body(self, most_bytes: int) -> bytes:
        return b"".join([chunk async for chunk in self._chunks(most_bytes)])

    async def _chunks(self, most_bytes: int) -> AsyncIterator[bytes]:
        """Yield the body as it comes. Raises `ProviderFault` where it is longer than a reply may be."""
        length = 0
        async for chunk in self._response.aiter_bytes():
            length += len(chunk)
            if length > most_bytes:
                raise ProviderFault(ErrorCode.BAD_RESPONSE, "The provider's answer is too long.")
            yield chunk


@asynccontextmanager
async def posted(
    client: httpx.AsyncClient,
    url: httpx.URL | str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    seconds: float | None,
    request_id_header: str,
) -> AsyncIterator[Answer]:
    """Post JSON and hand out the answer; the connection is freed on the way out.

    `seconds` bounds each wait, None not at all. Raises `ProviderFault` for any status but 2xx and for a
    body that is compressed; faults that the reader raises inside get the request id of the answer.
    Raises httpx's errors.
    """
    # A few hundred compressed bytes can be gigabytes, unpacked before any limit sees them.
    plain = httpx.Headers(headers)
    plain["Accept-Encoding"] = _IDENTITY
    plain.update(announcing.headers())
    async with client.stream(
        "POST", url, content=body, headers=plain, timeout=time_limits(seconds)
    ) as response:
        request_id = _safe_request_id(response.headers.get(request_id_header))
        try:
            _refuse_encoded(response)
            if not response.is_success:
                raise refusal(response.status_code, response.headers, await _refusal_body(response))
            yield Answer(response, request_id)
        except ProviderFault as fault:
            fault.error = fault.error.model_copy(update={"request_id": request_id})
            raise


@contextmanager
def charging(spent: Callable[[], tuple[str, Usage]]) -> Iterator[None]:
    """Let faults that are raised inside tell what the answer cost so far.

    `spent` gives the model that answered, and its tokens; where it counted none they are unknown.
    """
    try:
        yield
    except ProviderFault as fault:
        model, usage = spent()
        counted = None if usage == Usage() else usage
        fault.error = fault.error.model_copy(update={"model": model, "usage": counted})
        raise


async def drain(events: AsyncGenerator[str, None]) -> None:
    """Read what follows the last event that counts: the end, unless a server dawdles."""
    with suppress(TimeoutError, httpx.HTTPError, ProviderFault):
        async with asyncio.timeout(DRAIN_SECONDS):
            await anext(events, None)


def json_object(text: str | bytes) -> dict[str, Any]:
    """Parse an object that a server sent as its answer or as an event of it.

    Raises `ProviderFault` where it is none, and where it is an error in an answer's clothes.
    """
    value = _json(text)
    if not isinstance(value, dict):
        raise ProviderFault(ErrorCode.BAD_RESPONSE, "The provider's answer is not a JSON object.")
    if value.get("error"):
        raise refusal_in_body(value["error"])
    return value


def _json(text: str | bytes) -> Any:
    try:
        return from_json(text)
    except ValueError:
        raise ProviderFault(ErrorCode.BAD_RESPONSE, "The provider's answer is not JSON.") from None


def _refuse_encoded(response: httpx.Response) -> None:
    """Raise `ProviderFault` where the body would have to be decoded."""
    encodings = response.headers.get("content-encoding", "").lower().split(",")
    if any(encoding.strip() not in ("", _IDENTITY) for encoding in encodings):
        raise ProviderFault(
            ErrorCode.BAD_RESPONSE,
            f"The provider sent a compressed answer, unasked. (HTTP {response.status_code})",
            status=response.status_code,
        )


async def _refusal_body(response: httpx.Response) -> bytes:
    """Return the body as far as it arrives and counts; the status says enough without it."""
    body = bytearray()
    with suppress(httpx.HTTPError):
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > REFUSAL_BYTES:
                break
    return bytes(body)


def _safe_request_id(value: str | None) -> str | None:
    return value if value is not None and _REQUEST_ID.fullmatch(value) else None
