"""A client that reads slowly: pieces of replies are dropped, nothing else, and memory is bounded."""

import asyncio
import json
from enum import IntEnum
from typing import Any

import pytest

from conversations.chat import outbox
from conversations.chat.outbox import FULL, Outbox
from conversations.chat.protocol.numbers import CloseCode
from conversations.chat.protocol.server_frames import DeltaFrame, DeltaResetFrame, Pong, TurnCompletedFrame


class Reader:
    """A client that reads only what it is given leave to."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.closed: list[IntEnum] = []
        self.may_read = asyncio.Event()

    async def send(self, text: str) -> None:
        await self.may_read.wait()
        self.heard.append(json.loads(text))

    async def close(self, code: IntEnum) -> None:
        self.closed.append(code)

    def types(self) -> list[str]:
        return [frame["type"] for frame in self.heard]


@pytest.fixture
async def reader() -> Reader:
    return Reader()


def delta(turn: int = 1, size: int = 1000) -> DeltaFrame:
    return DeltaFrame(turn=turn, text="x" * size)


async def test_what_is_put_is_sent_in_order(reader: Reader):
    reader.may_read.set()
    box = Outbox(reader.send, reader.close)
    await box.put(delta())
    await box.put(TurnCompletedFrame(turn=1, completed=False))
    await box.put(Pong())
    await box.finish(CloseCode.RECONNECT)
    assert reader.types() == ["delta", "turn_completed", "pong"]
    assert reader.closed == [4012]


async def test_a_full_buffer_drops_pieces_and_keeps_everything_else(reader: Reader):
    box = Outbox(reader.send, reader.close)
    for _ in range(500):
        await box.put(delta())
    waiting = asyncio.create_task(box.put(TurnCompletedFrame(turn=1, completed=False)))
    reader.may_read.set()
    await waiting
    await box.finish(CloseCode.RECONNECT)
    assert reader.types()[-2:] == ["delta_reset", "turn_completed"]
    assert reader.types().count("delta") <= FULL / 1000 + 1


async def test_after_a_dropped_piece_none_of_that_text_follows(reader: Reader):
    box = Outbox(reader.send, reader.close)
    for _ in range(100):
        await box.put(delta())
    reader.may_read.set()
    await asyncio.sleep(0)
    await asyncio.wait_for(box.put(Pong()), 5)
    await box.put(delta())
    await box.put(DeltaResetFrame(turn=1))
    await box.put(delta(size=1))
    await box.finish(CloseCode.RECONNECT)
    assert reader.types()[-4:] == ["delta_reset", "pong", "delta_reset", "delta"]
    assert reader.heard[-1]["text"] == "x"


async def test_who_never_reads_is_sent_away_and_costs_no_more_than_the_buffer(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outbox, "PATIENCE_SECONDS", 0.1)
    box = Outbox(reader.send, reader.close)
    for _ in range(200):
        await box.put(DeltaResetFrame(turn=1))
        await box.put(delta())
    await box.put(TurnCompletedFrame(turn=1, completed=False))
    await box.put(Pong())
    assert reader.closed == [CloseCode.TOO_SLOW]
    assert reader.heard == []
    await box.put(Pong())
    await box.finish(CloseCode.RECONNECT)
    assert reader.closed == [CloseCode.TOO_SLOW]


async def test_nobody_waits_to_tell_that_a_piece_is_dropped(reader: Reader):
    box = Outbox(reader.send, reader.close)
    while box.has_room:
        await box.put(Pong())
    for _ in range(100):
        box.drop(1)
    reader.may_read.set()
    await box.finish(CloseCode.RECONNECT)
    assert reader.types().count("delta_reset") == 1
