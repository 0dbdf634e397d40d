"""The door: from an Authorization header to a caller, and what that caller may open.

Sync functions with database work; async code calls them through `providers.database`.
"""

import logging
from uuid import UUID

from conversations.access import api_keys, scopes, tokens
from conversations.access.callers import ANONYMOUS, Anonymous, ApiCaller, Caller, StaffCaller, Visitor
from conversations.access.denials import AccessDenied
from conversations.access.reach import has_scope, own
from conversations.access.staff_sessions import check_permission
from conversations.codes import Code
from conversations.models import GraphSettings, Session

logger = logging.getLogger(__name__)


def identify(authorization: str) -> Caller:
    """The caller of a request by its Authorization header, "" for none.

    Raises AccessDenied UNAUTHENTICATED for a header that holds no valid key or token.
    """
    if not authorization:
        return ANONYMOUS
    scheme, _, credential = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise AccessDenied(Code.UNAUTHENTICATED, "Send an API key or a visitor's token as a bearer.")
    credential = credential.strip()
    caller: Caller | None = (
        api_keys.authenticate(credential) if credential.startswith(api_keys.PREFIX) else visitor(credential)
    )
    if caller is None:
        raise AccessDenied(Code.UNAUTHENTICATED, "The key or token is not valid, or no longer.")
    return caller


def visitor(token: str) -> Visitor | None:
    """The visitor of a token; None where it is forged, expired or revoked, which only the log tells."""
    try:
        return read_visitor(token)
    except tokens.TokenRefused as refused:
        logger.info("A visitor's token was refused: it is %s.", refused.fault)
        return None


def read_visitor(token: str) -> Visitor:
    """The visitor of a token. Raises TokenRefused, which says why and is not for customers."""
    said = tokens.read(token)
    sessions = Session.objects.filter(pk=said.session, token_epoch=said.epoch)
    graph = sessions.values_list("graph", flat=True).first()
    if graph is None:
        raise tokens.TokenRefused(tokens.TokenFault.REVOKED)
    return Visitor(said.session, graph)


def epoch_of(session: UUID) -> int:
    """The epoch that a visitor's token for this session has to have."""
    epoch: int = Session.objects.values_list("token_epoch", flat=True).get(pk=session)
    return epoch


def issue_token(session: UUID) -> str:
    """A visitor's token for a session, with its present epoch."""
    return tokens.make(session, epoch_of(session))


def is_void(session: UUID, epoch: int) -> bool:
    """Whether a token of this epoch opens the session no longer."""
    return not Session.objects.filter(pk=session, token_epoch=epoch).exists()


def check_start(caller: Caller, graph: str) -> None:
    """Raise AccessDenied where the caller may not start a session of this graph.

    Sessions that visitors have started go on when their graph is no longer public.
    """
    if isinstance(caller, ApiCaller):
        if not has_scope(caller, scopes.SESSIONS_WRITE):
            raise AccessDenied(Code.FORBIDDEN, f"The key lacks the scope {scopes.SESSIONS_WRITE}.")
        return
    if isinstance(caller, StaffCaller):
        check_permission(caller, scopes.SESSIONS_WRITE)
        return
    public = GraphSettings.objects.filter(graph=graph).values_list("public", flat=True).first()
    if public is False:
        raise AccessDenied(Code.GRAPH_UNKNOWN, "There is no such conversation here.")


def check_open(caller: Caller, session: UUID, scope: str, permission: str = "") -> None:
    """Raise AccessDenied where the caller may not open a session for what `scope` names.

    A visitor may do everything but erase in the session of the token, an integration what its key's scopes
    say in its own sessions, or in all of them with the scope `admin`. Staff may do in all what their
    permissions say: `permission`, or what the scope asks for in general.
    """
    match caller:
        case Anonymous():
            raise AccessDenied(Code.UNAUTHENTICATED, "Send an API key or a visitor's token.")
        case Visitor():
            if caller.session != session:
                raise _unknown()
            if scope not in scopes.VISITORS:
                raise AccessDenied(Code.FORBIDDEN, "This takes an API key.")
        case StaffCaller():
            check_permission(caller, scope, permission)
            if not Session.objects.filter(pk=session).exists():
                raise _unknown()
        case ApiCaller():
            if not has_scope(caller, scope):
                raise AccessDenied(Code.FORBIDDEN, f"The key lacks the scope {scope}.")
            if not Session.objects.filter(own(caller), pk=session).exists():
                raise _unknown()


def _unknown() -> AccessDenied:
    return AccessDenied(Code.SESSION_UNKNOWN, "There is no such session.")
