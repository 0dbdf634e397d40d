"""The other side: the same two-node turn on LangGraph. Runs in an environment of its own.

`.venv-bench/bin/python -m tests.bench.langgraph_peer --store FILE_OR_URL --base-url URL --sessions 50 --turns 10`
prints one line of JSON. Every turn begins at the driver's node; a checkpoint is durable before the
next node runs (`durability="sync"`), as on our side.
"""

import argparse
import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict
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
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool
from pydantic import BaseModel

from tests.bench.measuring import Turn, measure, warm_up

HISTORY_WINDOW = 20
"""Messages of a history that are sent to the model; our graph has the same."""

POOL_CONNECTIONS = 12
"""As many as our side's pool has."""

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
async def _savers(store: str, *, own: bool) -> AsyncIterator[MakeSaver]:
    """How a session gets its saver: all share one, or on PostgreSQL each has its own on one pool."""
    if not store.startswith("postgres"):
        async with AsyncSqliteSaver.from_conn_string(store) as saver:
            await saver.setup()
            # As our side has it; the saver leaves SQLite's default, which waits for the disk.
            await saver.conn.execute("PRAGMA synchronous=NORMAL")
            yield lambda: saver
        return
    connecting = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    async with AsyncConnectionPool(
        store, min_size=1, max_size=POOL_CONNECTIONS, open=False, kwargs=connecting
    ) as pool:
        shared = AsyncPostgresSaver(pool)
        await shared.setup()
        yield lambda: AsyncPostgresSaver(pool) if own else shared


async def _run(arguments: argparse.Namespace) -> Message:
    nodes = Nodes(arguments.base_url)
    async with _savers(arguments.store, own=arguments.own_savers) as make_saver:

        async def new_session() -> Turn:
            graph = _graph(nodes).compile(checkpointer=make_saver())
            thread = {"configurable": {"thread_id": str(uuid4())}}

            async def turn(number: int) -> None:
                asked = {"role": "user", "content": f"Licensed in Oregon, valid, {number}"}
                state = await graph.ainvoke({"driver_messages": [asked]}, thread, durability="sync")
                assert state["reply"].startswith("Thanks"), state

            return turn

        await warm_up(new_session, arguments.sessions)
        timing = await measure(new_session, arguments.sessions, arguments.turns)
    await nodes.close()
    return asdict(timing)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", required=True, help="a SQLite file, or the URL of a PostgreSQL database")
    parser.add_argument("--base-url", required=True, help="of the model, with /v1")
    parser.add_argument("--sessions", type=int, default=1, help="at once")
    parser.add_argument("--turns", type=int, default=200, help="of each session")
    parser.add_argument("--own-savers", action="store_true", help="PostgreSQL: one saver a session")
    print(json.dumps(asyncio.run(_run(parser.parse_args()))))


if __name__ == "__main__":
    main()
