"""Many customers who talk at once, in this process, with a model that says again what it was told."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from uuid import UUID

from conversations.engine import NewSession, TurnRequest, engine
from conversations.testing import serve_graphs
from providers.ports import CHAT, ChatReply, ChatRequest, ChatRole, ChatStreamItem, TextDelta, ToolCall
from providers.registry import override_provider
from tests.scale.graphs import TalkGraph

PATIENCE_SECONDS = 20.0

LOOK_UP = "Look it up."
"""What lets the model call the slow tool first."""


class EchoChat:
    """A model that takes `seconds` to answer, and answers nobody before the test lets it."""

    name = "echo"
    capabilities = frozenset({CHAT})

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self._waiting = 0
        self._changed = asyncio.Condition()
        self._open = asyncio.Event()
        self._open.set()

    def hold(self) -> None:
        """Keep all answers from now on."""
        self._open.clear()

    def release(self) -> None:
        """Give the answers that were kept."""
        self._open.set()

    async def expect(self, waiting: int) -> None:
        """Wait until so many calls are under way. Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE_SECONDS), self._changed:
            await self._changed.wait_for(lambda: self._waiting >= waiting)

    async def chat(self, request: ChatRequest) -> ChatReply:
        """Say the newest message again."""
        await self._count(1)
        await self._open.wait()
        await asyncio.sleep(self.seconds)  # it is the model that takes its time, no test that waits
        await self._count(-1)
        newest = request.messages[-1]
        if newest.role is ChatRole.HUMAN and newest.text == LOOK_UP:
            return ChatReply(tool_calls=(ToolCall(id="1", name="look_up", arguments={}),))
        return ChatReply(text=f"You said: {newest.text}")

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """The same, in one piece."""
        reply = await self.chat(request)
        yield TextDelta(text=reply.text)
        yield reply

    async def _count(self, change: int) -> None:
        async with self._changed:
            self._waiting += change
            self._changed.notify_all()


@contextmanager
def serving(model: EchoChat) -> Iterator[None]:
    """Serve the graph `talk` with this model in this process."""
    with serve_graphs(TalkGraph), override_provider("embedded", model):
        yield


async def new_sessions(count: int) -> list[UUID]:
    """Start so many sessions of the graph `talk`."""
    made = [await engine.create_session(NewSession(graph="talk")) for _ in range(count)]
    return [session.id for session, _ in made]


async def turn_seconds(session: UUID, text: str = "Hello.") -> float:
    """Run a turn and return how long it took. Raises AssertionError where it failed."""
    started = time.perf_counter()
    result = await engine.run(TurnRequest(session=session, message=text))
    assert result.success, result.cause
    return time.perf_counter() - started


async def talk(sessions: list[UUID], *, seconds: float, every: float) -> list[float]:
    """Let each customer send a message `every` so many seconds; return how long each turn took.

    They begin one after the other, so that the work comes evenly. Who waits for an answer longer
    than that sends the next message at once.
    """

    async def customer(session: UUID, delay: float) -> list[float]:
        started, taken = asyncio.get_running_loop().time() + delay, []
        for number in range(round(seconds / every)):
            await asyncio.sleep(started + number * every - asyncio.get_running_loop().time())
            taken.append(await turn_seconds(session))
        return taken

    step = every / len(sessions)
    talks = [customer(session, place * step) for place, session in enumerate(sessions)]
    return [taken for talk in await asyncio.gather(*talks) for taken in talk]


def percentile(values: list[float], share: float) -> float:
    """The value below which this share (0 to 1) of them lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
