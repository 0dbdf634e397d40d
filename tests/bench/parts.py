"""Which part of the system a line of code belongs to, by the file that it is in."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

PARTS: Final = (
    ("HTTP client", ("/aiohttp/", "/httpx/", "/httpx_aiohttp/", "/yarl/", "/multidict/", "/aiosignal/")),
    ("pydantic", ("/pydantic/", "/pydantic_core/")),
    ("JSON", ("/json/",)),
    ("SQL driver", ("/psycopg/", "/psycopg_binary/", "/psycopg_pool/", "/sqlite3/")),
    ("Django: transactions", ("/django/db/transaction.py", "/django/db/backends/base/base.py")),
    ("Django: executing SQL", ("/django/db/backends/", "/django/db/utils.py")),
    ("Django: ORM", ("/django/db/",)),
    ("event publishing", ("/conversations/live/", "/channels/", "/channels_redis/", "/asgiref/")),
    ("engine: store", ("/conversations/engine/store/",)),
    ("engine: events", ("/conversations/engine/events.py", "/conversations/engine/rendering.py")),
    ("engine: turns and runners", ("/conversations/",)),
    ("provider: adapter", ("/providers/adapters/", "/providers/wire/", "/providers/net.py")),
    ("thread hops", ("/concurrent/futures/", "/providers/database.py")),
    ("provider: layers", ("/providers/",)),
    ("event loop", ("/asyncio/", "/selectors.py", "/threading.py", "/queue.py")),
    ("the benchmark itself", ("/tests/bench/",)),
)
"""Parts and the files of each. The first part that names a file has it."""

CARRIERS: Final = frozenset({"event loop", "thread hops", "the benchmark itself"})
"""Parts that run everything else: they get only what nobody above them in the stack claims."""

OTHER: Final = "other"


@dataclass(frozen=True)
class Frame:
    """One call of a stack: a function and its file."""

    function: str
    file: str


def part_of_file(file: str) -> str | None:
    """Return the part that a file belongs to; None for other packages and the standard library."""
    rooted = f"/{file}"
    for part, places in PARTS:
        if any(place in rooted for place in places):
            return part
    return None


def owner_of(stack: Iterable[Frame]) -> tuple[str, Frame | None]:
    """Return the part that works, and where: the nearest frame that a part claims.

    The innermost frame comes first. Work in a helper such as `copy` or `datetime` belongs to whoever
    called it.
    """
    carried: tuple[str, Frame | None] = (OTHER, None)
    for frame in stack:
        part = part_of_file(frame.file)
        if part is None:
            continue
        if part not in CARRIERS:
            return part, frame
        if carried[1] is None:
            carried = part, frame
    return carried
