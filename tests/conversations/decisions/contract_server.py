"""A System One server whose sound answers a test can spoil, on a real socket."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

KEY: Final = "contract-key-0123456789"

MODEL: Final = "jev-1.14.0"
REQUEST_ID: Final = "req-0042"
USAGE: Final = {"input_tokens": 120, "output_tokens": 7}

SURE: Final = 0.9
"""Probability of what the server decides for: the first label, level 1, and yes."""

ASKED_FIELDS: Final = {"state", "model", "questions"}
"""The hosted service refuses every other field."""


@dataclass(frozen=True)
class Refusal:
    """An answer of another status than 200."""

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


Reply: TypeAlias = dict[str, Any] | bytes | Refusal
"""A document, the body as it is sent, or a refusal."""

Spoil: TypeAlias = Callable[[dict[str, Any]], Reply | None]
"""Changes the sound reply, or gives another one."""


@dataclass
class SystemOneServer:
    """Answers soundly what it is asked. `spoils` are for the next requests, one each, the last for all after.

    `bodies` are the requests, as JSON.
    """

    url: str = ""
    spoils: list[Spoil] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)

    def answer(self, body: dict[str, Any], authorization: str) -> Reply:
        """The answer to one request."""
        self.bodies.append(body)
        if authorization != f"Bearer {KEY}":
            return Refusal(401, {"detail": {"error_type": "invalid_api_key"}})
        if body.keys() != ASKED_FIELDS or not body["questions"]:
            return Refusal(400, {"detail": {"error_type": "invalid_request", "message": "fields"}})
        answers = {name: _sound(question) for name, question in body["questions"].items()}
        reply: dict[str, Any] = {"model": MODEL, "answers": answers, "usage": dict(USAGE)}
        if not self.spoils:
            return reply
        spoil = self.spoils.pop(0) if len(self.spoils) > 1 else self.spoils[0]
        changed = spoil(reply)
        return reply if changed is None else changed


def _sound(question: dict[str, Any]) -> dict[str, Any]:
    criteria: Any = question.get("criteria")
    match question["type"]:
        case "choice":
            first, *others = criteria
            each = round((1 - SURE) / len(others), 2) if others else 0.0
            probabilities = {first: SURE if each else 1.0} | dict.fromkeys(others, each)
            return {"type": "choice", "choice": first, "probabilities": probabilities, "confidence": 0.8}
        case "score":
            levels = {str(level): 0.0 for level in range(len(criteria))} | {"0": 0.1, "1": SURE}
            legend = {str(level): described for level, described in enumerate(criteria)}
            return {
                "type": "score",
                "score": SURE,
                "legend": legend,
                "probabilities": levels,
                "confidence": 0.8,
            }
    return {"type": "noul", "noul": SURE}


@asynccontextmanager
async def system_one_server() -> AsyncIterator[SystemOneServer]:
    """Serve on a free port of loopback."""
    served = SystemOneServer()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head, body = await _request(reader)
            writer.write(_response(served.answer(json.loads(body), head.get("authorization", ""))))
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    async with server:
        served.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield served


async def _request(reader: asyncio.StreamReader) -> tuple[dict[str, str], bytes]:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
    assert first.startswith("POST /v1/systemone ")
    head = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return head, await reader.readexactly(int(head["content-length"]))


def _response(reply: Reply) -> bytes:
    refusal = reply if isinstance(reply, Refusal) else Refusal(200, reply)
    body = refusal.body if isinstance(refusal.body, bytes) else json.dumps(refusal.body).encode()
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        "x-typesafe-request-id": REQUEST_ID,
        **refusal.headers,
    }
    lines = [f"HTTP/1.1 {refusal.status} {'OK' if refusal.status == 200 else 'Refused'}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body
