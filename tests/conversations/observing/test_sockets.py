"""Open WebSockets are counted, and what happens in them names them in the log."""

import asyncio

import pytest
from prometheus_client import REGISTRY

from conversations.observing.context import known
from conversations.observing.middleware import observing_sockets


@pytest.mark.parametrize(("path", "kind"), [("/ws/chat/", "customer"), ("/ws/staff/", "staff")], ids=str)
async def test_a_socket_is_counted_while_it_is_open_and_has_a_name(path: str, kind: str):
    opened, closing = asyncio.Event(), asyncio.Event()
    names: list[str] = []

    async def application(scope: object, receive: object, send: object) -> None:
        names.append(known()["request"])
        opened.set()
        await closing.wait()

    def count() -> float:
        return REGISTRY.get_sample_value("ezgraph_open_sockets", {"kind": kind}) or 0

    before = count()
    scope = {"type": "websocket", "path": path, "headers": [(b"x-request-id", b"socket-1")]}
    served = asyncio.ensure_future(observing_sockets(application)(scope, None, None))
    await opened.wait()

    assert (count() - before, names) == (1, ["socket-1"])

    closing.set()
    await served

    assert count() == before
