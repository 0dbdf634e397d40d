"""The page that shows a secret of which only a hash, or something encrypted, is kept: this once."""

from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.debug import sensitive_variables


@sensitive_variables("secret", "shown")
def shown_once(
    request: HttpRequest, admin: "ModelAdmin[Any]", template: str, secret: str, **context: Any
) -> HttpResponse:
    """The page, made of a template that extends `conversations/admin/parts/shown_once.html`.

    Nothing keeps it: no cache, no message, no session. `page` in the context is where one goes from there,
    and what a reload asks for instead of doing it all again.
    """
    shown = {**admin.admin_site.each_context(request), "opts": admin.opts, "secret": secret, **context}
    page = TemplateResponse(request, template, shown)
    page["Cache-Control"] = "no-store"
    return page
