"""Daphne's requests, bounded: it would write a body of any size to the disk before anybody is asked."""

import json
from http import HTTPStatus
from typing import Any, Final

from daphne.http_protocol import HTTPFactory, WebRequest

from conversations.codes import Code

LARGEST_BODY: Final = 4 * 1024 * 1024
"""Bytes of the largest body that is taken in. What takes bodies has limits of its own, all of them below."""

MOST_DROPPED: Final = 16 * 1024 * 1024
"""Bytes of a refused body that are still read, and dropped: many a client reads no answer before it has sent
all, and is told nothing by a connection that ends meanwhile."""

_PROBLEM: Final = json.dumps(
    {
        "type": "about:blank",
        "title": HTTPStatus.REQUEST_ENTITY_TOO_LARGE.phrase,
        "status": int(HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
        "detail": "The body is too large.",
        "code": Code.TOO_LARGE,
    }
).encode()

_REFUSAL: Final = (
    b"HTTP/1.1 413 Request Entity Too Large\r\n"
    b"Content-Type: application/problem+json\r\n"
    b"Content-Length: %d\r\n"
    b"X-Content-Type-Options: nosniff\r\n"
    b"Cache-Control: no-store\r\n"
    b"Connection: close\r\n\r\n%s" % (len(_PROBLEM), _PROBLEM)
)


class BoundedRequest(WebRequest):  # type: ignore[misc]  # Daphne has no types
    """A request whose body is refused as soon as it is, or says that it will be, too large.

    The answer is sent at once, past the application; the connection ends with the body.
    """

    _is_refused = False
    _taken = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted names it
        """Hear how long the body will be; None where that is not said."""
        is_too_long = length is not None and length > LARGEST_BODY
        super().gotLength(0 if is_too_long else length)
        if is_too_long:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted names it
        """Keep a piece of the body, or drop it."""
        self._taken += len(data)
        if not self._is_refused and self._taken <= LARGEST_BODY:
            super().handleContentChunk(data)
            return
        if not self._is_refused:
            self._refuse()
        if self._taken > MOST_DROPPED:
            self.channel.loseConnection()

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:  # noqa: N802 - Twisted
        """The whole body is here: ask the application, unless all is said."""
        if self._is_refused:
            self.channel.loseConnection()
        else:
            super().requestReceived(command, path, version)

    def _refuse(self) -> None:
        self._is_refused = True
        self.content.seek(0)
        self.content.truncate()
        self.requestHeaders.removeHeader(b"Expect")  # or Twisted would ask for the body now
        self.channel.transport.write(_REFUSAL)


def bound_requests(factory: HTTPFactory) -> None:
    """Let the connections that a factory of Daphne's makes from now on have bounded requests."""
    build = factory.buildProtocol

    def build_bounded(address: Any) -> Any:
        protocol = build(address)
        protocol.requestFactory = BoundedRequest
        return protocol

    factory.buildProtocol = build_bounded
