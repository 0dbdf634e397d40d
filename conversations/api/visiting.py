"""What the API asks of visitors before anything is made for them."""

from uuid import UUID

from rest_framework.request import Request

from conversations.access import ANONYMOUS, Throttled, Visitor, check_start, identity, limits
from conversations.access.identity import Identity
from conversations.access.origins import check_origin
from conversations.api.base.addresses import address_of
from conversations.api.base.views import AsyncAPIView
from conversations.engine import graphs, store
from conversations.engine.turns.entrances import one_at_a_time
from providers.database import in_database


async def admit_session(request: Request, graph: str) -> None:
    """Let a visitor start a session of a graph.

    Raises AccessDenied where the page or the graph is not for visitors, Throttled where it is too much.
    """
    origin, host = request.headers.get("Origin"), request.headers.get("Host")
    await in_database(check_origin, graph, origin, host)
    graphs.get(graph)
    await in_database(check_start, ANONYMOUS, graph)
    await _admit(limits.Kind.SESSION, request, graph)


async def admit_turn(view: AsyncAPIView, text: str = "", client_id: str | None = None) -> None:
    """Let a visitor run a turn; an API key's are not counted here, and a stored message is no new one.

    Raises AccessDenied, Throttled.
    """
    if not isinstance(view.caller, Visitor):
        return
    session = view.caller.session
    try:
        await _admit(limits.Kind.MESSAGE, view.request, view.caller.graph, visitor=session, text=text)
    except Throttled:
        if client_id is None or not await _is_stored(session, client_id):
            raise


async def _is_stored(session: UUID, client_id: str) -> bool:
    """Whether a message is stored; one that is on its way at this moment is waited for."""
    if await in_database(store.has_message, session, client_id):
        return True
    async with one_at_a_time(session):
        return await in_database(store.has_message, session, client_id)


async def signed_user(graph: str, user: str | None) -> Identity | None:
    """Who the host site says that its user is; None where it says nothing. Raises IdentityRefused."""
    return None if user is None else await in_database(identity.verified, graph, user)


async def _admit(
    kind: limits.Kind, request: Request, graph: str, *, visitor: UUID | None = None, text: str = ""
) -> None:
    refusal = await limits.admit(kind, graph=graph, visitor=visitor, address=address_of(request), text=text)
    if refusal is not None:
        raise refusal.as_denial()
