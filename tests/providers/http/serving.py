"""How the tests of type http make providers whose service is a few lines of Python."""

import json
from collections.abc import Callable
from typing import Any

import httpx

from providers.adapters.http import HttpOptions, HttpProvider
from providers.building import in_layers
from providers.options import read_options
from providers.ports import AnyProvider

URL = "http://service.test/decide?version=2"


class Service:
    """A service whose answers are given. `bodies` are what it was sent."""

    def __init__(self, answer: Callable[[Any], httpx.Response]) -> None:
        self.bodies: list[Any] = []
        self.requests: list[httpx.Request] = []
        self._answer = answer

    def provider(self, **options: Any) -> AnyProvider:
        """A provider that asks this service, in its layers."""
        parsed = read_options(HttpOptions, "service", {"url": URL, **options})
        assert isinstance(parsed, HttpOptions)
        client = httpx.AsyncClient(transport=httpx.MockTransport(self._handle))
        return in_layers(HttpProvider(parsed, client), parsed)

    def _handle(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        self.bodies.append(json.loads(request.content))
        return self._answer(self.bodies[-1])


def answering(document: Any) -> Service:
    """A service that always gives this document."""
    return Service(lambda _: httpx.Response(200, json=document, headers={"x-request-id": "req-5"}))
