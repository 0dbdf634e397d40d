"""How the tests of type typesafe make providers, with a real server or one of a few lines of Python."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import httpx
from pydantic import SecretStr

from providers.adapters.typesafe import TypesafeOptions, TypesafeProvider
from providers.building import in_layers
from providers.net import http_client
from providers.ports import AnyProvider
from tests.peers.system_one import KEY


def typesafe(base_url: str, client: httpx.AsyncClient | None = None, **options: Any) -> AnyProvider:
    """A provider of type typesafe in its layers, with the process's client unless another is given."""
    values = {"name": "jev", "api_key": SecretStr(KEY), **options}
    parsed = TypesafeOptions(base_url=base_url, **values)
    return in_layers(TypesafeProvider(parsed, client or http_client()), parsed)


class Server:
    """A server whose answers are given, for what no real one says. `bodies` are what it was sent."""

    def __init__(self, answer: Callable[[dict[str, Any]], httpx.Response]) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[httpx.Headers] = []
        self._answer = answer

    def provider(self, **options: Any) -> AnyProvider:
        """A provider that asks this server."""
        client = httpx.AsyncClient(transport=httpx.MockTransport(self._handle))
        return typesafe("http://jev.test", client, **options)

    def _handle(self, request: httpx.Request) -> httpx.Response:
        self.headers.append(request.headers)
        self.bodies.append(json.loads(request.content))
        return self._answer(self.bodies[-1])


def answering(answers: Mapping[str, Any], **reply: Any) -> Server:
    """A server that always gives these answers."""
    return Server(lambda body: httpx.Response(200, json={"model": "jev-1.14.0", "answers": answers, **reply}))
