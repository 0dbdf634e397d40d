"""Programs that talk over REST, and send a message again where they are told to or hear nothing."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field

import httpx

LONGEST_WAIT_SECONDS = 1.0
"""They come again sooner than they are told: so that there is more to get wrong."""

TO_BE_SENT_AGAIN = (409, 502, 503, 504)
"""Statuses after which the same message with the same client id is in order."""


@dataclass
class Caller:
    """One of them, in a session of its own.

    `answers` are what its messages were answered with; `told` counts what made it send one again, by status
    or by "connection"; `seconds` are how long each message took, all tries together.
    """

    http: httpx.AsyncClient
    session: str
    answers: list[str] = field(default_factory=list)
    told: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    async def say(self, text: str, client_id: str) -> None:
        """Send a message until it is answered. Raises httpx.HTTPStatusError where that is refused."""
        began = time.perf_counter()
        body = {"message": text, "client_id": client_id}
        while (answer := await self._try(body)) is None:
            pass
        self.answers.append(answer)
        self.seconds.append(time.perf_counter() - began)

    async def _try(self, body: dict[str, str]) -> str | None:
        try:
            answer = await self.http.post(f"/api/v1/sessions/{self.session}/turns", json=body)
        except httpx.TransportError:
            self.told["connection"] += 1
            await asyncio.sleep(0.1)
            return None
        if answer.status_code in TO_BE_SENT_AGAIN:
            self.told[str(answer.status_code)] += 1
            wait = float(answer.headers.get("Retry-After", 0.1))
            await asyncio.sleep(min(wait, LONGEST_WAIT_SECONDS))
            return None
        said: str = answer.raise_for_status().json()["message"]
        return said


async def begin(http: httpx.AsyncClient, graph: str) -> Caller:
    """Start a session; `http` speaks for this caller alone from now on."""
    started = (await http.post("/api/v1/sessions", json={"graph": graph})).raise_for_status().json()
    http.headers["Authorization"] = f"Bearer {started['token']}"
    return Caller(http, started["id"])
