"""llmock: OpenAI and Anthropic, written by others, run as a process out of an environment of its own.

What it answers: the first queued `Reply` that is left; without one it calls an offered tool with
arguments made from the tool's schema, and speaks once that tool's result has come back; where a JSON
Schema is asked for it answers what fits. Faults queue apart from replies and hit the next request,
before any reply is used up.
"""

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

import httpx

StreamFault: TypeAlias = Literal["disconnect", "truncate", "stall", "malformed"]

MISSING = "llmock is not installed: make peers"
START_SECONDS = 30.0


@dataclass(frozen=True)
class Call:
    """A tool call for the model to make."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """What the model answers to one request; `finish_reason` only where it is not the usual one."""

    text: str | None = None
    calls: Sequence[Call] = ()
    finish_reason: str | None = None


class LLMock:
    """A running llmock: queue what it answers, then read what it was asked."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._client = httpx.Client(base_url=f"{url}/_llmock", timeout=10)

    @property
    def openai_url(self) -> str:
        """The `base_url` of a provider of type openai."""
        return f"{self.url}/v1"

    @property
    def anthropic_url(self) -> str:
        """The `base_url` of a provider of type anthropic."""
        return f"{self.url}/anthropic"

    def script(self, replies: Sequence[str | Call | Reply]) -> None:
        """Queue the answers to the next requests, one each: texts, tool calls, or whole replies."""
        self._queue(*(_behaviour(reply) for reply in replies))

    def fail(
        self,
        status: int,
        *,
        retry_after: float | None = None,
        code: str | None = None,
        message: str | None = None,
        times: int | None = 1,
    ) -> None:
        """Refuse the next `times` requests with an HTTP error; None refuses all."""
        self._queue(
            {
                "type": "fail",
                "status": status,
                "retry_after": retry_after,
                "code": code,
                "message": message,
                "times": times,
            }
        )

    def delay(self, seconds: float) -> None:
        """Hold the next answer back."""
        self._queue({"type": "delay", "seconds": seconds})

    def break_stream(self, kind: StreamFault, *, after_chunks: int = 1) -> None:
        """Break the next stream after some chunks; a stall lasts longer than any test waits."""
        self._queue({"type": "stream_fault", "kind": kind, "after_chunks": after_chunks, "stall_seconds": 60})

    def break_tool_call(self, kind: Literal["malformed_arguments", "unknown_tool"]) -> None:
        """Break the next tool call."""
        self._queue({"type": "tool_fault", "kind": kind})

    def pending(self) -> list[dict[str, Any]]:
        """Return what is queued and not used yet."""
        return self._client.get("/scenario").raise_for_status().json()["pending"]

    def requests(self) -> list[dict[str, Any]]:
        """Return every request since the last reset, oldest first; `body` is the JSON that was sent."""
        return self._client.get("/requests").raise_for_status().json()["requests"]

    def verdict(self) -> dict[str, Any]:
        """Return llmock's judgement of the client: `passed`, `attempts`, `findings` …"""
        return self._client.get("/verdict").raise_for_status().json()

    def reset(self) -> None:
        """Forget all requests and all that is queued."""
        self._client.post("/reset").raise_for_status()

    def close(self) -> None:
        """Close the connection to the control API."""
        self._client.close()

    def _queue(self, *behaviours: dict[str, Any]) -> None:
        self._client.post("/scenario", json={"behaviors": list(behaviours)}).raise_for_status()


def find() -> Path | None:
    """Return the llmock command of the peers' environment (`PEERS_VENV`, else `.venv-peers`), or None."""
    environment = os.environ.get("PEERS_VENV") or Path(__file__).resolve().parents[2] / ".venv-peers"
    command = Path(environment) / "bin" / "llmock"
    return command if command.exists() else None


def required() -> bool:
    """Tell whether a missing llmock is a failure, as it is where CI runs the tests."""
    return bool(os.environ.get("CI"))


@contextmanager
def running_llmock(command: Path) -> Iterator[LLMock]:
    """Start llmock on a free port of loopback; it is stopped afterwards."""
    port = _free_port()
    process = subprocess.Popen(
        [command, "serve", "--host", "127.0.0.1", "--port", str(port), "--log-level", "error"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    server = LLMock(f"http://127.0.0.1:{port}")
    try:
        _wait_until_ready(server, process)
        yield server
    finally:
        server.close()
        process.kill()  # a polite end would wait for the answers that it still holds back
        process.wait()


def _behaviour(reply: str | Call | Reply) -> dict[str, Any]:
    match reply:
        case str():
            reply = Reply(text=reply)
        case Call():
            reply = Reply(calls=(reply,))
    return {
        "type": "reply",
        "text": reply.text,
        "tool_calls": [{"name": call.name, "arguments": dict(call.arguments)} for call in reply.calls],
        "finish_reason": reply.finish_reason,
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_ready(server: LLMock, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        if process.poll() is not None:
            raise RuntimeError(f"llmock ended with {process.returncode} before it was ready")
        try:
            server.requests()
            return
        except httpx.TransportError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
