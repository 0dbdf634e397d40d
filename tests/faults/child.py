"""A process of the site that does what the test tells it: one line of JSON each way for each command.

It serves the real engine with the real settings. The connection is its life: it ends with it.
"""

import asyncio
import json
import os
import socket
import threading
import traceback
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias
from uuid import UUID

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder

from conversations import clock
from conversations.engine import NewSession, TurnRequest, engine
from conversations.engine.errors import EngineError
from conversations.engine.staff import Staff
from conversations.models import Webhook, WebhookEvent
from providers.database import in_database
from providers.models import Provider
from tests.faults import contacts, names, rows
from tests.faults.strikes import Action, strikes
from tests.faults.watching import Watch

Command: TypeAlias = Callable[..., Awaitable[Any]]


def main(connection: socket.socket) -> None:
    """Serve the test on `connection` until it closes it; never returns."""
    asyncio.run(_serve(connection))


async def _serve(connection: socket.socket) -> None:
    telling = threading.Lock()

    def tell(what: dict[str, Any]) -> None:
        with telling:
            connection.sendall(json.dumps(what, cls=DjangoJSONEncoder).encode() + b"\n")

    strikes.tell = tell
    Watch(strikes).begin()
    tell({"pid": os.getpid()})
    running = set()
    lines = connection.makefile()
    while line := await asyncio.to_thread(lines.readline):
        task = asyncio.ensure_future(_answer(tell, **json.loads(line)))
        running.add(task)
        task.add_done_callback(running.discard)
    os._exit(0)  # what still runs is not waited for


async def _answer(tell: Callable[[dict[str, Any]], None], id: int, do: str, what: dict[str, Any]) -> None:
    try:
        tell({"id": id, "answer": await COMMANDS[do](**what)})
    except EngineError as error:
        tell({"id": id, "answer": {"refused": error.code, "turn": error.turn}})
    except Exception as error:
        answer = {"refused": type(error).__name__, "sqlstate": getattr(error.__cause__, "sqlstate", None)}
        tell({"id": id, "answer": answer, "why": traceback.format_exc()})


async def prepare() -> None:
    """Configure the model and somebody who listens to everything; once in a new database."""
    await in_database(Provider.objects.create, name=names.MODEL, type=names.MODEL)
    await in_database(
        Webhook.objects.create,
        url="https://hooks.example.com/",
        events=WebhookEvent.values,
        created_at=clock.now(),
    )


async def create() -> str:
    """Make a session and return its id."""
    session, _ = await engine.create_session(NewSession(names.GRAPH))
    return str(session.id)


async def arm(places: dict[str, str]) -> None:
    """Strike at these places."""
    strikes.arm({place: Action(action) for place, action in places.items()})


async def release(place: str) -> None:
    """Let go what is held at a place."""
    strikes.release(place)


async def passed() -> list[dict[str, Any]]:
    """The places that were passed since they were armed."""
    return [vars(place) for place in strikes.passed]


async def send(session: str, message: str, client_id: str, **options: Any) -> dict[str, Any]:
    """Send a message and wait for the end of its turn."""
    request = TurnRequest(UUID(session), message, client_id=client_id, **options)
    return await contacts.end_of(await engine.start(request))


async def retry(session: str, turn: int) -> dict[str, Any]:
    """Retry a turn and wait for its end."""
    return await contacts.end_of(await engine.retry(UUID(session), turn))


async def cancel(session: str, turn: int) -> str:
    """Cancel a turn and return how it stands then."""
    return (await engine.cancel(UUID(session), turn)).status


async def take_over(session: str) -> None:
    """Let staff answer from now on."""
    await engine.take_over(UUID(session), await in_database(_staff))


async def hand_back(session: str) -> None:
    """Let the machine answer again."""
    await engine.hand_back(UUID(session), await in_database(_staff))


def _staff() -> Staff:
    user, _ = User.objects.get_or_create(username="staff")
    return Staff.of(user)


async def come_again(session: str, way: str) -> dict[str, Any]:
    """Reach a session again, as soon as that can be done."""
    return await contacts.come_again(UUID(session), way)


async def wait_for_lease(session: str) -> None:
    """Wait until a session's lease is over."""
    await contacts.wait_for_lease(UUID(session))


async def look(session: str) -> dict[str, Any]:
    """All rows of a session, and what is wrong with them."""
    return await in_database(rows.read, UUID(session))


COMMANDS: dict[str, Command] = {
    command.__name__: command
    for command in (
        prepare,
        create,
        arm,
        release,
        passed,
        send,
        retry,
        cancel,
        take_over,
        hand_back,
        come_again,
        wait_for_lease,
        look,
    )
}
