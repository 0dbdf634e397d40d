"""The pages on which a key ends: by another one in its place, or revoked; and what shows a new one."""

from typing import TYPE_CHECKING, Any, Final

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables

from conversations import clock
from conversations.access.granting import ISSUE, grantable
from conversations.access.issuing import IssuedKey, KeyIsOver, replace, revoke
from conversations.admin.integrations.forms import ReplaceForm
from conversations.admin.integrations.words import end_in_words, issued_in_words
from conversations.admin.parts.shown_once import shown_once
from conversations.models import ApiKey, KeyState

if TYPE_CHECKING:
    Keys = ModelAdmin[Any]
else:
    Keys = ModelAdmin

REVOKE: Final = "conversations.revoke_apikey"
REVOKED: Final = "Revoked."
OVER: Final = "The key had ended already."


def may_revoke(request: HttpRequest, key: ApiKey) -> bool:
    """Whether somebody may revoke a key that works."""
    return _works(key) and request.user.has_perm(REVOKE)


def may_replace(request: HttpRequest, key: ApiKey) -> bool:
    """Whether somebody may put another in the place of a key that works.

    It takes the right to issue and to revoke, and to give what the key may do.
    """
    return _works(key) and _has_rights_to_replace(request, key)


@sensitive_variables("text")
def shown(
    request: HttpRequest, keys: Keys, key: ApiKey, text: str, *, old: ApiKey | None = None
) -> HttpResponse:
    """The page that shows a new key, this once; `old` is the one in whose place it is."""
    return shown_once(
        request,
        keys,
        "conversations/admin/integrations/key.html",
        text,
        title="A new API key",
        heading=f"{key.client}: {key.name}" if key.name else key.client.name,
        what="the key",
        page=_page_of(key),
        key=key,
        old=old,
    )


def revoke_page(request: HttpRequest, keys: Keys, number: int) -> HttpResponse:
    """Ask once more, then revoke."""
    key = _found(request, keys, number)
    if not request.user.has_perm(REVOKE):
        raise PermissionDenied
    if not _works(key):
        return _over(request, keys, key)
    if request.method == "POST":
        return _revoked(request, keys, key)
    return _asking(request, keys, key, "revoke", f"Revoke {key}")


@transaction.atomic
def _revoked(request: HttpRequest, keys: Keys, key: ApiKey) -> HttpResponse:
    if not revoke(key):
        return _over(request, keys, key)
    keys.log_change(request, key, REVOKED)
    keys.message_user(request, f"{key} is revoked: it is refused from now on.", messages.SUCCESS)
    return HttpResponseRedirect(_page_of(key))


@sensitive_variables("issued")
def replace_page(request: HttpRequest, keys: Keys, number: int) -> HttpResponse:
    """Ask when the new key ends, and when the old one; then issue and show the new one."""
    key = _found(request, keys, number)
    if not _has_rights_to_replace(request, key):
        raise PermissionDenied
    form = ReplaceForm(request.POST or None)
    if not _works(key):
        return _over(request, keys, key)
    if not form.is_valid():
        return _asking(request, keys, key, "replace", f"Issue another key in place of {key}", form=form)
    try:
        issued = _replaced(request, keys, key, form)
    except KeyIsOver:
        return _over(request, keys, key)
    return shown(request, keys, issued.row, issued.text, old=key)


@transaction.atomic
def _replaced(request: HttpRequest, keys: Keys, key: ApiKey, form: ReplaceForm) -> IssuedKey:
    issued = replace(key, expires_at=form.expires_at, old_until=form.old_until)
    ends = REVOKED if key.revoked_at else f"Ends {end_in_words(key.expires_at)}."
    keys.log_addition(request, issued.row, issued_in_words(issued.row, instead_of=key))
    keys.log_change(request, key, f"{ends} {issued.row.prefix}… took its place.")
    return issued


def _asking(
    request: HttpRequest, keys: Keys, key: ApiKey, template: str, title: str, **more: Any
) -> HttpResponse:
    context = {
        **keys.admin_site.each_context(request),
        "opts": keys.opts,
        "title": title,
        "key": key,
        "page": _page_of(key),
        **more,
    }
    return TemplateResponse(request, f"conversations/admin/integrations/{template}.html", context)


def _over(request: HttpRequest, keys: Keys, key: ApiKey) -> HttpResponse:
    keys.message_user(request, OVER, messages.INFO)
    return HttpResponseRedirect(_page_of(key))


def _found(request: HttpRequest, keys: Keys, number: int) -> ApiKey:
    if not keys.has_view_permission(request):
        raise PermissionDenied
    key: ApiKey | None = keys.get_object(request, str(number))
    if key is None:
        raise Http404
    return key


def _has_rights_to_replace(request: HttpRequest, key: ApiKey) -> bool:
    rights = all(map(request.user.has_perm, (ISSUE, REVOKE)))
    return rights and set(key.scopes) <= set(grantable(request.user.has_perm))


def _works(key: ApiKey) -> bool:
    return key.state_at(clock.now()) == KeyState.ALIVE


def _page_of(key: ApiKey) -> str:
    return reverse("admin:conversations_apikey_change", args=[key.pk])
