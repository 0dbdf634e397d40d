"""Who a customer is by the word of the host site: a JWT, signed with a secret that it shares with us."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

import jwt
from django.db.models import Q
from django.views.decorators.debug import sensitive_variables
from jwt.exceptions import InvalidSubjectError

from conversations import clock
from conversations.access.denials import AccessDenied
from conversations.access.graph_rules import rules_of
from conversations.access.identity_secrets import secrets_of
from conversations.codes import Code
from conversations.models import Session
from conversations.text import holds_forbidden, is_blank
from providers.secrets.sealing import SecretsUnreadable

logger = logging.getLogger(__name__)

ALGORITHM: Final = "HS256"
"""The only one: what a token's header says of itself is compared with it and never followed."""

LONGEST_SECONDS: Final = 3600
"""How far ahead `exp` may lie."""

LEEWAY_SECONDS: Final = 30
"""By so much the host site's clock may be wrong."""

LONGEST_TOKEN: Final = 4096
LONGEST_SUBJECT: Final = 200
LONGEST_NAME: Final = 200
LONGEST_EMAIL: Final = 254
"""Characters; of a name and an email as many as their columns take."""


class IdentityFault(StrEnum):
    """Why a host site's word was not taken. For the server's log: a visitor learns only that it was not."""

    UNSHARED = "the graph has no identity secret that can be read"
    FORGED = "no secret of the graph has signed it with HS256"
    OTHER_GRAPH = "`aud` is another graph"
    EXPIRED = "`exp` is over"
    TOO_LONG = "`exp` is more than an hour ahead"
    EARLY = "`nbf` or `iat` is still to come"
    UNFIT = "`sub`, `exp`, `aud`, `name` or `email` is missing or does not fit"


class IdentityRefused(AccessDenied):
    """A host site's word that was not taken."""

    def __init__(self, fault: IdentityFault) -> None:
        super().__init__(Code.UNAUTHENTICATED, "The signed user is not valid, or no longer.")
        self.fault = fault


@dataclass(frozen=True)
class Identity:
    """A customer as the host site knows them; name and email are "" where it told none."""

    sub: str
    name: str = ""
    email: str = ""


def verified(graph: str, token: str) -> Identity:
    """Who the host site says that its user is. Raises IdentityRefused; the log says why."""
    with _refusals_logged(graph):
        return _verified(graph, token)


def bind(session: UUID, identity: Identity) -> bool:
    """Note whose session it is; False where it is another user's, who alone may go on with it.

    A session that nobody vouched for becomes this user's, as when a customer signs in during it.
    """
    nobodys_or_own = Q(external_user="") | Q(external_user=identity.sub, external_user_verified=True)
    noted = Session.objects.filter(nobodys_or_own, pk=session).update(
        external_user=identity.sub,
        external_user_verified=True,
        external_name=identity.name,
        external_email=identity.email,
    )
    return bool(noted)


def may_resume(session: UUID, graph: str, token: str) -> bool:
    """Whether the user that a page shows may go on with a session that its token opens; see `bind`.

    A page that has been open for hours shows a word that is over: it still tells whose session it is, but
    makes it nobody's who had none before. Raises IdentityRefused; the log says why.
    """
    with _refusals_logged(graph):
        try:
            return bind(session, _verified(graph, token))
        except IdentityRefused as refused:
            if refused.fault is not IdentityFault.EXPIRED:
                raise
            said = _verified(graph, token, late=True)
            own = Session.objects.filter(pk=session, external_user=said.sub, external_user_verified=True)
            if not own.exists():
                raise
            return True


@contextmanager
def _refusals_logged(graph: str) -> Iterator[None]:
    try:
        yield
    except IdentityRefused as refused:
        logger.warning("A signed user of the graph %a was refused: %s.", graph, refused.fault)
        raise


@sensitive_variables("secrets", "secret")
def _verified(graph: str, token: str, *, late: bool = False) -> Identity:
    if len(token) > LONGEST_TOKEN:
        raise IdentityRefused(IdentityFault.UNFIT)
    try:
        secrets = secrets_of(rules_of(graph))
    except SecretsUnreadable:
        secrets = ()
    if not secrets:
        raise IdentityRefused(IdentityFault.UNSHARED)
    for secret in secrets:
        try:
            return _read(_claims(graph, token, secret, late=late))
        except jwt.InvalidSignatureError:
            continue
    raise IdentityRefused(IdentityFault.FORGED)


@sensitive_variables("secret")
def _claims(graph: str, token: str, secret: str, *, late: bool) -> Mapping[str, Any]:
    """What a token says that this secret signed; where `late`, `exp` may be over.

    Raises IdentityRefused, and InvalidSignatureError where another secret may have signed it.
    """
    try:
        claims: Mapping[str, Any] = jwt.decode(
            token,
            secret,
            algorithms=[ALGORITHM],
            audience=graph,
            leeway=LEEWAY_SECONDS,
            options={"require": ["aud", "exp", "sub"], "verify_exp": not late},
        )
    except jwt.InvalidSignatureError:
        raise
    except jwt.ExpiredSignatureError:
        raise IdentityRefused(IdentityFault.EXPIRED) from None
    except jwt.InvalidAudienceError:
        raise IdentityRefused(IdentityFault.OTHER_GRAPH) from None
    except jwt.ImmatureSignatureError:
        raise IdentityRefused(IdentityFault.EARLY) from None
    except (jwt.MissingRequiredClaimError, InvalidSubjectError):
        raise IdentityRefused(IdentityFault.UNFIT) from None
    except (jwt.PyJWTError, ArithmeticError, RecursionError, TypeError, ValueError):
        raise IdentityRefused(IdentityFault.FORGED) from None
    return claims


def _read(claims: Mapping[str, Any]) -> Identity:
    expires = claims["exp"]
    if type(expires) not in (int, float):
        raise IdentityRefused(IdentityFault.UNFIT)
    if expires > clock.now().timestamp() + LONGEST_SECONDS + LEEWAY_SECONDS:
        raise IdentityRefused(IdentityFault.TOO_LONG)
    return Identity(
        sub=_text(claims["sub"], LONGEST_SUBJECT, required=True),
        name=_text(claims.get("name"), LONGEST_NAME),
        email=_text(claims.get("email"), LONGEST_EMAIL),
    )


def _text(value: Any, longest: int, *, required: bool = False) -> str:
    if value is None and not required:
        return ""
    if not isinstance(value, str) or len(value) > longest or holds_forbidden(value):
        raise IdentityRefused(IdentityFault.UNFIT)
    if required and is_blank(value):
        raise IdentityRefused(IdentityFault.UNFIT)
    return value
