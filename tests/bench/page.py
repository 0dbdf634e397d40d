"""The page that `make bench` writes: its tables, what it was measured on, and how to read it."""

from typing import Final

INTRODUCTION: Final = """# Benchmarks

One turn through two nodes, here and on LangGraph, side by side. Written by `make bench`.
"""

LAYERS: Final = """## The layers around a model

Every call of a model passes its time-out, limits, circuit breaker and fallback chain. This is what they
take when nothing is wrong: their processor time in our process, that of the bare model left out. Without
Redis and without a budget it is at most 0.3 ms, which a test holds.
"""

SOCKETS: Final = """## A thousand open chats

One process of the site on PostgreSQL, each visitor with a WebSocket and a session. The figure is the time
from the customer's message to the end of its turn, as the client sees it.
"""

HOW_TO_READ: Final = """## How to read it

- Ratios say how many times better ours is: above 1 it is faster or smaller or takes fewer; below 1
  theirs is.
- Times are medians of the repetitions, with the lowest and the highest in brackets. The sides take
  turns within one run (ours, theirs, ours, theirs), so a slow minute of the machine hits both.
  Differences smaller than what is in the brackets mean nothing.
- Figures of different runs or machines do not compare. Their ratios do, roughly.
- On PostgreSQL LangGraph runs twice, with one saver for all sessions and with one saver a session
  on a shared pool. Its faster form stands in the table; "own" marks the second.

## What a turn is

A customer's message enters the driver's node; the model calls a tool, whose arguments are
validated; the node saves its state and hands over to the vehicle's node, whose model answers. That
is two model calls and two checkpoints, each durable before the next node runs. Our turn also stores
the message before any model is asked, takes and frees a lease, writes a step, a model call and a
turn for staff, and publishes its events; theirs stores the whole state. Our second node answers
through a tool, because the next message has to begin at the driver again; theirs answers with text
and always begins at the first node.

## How it is measured

- Each side is one process with one event loop, with a fresh database for every run, and turns that
  warm it up before the clock starts. Sessions exist before the clock starts, too.
- Both ask the same local model server, which answers at once (or after 50 ms), through httpx on
  aiohttp. Both send at most the 20 newest messages of a node.
- PostgreSQL is one server for both, each with up to 12 connections; its settings stand above.
  SQLite is in WAL mode with `synchronous=NORMAL` on both sides; LangGraph's own setting would wait
  for the disk more often.
- LangGraph runs with `durability="sync"`, the one that promises what our checkpoints do.
- Statements, commits and round trips are counted below the drivers: on PostgreSQL in the client
  library's trace of the protocol, on SQLite in its trace of statements. BEGIN and COMMIT are no
  statements here; commits are those that wrote something; pipelined statements share a round trip.
- Processor time is that of the side's own process, without the database server's and the model's. It
  varies least with whatever else the machine does.
- Bytes are the growth of the whole database, with indexes and dead rows.

`make bench` takes about {minutes} minutes and writes this page, `make bench-quick` about one and
writes nothing. `make bench-profile` shows where the time of our side goes.
"""


def page(
    table: str, layers: str, crowd: str, machine: str, software: str, database: str, day: str, minutes: float
) -> str:
    """The whole page as Markdown."""
    measured = f"Measured on {day}: {machine}. {software}. {database}."
    how = HOW_TO_READ.format(minutes=max(1, round(minutes)))
    return f"{INTRODUCTION}\n{table}\n\n{measured}\n\n{LAYERS}\n{layers}\n\n{SOCKETS}\n{crowd}\n\n{how}"
