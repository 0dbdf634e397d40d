"""WebSockets as Daphne serves them here: bounded in both directions, and told when the site stops."""

import asyncio
import signal
from pathlib import Path

import aiohttp
import pytest
from twisted.internet.testing import StringTransport

from ezgraph_site.websockets import MOST_WAITING, BoundedProtocol
from tests.live_site import LiveSite, running_site


@pytest.fixture
def protocol(monkeypatch: pytest.MonkeyPatch) -> BoundedProtocol:
    """A connection over a transport that the test plays, past its handshake."""
    monkeypatch.setattr("daphne.ws_protocol.WebSocketProtocol.connectionMade", lambda self: None)
    monkeypatch.setattr("daphne.ws_protocol.WebSocketProtocol.connectionLost", lambda self, reason: None)
    protocol = BoundedProtocol()
    protocol.client_addr = None
    protocol.transport = StringTransport()
    protocol.transport.registerProducer(protocol, True)  # as the HTTP request has done
    return protocol


async def test_who_sends_waits_while_the_transport_is_full(protocol: BoundedProtocol):
    protocol.connectionMade()
    producer = protocol.transport.producer
    producer.pauseProducing()
    waiting = asyncio.create_task(protocol.flow.has_room.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    producer.resumeProducing()
    await asyncio.wait_for(waiting, 1)


async def test_nobody_waits_for_a_client_that_is_gone(protocol: BoundedProtocol):
    protocol.connectionMade()
    protocol.transport.producer.pauseProducing()
    protocol.connectionLost(None)
    await asyncio.wait_for(protocol.flow.has_room.wait(), 1)


async def test_what_is_said_to_a_client_that_is_closing_is_dropped_without_a_word(
    protocol: BoundedProtocol, caplog: pytest.LogCaptureFixture
):
    protocol.connectionMade()
    sent: list[bytes] = []
    protocol.sendMessage = lambda payload, isBinary: sent.append(payload)  # noqa: N803 - Autobahn names it
    for state in (protocol.STATE_OPEN, protocol.STATE_CLOSING, protocol.STATE_CLOSED):
        protocol.state = state
        protocol.handle_reply({"type": "websocket.send", "text": "{}"})
    assert sent == [b"{}"]
    assert not caplog.records


async def test_frames_that_nobody_takes_in_time_end_the_connection(
    protocol: BoundedProtocol, monkeypatch: pytest.MonkeyPatch
):
    closed: list[int | None] = []
    monkeypatch.setattr(BoundedProtocol, "sendClose", lambda self, code=None: closed.append(code))
    protocol.connectionMade()
    protocol.application_queue = asyncio.Queue()
    for _ in range(MOST_WAITING * 3):
        protocol.onMessage(b"{}", False)
    assert protocol.application_queue.qsize() == MOST_WAITING
    assert closed == [4429]


async def test_nothing_is_kept_that_follows_a_frame_that_is_too_large(protocol: BoundedProtocol):
    protocol.connectionMade()
    protocol.application_queue = asyncio.Queue()
    for _ in range(3):
        protocol.onMessage(b"x" * 1_000_000, False)
    assert protocol.application_queue.qsize() == 1


async def test_a_flood_is_closed_and_the_site_goes_on(live_site: LiveSite):
    async with aiohttp.ClientSession() as http:
        async with http.ws_connect(f"{live_site.url}/ws/chat/") as socket:
            for _ in range(500):
                try:
                    await socket.send_json({"type": "ping"})
                except ConnectionError:
                    break
            async with asyncio.timeout(20):
                async for _ in socket:
                    """Answers, until the connection is closed."""
            assert socket.close_code == 4429
        async with http.ws_connect(f"{live_site.url}/ws/chat/") as socket:
            await socket.send_json({"type": "ping"})
            assert (await socket.receive_json(timeout=20))["type"] == "pong"


@pytest.mark.parametrize("origin", ["null", "file://", "https://shop.example"])
async def test_a_page_that_may_not_use_the_chat_is_told_so_also_without_an_origin_of_its_own(
    live_site: LiveSite, origin: str
):
    address, headers = f"{live_site.url}/ws/chat/", {"Origin": origin}
    async with aiohttp.ClientSession() as http, http.ws_connect(address, headers=headers) as socket:
        await socket.send_json({"type": "hello", "protocol": 1, "graph": "quote"})
        assert (await socket.receive_json(timeout=20))["code"] == "FORBIDDEN"
        assert (await socket.receive(20)).type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == 4403


@pytest.mark.slow
async def test_chats_are_told_to_connect_again_when_the_site_stops(tmp_path: Path):
    with running_site(tmp_path / "data") as site:
        async with aiohttp.ClientSession() as http, http.ws_connect(f"{site.url}/ws/chat/") as socket:
            await socket.send_json({"type": "hello", "protocol": 1, "graph": "quote"})
            assert (await socket.receive_json(timeout=20))["type"] == "welcome"
            site.process.send_signal(signal.SIGTERM)
            notice = await socket.receive_json(timeout=20)
            assert (notice["type"], notice["code"]) == ("notice", "RECONNECT")
            assert (await socket.receive(20)).type is aiohttp.WSMsgType.CLOSE
            assert socket.close_code == 4012
        assert site.process.wait(20) == 0
