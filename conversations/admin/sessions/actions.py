"""What staff do to a session: each with a permission of its own, by POST, on record."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import reverse

from conversations.admin.reading import short_id
from conversations.engine import engine
from conversations.engine.errors import EngineError
from conversations.models import Session


@dataclass(frozen=True)
class Done:
    """What was done: `told` to whoever did it, `logged` for good, and the page that shows it."""

    told: str
    logged: str
    page: str


@dataclass(frozen=True)
class Action:
    """Something that may be done to a session. `perform` raises EngineError where it cannot be done."""

    permission: str
    perform: Callable[[HttpRequest, Session], Done]


def page_of(session: UUID) -> str:
    """The address of a session's page."""
    return reverse("admin:conversations_session_change", args=[session])


def end(request: HttpRequest, session: Session) -> Done:
    """End it."""
    async_to_sync(engine.end_session)(session.pk)
    return Done("The conversation has ended.", "Ended the conversation.", page_of(session.pk))


def revoke(request: HttpRequest, session: Session) -> Done:
    """Void its visitors' tokens: for a page that somebody left open on a foreign machine."""
    async_to_sync(engine.revoke_tokens)(session.pk)
    told = "Whoever had the conversation open is out, and cannot open it again."
    return Done(told, "Revoked the visitor's tokens.", page_of(session.pk))


def retry(request: HttpRequest, session: Session) -> Done:
    """Run a failed or an interrupted turn again."""
    turn = _number(request, "turn")
    async_to_sync(engine.retry)(session.pk, turn)
    page = f"{page_of(session.pk)}#turn-{turn}"
    return Done(f"Turn {turn} runs again.", f"Ran turn {turn} again.", page)


def fork(request: HttpRequest, session: Session) -> Done:
    """Make a test session as it was after a step."""
    turn, step = _number(request, "turn"), _number(request, "step")
    made = async_to_sync(engine.fork)(session.pk, turn, step)
    after = f"step {step} of turn {turn}"
    return Done(
        f"This is a test session: session {short_id(session)} as it was after {after}.",
        f"Forked after {after} into {made.id}.",
        page_of(made.id),
    )


ACTIONS: Final[Mapping[str, Action]] = {
    "end": Action("conversations.end_session", end),
    "revoke": Action("conversations.end_session", revoke),
    "retry": Action("conversations.retry_turn", retry),
    "fork": Action("conversations.fork_session", fork),
}
"""By the last part of their address."""


def act(model_admin: Any, action: Action, request: HttpRequest, session: UUID) -> HttpResponse:
    """Do it, put it on record, and show what became of it. Whoever may not is refused."""
    row = to_be_changed(model_admin, action.permission, request, session)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        done = action.perform(request, row)
    except EngineError as error:
        model_admin.message_user(request, error.message, messages.ERROR)
        return HttpResponseRedirect(page_of(session))
    model_admin.log_change(request, row, done.logged)
    model_admin.message_user(request, done.told, messages.SUCCESS)
    return HttpResponseRedirect(done.page)


def to_be_changed(model_admin: Any, permission: str, request: HttpRequest, session: UUID) -> Session:
    """The session that somebody wants to do something to. Raises PermissionDenied, also without one."""
    if not (request.user.has_perm(permission) and model_admin.has_view_permission(request)):
        raise PermissionDenied
    row: Session | None = model_admin.get_object(request, str(session))
    if row is None:
        raise PermissionDenied
    return row


def _number(request: HttpRequest, name: str) -> int:
    """A number of the form that was sent. Raises BadRequest."""
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise BadRequest(f"{name} is no number.")
    return int(text)
