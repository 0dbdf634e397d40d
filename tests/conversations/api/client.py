"""A small client of the API, in process."""

import json
from typing import Any

from django.test import AsyncClient

BASE = "/api/v1"


class Api:
    """Sends JSON with a bearer; `status`, `body` and `response` are those of the last call."""

    def __init__(self, bearer: str = "") -> None:
        self.bearer = bearer
        self.client = AsyncClient()
        self.response: Any = None

    async def post(self, path: str, body: Any = None, *, raw: bytes | None = None, **headers: str) -> int:
        data = raw if raw is not None else json.dumps({} if body is None else body)
        return await self._keep(
            self.client.post(
                BASE + path, data, content_type="application/json", headers=self._headers(headers)
            )
        )

    async def get(self, path: str, **headers: str) -> int:
        return await self._keep(self.client.get(BASE + path, headers=self._headers(headers)))

    async def delete(self, path: str, **headers: str) -> int:
        return await self._keep(self.client.delete(BASE + path, headers=self._headers(headers)))

    @property
    def body(self) -> Any:
        return json.loads(self.response.content)

    @property
    def code(self) -> str:
        return self.body["code"]

    async def _keep(self, call: Any) -> int:
        self.response = await call
        return self.response.status_code

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return {"Authorization": f"Bearer {self.bearer}", **named} if self.bearer else named


async def visitor(graph: str = "wish") -> tuple[Api, str]:
    """A visitor with a new session, and the session's address."""
    api = Api()
    assert await api.post("/sessions", {"graph": graph}) == 201
    return Api(api.body["token"]), f"/sessions/{api.body['id']}"
