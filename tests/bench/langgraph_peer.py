"""The other side: the same two-node turn on LangGraph. Runs in an environment of its own.

`.venv-bench/bin/python -m tests.bench.langgraph_peer --store FILE_OR_URL --base-url URL` prints one line
of JSON. Every turn begins at the driver's node; a checkpoint is durable before the
next node runs (`durability="sync"`), as on our side.
"""

import asyncio
import importlib.metadata
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from operator import add
from typing import Annotated, Any, Literal, TypedDict
from uuid import uuid4

import httpx
from httpx_aiohttp import AiohttpTransport
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command
from psycopg import AsyncConnection
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool
from pydantic import BaseModel

from tests.bench.counting import Counter, PostgresCounter, SQLiteCounter
from tests.bench.measuring import Measurement, Turn, Workload, measure
from tests.bench.storage import is_postgres

HISTORY_WINDOW = 20
"""Messages of a history that are sent to the model; our graph has the same."""

POOL_CONNECTIONS = 12
"""As many as our side's pool has."""

PACKAGES = ("langgraph", "langgraph-checkpoint-sqlite", "langgraph-checkpoint-postgres")

Message = dict[str, Any]
MakeSaver = Callable[[], BaseCheckpointSaver[Any]]


class Driver(BaseModel):
    """What the first node collects."""

    name: str
    birth_date: str
    license_state: str
    license_status: str
    years_licensed: int


class State(TypedDict, total=False):
    """What LangGraph keeps of a session."""

    driver_messages: Annotated[list[Message], add]
    vehicle_messages: Annotated[list[Message], add]
    driver: Message
    reply: str


TOOL = {
    "type": "function",
    "function": {
        "name": "capture_driver",
        "description": "Save the driver",
        "parameters": Driver.model_json_schema(),
    },
}


class Nodes:
    """The two nodes, asking the model at `base_url`."""

    def __init__(self, base_url: str) -> None:
        limits = httpx.Limits(max_connections=2000, max_keepalive_connections=2000)
        self._client = httpx.AsyncClient(base_url=base_url, transport=AiohttpTransport(limits=limits))

    async def driver(self, state: State) -> Command[Literal["vehicle"]]:
        """Collect the driver, then hand over to the vehicle."""
        message = await self._ask("Collect the driver.", state["driver_messages"], [TOOL])
        call = message["tool_calls"][0]
        driver = Driver.model_validate_json(call["function"]["arguments"])
        feedback = {"role": "tool", "tool_call_id": call["id"], "content": "OK"}
        update = {"driver_messages": [message, feedback], "driver": driver.model_dump()}
        return Command(update=update, goto="vehicle")

    async def vehicle(self, state: State) -> Message:
        """Confirm the driver and ask about the vehicle."""
        history = state.get("vehicle_messages") or [{"role": "user", "content": "Start"}]
        message = await self._ask("Confirm the driver, then ask about the vehicle.", history, [])
        return {"vehicle_messages": [message], "reply": message["content"]}

    async def close(self) -> None:
        """Close the connections to the model."""
        await self._client.aclose()

    async def _ask(self, prompt: str, history: list[Message], tools: list[Message]) -> Message:
        messages = [{"role": "system", "content": prompt}, *history[-HISTORY_WINDOW:]]
        body: Message = {"model": "fake", "messages": messages}
        if tools:
            body["tools"] = tools
        response = await self._client.post("/chat/completions", json=body)
        response.raise_for_status()
        message: Message = response.json()["choices"][0]["message"]
        return message


def _graph(nodes: Nodes) -> StateGraph[State]:
    graph = StateGraph(State)
    graph.add_node("driver", nodes.driver)
    graph.add_node("vehicle", nodes.vehicle)
    graph.add_edge(START, "driver")
    graph.add_edge("vehicle", END)
    return graph


@asynccontextmanager
async def _sqlite_saver(file: str) -> AsyncIterator[tuple[MakeSaver, Counter]]:
    async with AsyncSqliteSaver.from_conn_string(file) as saver:
        await saver.setup()
        # As our side has it; the saver leaves SQLite's default, which waits for the disk.
        await saver.conn.execute("PRAGMA synchronous=NORMAL")
        counter = SQLiteCounter()
        await saver.conn._execute(counter.watch, saver.conn._conn)
        yield lambda: saver, counter


@asynccontextmanager
async def _postgres_savers(url: str, *, own: bool) -> AsyncIterator[tuple[MakeSaver, Counter]]:
    """All sessions share one saver, which has one lock, or each has its own; there is one pool."""
    counter = PostgresCounter()

    async def watch(connection: AsyncConnection[DictRow]) -> None:
        counter.watch(connection.pgconn)

    pool = AsyncConnectionPool(
        url,
        connection_class=AsyncConnection[DictRow],
        min_size=POOL_CONNECTIONS,
        max_size=POOL_CONNECTIONS,
        open=False,
        configure=watch,
        kwargs={"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row},
    )
    async with pool:
        shared = AsyncPostgresSaver(pool)
        await shared.setup()
        yield (lambda: AsyncPostgresSaver(pool) if own else shared), counter


async def run(workload: Workload) -> Measurement:
    """Measure."""
    nodes = Nodes(workload.base_url)
    savers = (
        _postgres_savers(workload.store, own=workload.own_savers)
        if is_postgres(workload.store)
        else _sqlite_saver(workload.store)
    )
    async with savers as (make_saver, counter):

        async def new_session() -> Turn:
            graph = _graph(nodes).compile(checkpointer=make_saver())
            thread = {"configurable": {"thread_id": str(uuid4())}}

            async def turn(number: int) -> None:
                asked = {"role": "user", "content": f"Licensed in Oregon, valid, {number}"}
                state = await graph.ainvoke({"driver_messages": [asked]}, thread, durability="sync")
                assert state["reply"].startswith("Thanks"), state

            return turn

        versions = {name: importlib.metadata.version(name) for name in PACKAGES}
        measured = await measure(workload, new_session, counter, versions)
    await nodes.close()
    return measured


def main() -> None:
    """Measure and print."""
    print(asyncio.run(run(Workload.from_command_line(__doc__))).to_json())


if __name__ == "__main__":
    main()
