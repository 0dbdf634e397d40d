"""Opens the session of a connection: a new one, the token's, or a new one in the place of another."""

import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from conversations import access
from conversations.access import ANONYMOUS, AccessDenied, identity, limits, tokens
from conversations.access.graph_rules import longest_message, rules_of
from conversations.access.identity import Identity
from conversations.access.origins import check_origin
from conversations.access.tokens import TokenFault, TokenRefused
from conversations.chat.caller import Caller
from conversations.chat.protocol.client_frames import Hello
from conversations.chat.protocol.numbers import MOST_MESSAGES, PROTOCOL
from conversations.codes import Code
from conversations.engine import NewSession, engine, graphs, store
from conversations.engine.errors import SessionCompleted, SessionUnknown
from conversations.engine.events import SessionRated
from conversations.engine.records import SessionView
from conversations.models.states import Origin
from providers.database import in_database

logger = logging.getLogger(__name__)

NOT_VALID: Final = "The token is not valid, or no longer."


class TokenExpired(AccessDenied):
    """The token was good once. Its holder is told so, as what is gone was theirs."""


@dataclass(frozen=True)
class Opened:
    """The session of a connection, a fresh token for it, and what its messages have to keep to.

    The connection may go on as long as the session's epoch is still `epoch`.
    """

    session: UUID
    graph: str
    token: str
    epoch: int
    message_length: int
    messages_per_minute: int


async def open_session(hello: Hello, caller: Caller) -> Opened:
    """Start a session, or resume the token's. Raises AccessDenied, EngineError."""
    await in_database(check_origin, hello.graph, caller.origin, caller.host)
    if hello.protocol != PROTOCOL:
        raise AccessDenied(Code.INVALID, f"This server speaks protocol {PROTOCOL}.")
    graphs.get(hello.graph)  # a session may be of one that is served no longer
    if hello.token is not None:
        return await in_database(_resumed, hello.graph, hello.token, hello.user)
    user = None if hello.user is None else await in_database(identity.verified, hello.graph, hello.user)
    return await _start(_new_session(hello.graph, user), caller)


async def open_instead(opened: Opened, caller: Caller) -> Opened:
    """End a session, and start one like it. Raises AccessDenied, EngineError; then nothing was ended."""
    new = await in_database(store.heir_of, opened.session)
    successor = await _start(new, caller)
    with suppress(SessionCompleted):
        await engine.end_session(opened.session)
    return successor


async def read_view(session: UUID, after: int) -> SessionView:
    """What the customer finds: the newest visible messages after the last one seen."""
    return await in_database(store.view_session, session, after=after, limit=MOST_MESSAGES)


async def read_welcome(opened: Opened, after: int) -> tuple[SessionView, SessionRated | None]:
    """The same, and how the customer has rated the session so far."""

    def read() -> tuple[SessionView, SessionRated | None]:
        view = store.view_session(opened.session, after=after, limit=MOST_MESSAGES)
        return view, store.read_rating(opened.session)

    return await in_database(read)


def _new_session(graph: str, user: Identity | None) -> NewSession:
    if user is None:
        return NewSession(graph=graph, by_visitor=True, origin=Origin.CHAT)
    return NewSession(
        graph=graph,
        external_user=user.sub,
        external_user_verified=True,
        external_name=user.name,
        external_email=user.email,
        by_visitor=True,
        origin=Origin.CHAT,
    )


async def _start(new: NewSession, caller: Caller) -> Opened:
    await in_database(access.check_start, ANONYMOUS, new.graph)
    refusal = await limits.admit(limits.Kind.SESSION, graph=new.graph, address=caller.address)
    if refusal is not None:
        raise refusal.as_denial()
    session, _ = await engine.create_session(new)
    return await in_database(_opened, session.id, new.graph)


def _resumed(graph: str, token: str, user: str | None) -> Opened:
    try:
        visitor = access.read_visitor(token)
    except TokenRefused as refused:
        logger.info("A visitor's token was refused: it is %s.", refused.fault)
        denial = TokenExpired if refused.fault is TokenFault.EXPIRED else AccessDenied
        raise denial(Code.UNAUTHENTICATED, NOT_VALID) from None
    if visitor.graph != graph:
        raise SessionUnknown
    if user is not None and not identity.may_resume(visitor.session, graph, user):
        raise SessionUnknown
    return _opened(visitor.session, graph)


def _opened(session: UUID, graph: str) -> Opened:
    rules, epoch = rules_of(graph), access.epoch_of(session)
    return Opened(
        session=session,
        graph=graph,
        token=tokens.make(session, epoch),
        epoch=epoch,
        message_length=longest_message(rules),
        messages_per_minute=rules.visitor_messages_per_minute,
    )
