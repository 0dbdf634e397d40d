"""Who of staff is logged in, as Django knows it, but by a log-in that outlives an exchange of the secret key.

A log-in carries a hash that is made with the secret key. Where Django finds one of a former key it gives
the log-in another session key, which deletes its row: a page that is open, or a request that comes at
the same time, still holds the former session key and is logged out. Here the log-in stays the same one.
"""

from functools import partial
from typing import Any, cast

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from providers.database import in_database

Somebody = User | AnonymousUser


class KeepLogins(AuthenticationMiddleware):
    """Django's middleware, which sets `request.user`; a former key's hash is renewed in the same log-in."""

    def process_request(self, request: HttpRequest) -> None:
        """Let the request know its user as soon as somebody asks."""
        super().process_request(request)
        request.user = cast("Any", SimpleLazyObject(partial(_user_of_page, request)))
        request.auser = cast("Any", partial(in_database, _user_of_page, request))


def user_of(session: SessionBase) -> Somebody:
    """Whoever is logged in by this session; nobody where the password changed. Reads rows and writes none."""
    return _read(_Copy(session.items()))


class _Copy(dict[str, Any]):
    """What a session holds, and as much of a session as Django asks for: what it does here, nobody keeps."""

    def cycle_key(self) -> None:
        """A copy has no key."""

    def flush(self) -> None:
        """Forget the log-in, as it does not hold."""
        self.clear()


def _read(copy: _Copy) -> Somebody:
    request = HttpRequest()
    request.session = cast("Any", copy)
    return get_user(request)


def _user_of_page(request: HttpRequest) -> Somebody:
    if not hasattr(request, "_cached_user"):
        session = request.session
        copy = _Copy(session.items())
        user = _read(copy)
        if SESSION_KEY not in copy and SESSION_KEY in session:
            session.flush()
        elif copy.get(HASH_SESSION_KEY) != session.get(HASH_SESSION_KEY):
            session[HASH_SESSION_KEY] = copy[HASH_SESSION_KEY]
        vars(request)["_cached_user"] = user  # where Django keeps it, too
    return cast("Somebody", vars(request)["_cached_user"])
