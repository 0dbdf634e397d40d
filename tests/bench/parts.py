"""Which part of the system a line of code belongs to, by the file that it is in."""

from types import FrameType
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
    ("engine: runners and turns", ("/conversations/",)),
    ("thread hops", ("/concurrent/futures/", "/providers/database.py")),
    ("provider: adapter", ("/providers/adapters/", "/providers/wire/", "/providers/net.py")),
    ("provider: layers", ("/providers/",)),
    ("event loop", ("/asyncio/", "/selectors.py", "/threading.py", "/queue.py")),
    ("the benchmark itself", ("/tests/bench/",)),
)
"""Parts and the files of each. The first part that names a file has it."""

CARRIERS: Final = frozenset({"event loop", "thread hops"})
"""Parts that run everything else: they get only what nobody above them in the stack claims."""

OTHER: Final = "other"


def part_of_file(path: str) -> str | None:
    """Return the part that a file belongs to; None for the rest of the standard library and of packages."""
    for part, places in PARTS:
        if any(place in path for place in places):
            return part
    return None


def part_of_stack(innermost: FrameType) -> tuple[str, str]:
    """Return the part that works, and where: the nearest frame that a part claims.

    Work in a helper such as `copy` or `datetime` belongs to whoever called it.
    """
    carried: tuple[str, str] | None = None
    frame: FrameType | None = innermost
    while frame is not None:
        part = part_of_file(frame.f_code.co_filename)
        if part is not None and part not in CARRIERS:
            return part, place_of(frame)
        if part is not None and carried is None:
            carried = part, place_of(frame)
        frame = frame.f_back
    return carried or (OTHER, place_of(innermost))


def place_of(frame: FrameType) -> str:
    """Name a frame's function for readers: the end of its path, and its name."""
    path = "/".join(frame.f_code.co_filename.split("/")[-3:])
    return f"{path} {frame.f_code.co_qualname}"
