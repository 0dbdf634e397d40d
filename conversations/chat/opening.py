"""Opens or resumes the session of a hello frame."""

from dataclasses import dataclass
from uuid import UUID

from conversations import access
from conversations.access import ANONYMOUS, AccessDenied
from conversations.chat.protocol import MOST_MESSAGES, PROTOCOL, Hello
from conversations.codes import Code
from conversations.engine import NewSession, engine, graphs, store
from conversations.engine.errors import SessionUnknown
from conversations.engine.values import SessionView
from providers.database import in_database


@dataclass(frozen=True)
class Opened:
    """The session of a connection and a fresh token for it."""

    session: UUID
    token: str


async def open_session(hello: Hello) -> Opened:
    """Start a session, or resume the token's. Raises AccessDenied, EngineError."""
    if hello.protocol != PROTOCOL:
        raise AccessDenied(Code.INVALID, f"This server speaks protocol {PROTOCOL}.")
    if hello.token is None:
        session = await _start(hello.graph)
    else:
        session = await _resume(hello.graph, hello.token)
    return Opened(session, await in_database(access.issue_token, session))


async def read_view(opened: Opened, after: int) -> SessionView:
    """What the customer finds: the newest visible messages after the last one seen."""
    return await in_database(store.view_session, opened.session, after=after, limit=MOST_MESSAGES)


async def _start(graph: str) -> UUID:
    graphs.get(graph)
    await in_database(access.check_start, ANONYMOUS, graph)
    session, _ = await engine.create_session(NewSession(graph=graph))
    return session.id


async def _resume(graph: str, token: str) -> UUID:
    visitor = await in_database(access.visitor, token)
    if visitor is None:
        raise AccessDenied(Code.UNAUTHENTICATED, "The token is not valid, or no longer.")
    session = await in_database(store.read_session, visitor.session)
    if session.graph != graph:
        raise SessionUnknown
    return visitor.session
