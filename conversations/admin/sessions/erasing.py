"""Erasing a customer's personal data: a page that says what goes, and the deed."""

from typing import Any, Final
from uuid import UUID

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse

from conversations.admin.reading import short_id
from conversations.admin.sessions.actions import page_of, to_be_changed
from conversations.admin.sessions.naming import customer_of
from conversations.engine import engine
from conversations.models import DecisionCapture, Session

PERMISSION: Final = "conversations.erase_session"

ERASED: Final = "Erased the personal data."


def erase(model_admin: Any, request: HttpRequest, session: UUID) -> HttpResponse:
    """Ask once more, then erase."""
    row = to_be_changed(model_admin, PERMISSION, request, session)
    if request.method == "POST":
        return _erased(model_admin, request, row)
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET", "POST"])
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": f"Erase the personal data of session {short_id(row)}",
        "session": row,
        "customer": customer_of(row),
        "page": page_of(session),
        "captures": DecisionCapture.objects.filter(decision__turn__session=row).count(),
        "forks": Session.objects.filter(forked_from__turn__session=row).count(),
    }
    return TemplateResponse(request, "conversations/admin/sessions/erase.html", context)


def _erased(model_admin: Any, request: HttpRequest, row: Session) -> HttpResponse:
    """Erase it with its forks, each of which has an entry on record."""
    erased = async_to_sync(engine.erase)(row.pk)
    for one in Session.objects.filter(pk__in=erased):
        model_admin.log_change(request, one, ERASED)
    model_admin.message_user(request, "The personal data was erased.", messages.SUCCESS)
    return HttpResponseRedirect(page_of(row.pk))
