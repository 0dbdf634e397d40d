"""The back office for providers."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from providers.admin_lists import ListAdmin
from providers.building import options_of
from providers.dependents import dependents_of
from providers.forms import NewProviderForm, ProviderForm, form_for
from providers.models import Provider
from providers.option_fields import label_of
from providers.options import OptionsInvalid
from providers.secrets import SecretsUnreadable


@admin.register(Provider)
class ProviderAdmin(ListAdmin):
    """Lists the providers and edits their options; secrets are written, never shown."""

    list_display = ("name", "type", "model_name", "secrets_set", "updated_at")
    search_fields = ("name", "type")

    @admin.display(description="model")
    def model_name(self, row: Provider) -> str:
        """The model that is asked where a node names none."""
        return str(row.options.get("model", "")) if isinstance(row.options, dict) else ""

    @admin.display(description="keys and secrets")
    def secrets_set(self, row: Provider) -> str:
        """Which secrets are set and which one is missing, never what they are."""
        try:
            stored = [label_of(name) for name, secret in sorted(row.secrets.items()) if secret]
        except SecretsUnreadable:
            return "cannot be read"
        missing = [f"{label_of(name)} missing" for name in _unset(row)]
        return ", ".join([*(f"{label} set" for label in stored), *missing]) or "none needed"

    def get_fields(self, request: HttpRequest, obj: Provider | None = None) -> list[Any]:
        """Name and type first."""
        rest = [field for field in super().get_fields(request, obj) if field not in ("name", "type")]
        return ["name", "type", *rest]

    def get_form(
        self, request: HttpRequest, obj: Provider | None = None, change: bool = False, **kwargs: Any
    ) -> type[ProviderForm]:
        """Return the form for a new provider, or that of the type of `obj`."""
        return NewProviderForm if obj is None else form_for(obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Provider | None = None) -> tuple[str, ...]:
        """Show what does not change after creation."""
        return () if obj is None else ("name", "type")

    def response_add(
        self, request: HttpRequest, obj: Provider, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Go on to the options of the new provider."""
        if not self.has_change_permission(request, obj):
            return super().response_add(request, obj, post_url_continue)
        self.message_user(request, f"{obj} was added. Its options come next.", messages.SUCCESS)
        page = reverse("admin:providers_provider_change", args=[obj.pk], current_app=self.admin_site.name)
        return HttpResponseRedirect(page)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Refuse to delete a provider that something needs, and list what does."""
        deleted, counts, permissions, protected = super().get_deleted_objects(objs, request)
        needed = [f"{row}, which {who} needs" for row in objs for who in dependents_of(row.name)]
        return deleted, counts, permissions, [*protected, *needed]

    def save_model(self, request: HttpRequest, obj: Provider, form: Any, change: bool) -> None:
        """Save, and say what is still missing."""
        super().save_model(request, obj, form, change)
        if change:
            for message in _still_missing(obj):
                self.message_user(request, message, messages.WARNING)


def _unset(row: Provider) -> tuple[str, ...]:
    """The options that still have to be set; none where the others are faulty."""
    try:
        _, options = options_of(row)
    except OptionsInvalid:
        return ()
    return options.unset()


def _still_missing(row: Provider) -> list[str]:
    try:
        _, options = options_of(row)
    except OptionsInvalid as invalid:
        return [f"“{row.name}” cannot be used: {problem}." for problem in invalid.problems]
    return [f"“{row.name}” cannot be used yet: {name} is not set." for name in options.unset()]
