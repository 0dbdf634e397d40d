"""Calls the site's REST API in this process, by ASGI: what is measured is the site's own work."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from conversations.access import issue_api_key, scopes
from conversations.engine import NewSession, engine
from conversations.models import ApiClient
from ezgraph_site.asgi import http_application
from providers.database import in_database


@dataclass(frozen=True)
class Integration:
    """A client with a key that may run turns."""

    client: int
    key: str

    async def start(self, graph: str) -> UUID:
        """Start a session of the client's."""
        session, _ = await engine.create_session(NewSession(graph=graph, client=self.client))
        return session.id

    async def run(self, session: UUID, message: str = "Hello.") -> None:
        """Run a turn over REST. Raises AssertionError where it is not answered with 200."""
        path = f"/api/v1/sessions/{session}/turns"
        status, body = await _post(path, self.key, json.dumps({"message": message}).encode())
        assert status == 200, body


async def new_integration() -> Integration:
    """Make a client and its key."""
    key = await in_database(issue_api_key, "scale", [scopes.SESSIONS_WRITE])
    client = await ApiClient.objects.aget(name="scale")
    return Integration(client.pk, key)


async def _post(path: str, key: str, body: bytes) -> tuple[int, bytes]:
    coming = [{"type": "http.request", "body": body, "more_body": False}]
    status, answer = 0, b""

    async def receive() -> dict[str, Any]:
        if coming:
            return coming.pop()
        return await asyncio.get_running_loop().create_future()  # the caller stays

    async def send(message: Mapping[str, Any]) -> None:
        nonlocal status, answer
        status = message.get("status", status)
        answer += message.get("body", b"")

    await http_application(_scope(path, key, len(body)), receive, send)
    return status, answer


def _scope(path: str, key: str, length: int) -> dict[str, Any]:
    headers = {
        "host": "localhost",
        "accept": "*/*",
        "authorization": f"Bearer {key}",
        "content-type": "application/json",
        "content-length": str(length),
    }
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8000),
    }
