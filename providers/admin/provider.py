"""The back office for providers."""

from typing import Any, Final

from asgiref.sync import async_to_sync
from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.forms import Media
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.debug import sensitive_post_parameters

from providers.admin.chain import chain_of, model_of
from providers.admin.circuits import CircuitAdmin, circuit_states, circuit_words
from providers.admin.fieldsets import fieldsets_of
from providers.admin.forms import ProviderForm, form_for
from providers.admin.option_fields import label_of
from providers.admin.panels import media_of_panels, panels_of
from providers.building import options_of
from providers.dependents import dependents_of
from providers.fallbacks import fallback_names, stored_chains
from providers.history import ProviderChange, acting
from providers.models import Provider
from providers.options import OptionsInvalid
from providers.resilience.circuits import CircuitState, Status, is_shared
from providers.secrets.reporting import AlwaysFiltered
from providers.secrets.sealing import SecretsUnreadable
from providers.types import provider_type, provider_types

CHANGES_A_PAGE: Final = 50

OWN_MEDIA: Final = Media(css={"all": ["providers/admin.css"]}, js=["providers/admin.js"])

SHOWN_TO_READERS: Final = ("name", "type", "options", "secrets_set", "circuit", "updated_at")


@admin.register(Provider)
class ProviderAdmin(CircuitAdmin):
    """Lists the providers and edits their options; secrets are written, never shown."""

    list_display = ("name", "type", "model_name", "fallback", "secrets_set", "circuit", "updated_at")
    search_fields = ("name", "type")
    change_form_template = "admin/providers/provider/change_form.html"
    object_history_template = "admin/providers/provider/object_history.html"

    @property
    def media(self) -> Media:
        """The page's own styles, and those of what other apps show on it."""
        return super().media + OWN_MEDIA + media_of_panels()

    @admin.display(description="model")
    def model_name(self, row: Provider) -> str:
        """The model that is asked where a node names none."""
        return model_of(row)

    @admin.display(description="fallback")
    def fallback(self, row: Provider) -> str:
        """Who is asked when it fails, in order."""
        return " → ".join(fallback_names(row.options))

    @admin.display(description="keys and secrets")
    def secrets_set(self, row: Provider) -> str:
        """Which secrets are set and which one is missing, never what they are."""
        try:
            stored = [label_of(name) for name, secret in sorted(row.secrets.items()) if secret]
        except SecretsUnreadable:
            return "cannot be read"
        missing = [f"{label_of(name)} missing" for name in _unset(row)]
        return ", ".join([*(f"{label} set" for label in stored), *missing]) or "none needed"

    @admin.display(description="circuit")
    def circuit(self, row: Provider) -> SafeString:
        """Whether calls are let through to it at this moment."""
        state: CircuitState = getattr(row, "circuit_state", None) or circuit_states([row.name])[row.name]
        kind = "closed" if state.status is Status.CLOSED else "open"
        return format_html('<span class="circuit circuit-{}">{}</span>', kind, circuit_words(state))

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list, with the circuits of its rows looked up together."""
        changelist = super().get_changelist_instance(request)
        rows = list(changelist.result_list)
        states = circuit_states(row.name for row in rows)
        for row in rows:
            row.circuit_state = states[row.name]
        changelist.result_list = rows
        return changelist

    @method_decorator(sensitive_post_parameters())
    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page of one provider; of a new one, its type is asked first."""
        request.exception_reporter_filter = AlwaysFiltered()
        is_new = object_id is None and request.method in ("GET", "HEAD")
        if is_new and provider_type(_type_asked_for(request)) is None:
            return self._choice_of_type(request)
        with acting(request.user.get_username()):
            return super().changeform_view(request, object_id, form_url, extra_context)

    def get_form(
        self, request: HttpRequest, obj: Provider | None = None, change: bool = False, **kwargs: Any
    ) -> type[ProviderForm]:
        """Return the form of the type that is asked for, else of the row's."""
        asked = _type_asked_for(request)
        known = obj is None or provider_type(asked) is not None
        return form_for(asked if known else obj.type if obj else asked, obj)

    def get_fieldsets(self, request: HttpRequest, obj: Provider | None = None) -> Any:
        """Name and type first, then the options by what they are about."""
        if obj is not None and not self.has_change_permission(request, obj):
            return [(None, {"fields": SHOWN_TO_READERS})]
        return fieldsets_of(self.get_form(request, obj))

    def get_readonly_fields(self, request: HttpRequest, obj: Provider | None = None) -> tuple[str, ...]:
        """Show what does not change after creation."""
        if obj is not None and not self.has_change_permission(request, obj):
            return SHOWN_TO_READERS
        return () if obj is None else ("name",)

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Provider | None = None,
    ) -> HttpResponse:
        """Show the circuit and who needs the provider beside the form."""
        if obj is not None:
            chain = chain_of(obj)
            context |= {
                "chain": chain,
                "circuit": chain[0].words,
                "circuit_is_closed": chain[0].is_closed,
                "circuit_is_shared": async_to_sync(is_shared)(),
                "panels": panels_of(request, obj.name),
                "dependents": [*dependents_of(obj.name), *_chains_with(obj.name)],
            }
        return super().render_change_form(request, context, add, change, form_url, obj)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Who changed what and when: also by commands, which Django's own log does not know."""
        row = self.get_object(request, object_id)
        changes = ProviderChange.objects.filter(provider=row.name) if row else ProviderChange.objects.none()
        page = Paginator(changes, CHANGES_A_PAGE).get_page(request.GET.get("p"))
        return super().history_view(request, object_id, {"changes": page, **(extra_context or {})})

    def response_add(
        self, request: HttpRequest, obj: Provider, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Try the new provider where that was asked for."""
        return self._tried(request, obj) or super().response_add(request, obj, post_url_continue)

    def response_change(self, request: HttpRequest, obj: Provider) -> HttpResponse:
        """Try the changed provider where that was asked for."""
        return self._tried(request, obj) or super().response_change(request, obj)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Refuse to delete a provider that something needs, and list what does."""
        deleted, counts, permissions, protected = super().get_deleted_objects(objs, request)
        together = {row.name for row in objs}
        needed = [
            f"{row}, which {who} needs"
            for row in objs
            for who in (*dependents_of(row.name), *_chains_with(row.name, besides=together))
        ]
        return deleted, counts, permissions, [*protected, *needed]

    def save_model(self, request: HttpRequest, obj: Provider, form: ProviderForm, change: bool) -> None:
        """Save, and say what is still missing."""
        super().save_model(request, obj, form, change)
        for message in _still_missing(obj):
            self.message_user(request, message, messages.WARNING)

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        """Delete one, and tell the history who did."""
        with acting(request.user.get_username()):
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete several, and tell the history who did."""
        with acting(request.user.get_username()):
            super().delete_queryset(request, queryset)

    def _choice_of_type(self, request: HttpRequest) -> HttpResponse:
        if not self.has_add_permission(request):
            return self.changelist_view(request)
        types = [kind for kind in map(provider_type, provider_types()) if kind]
        context = {**self.admin_site.each_context(request), "opts": self.opts, "types": types}
        context["title"] = "Add provider"
        return TemplateResponse(request, "admin/providers/provider/choose_type.html", context)

    def _tried(self, request: HttpRequest, obj: Provider) -> HttpResponse | None:
        if "_test" not in request.POST:
            return None
        self.message_user(request, f"“{obj}” was saved.", messages.SUCCESS)
        self.tell_trial(request, obj)
        page = reverse("admin:providers_provider_change", args=[obj.pk], current_app=self.admin_site.name)
        return HttpResponseRedirect(page)


def _type_asked_for(request: HttpRequest) -> str:
    return str(request.POST.get("type") or request.GET.get("type") or "")


def _chains_with(name: str, besides: set[str] | None = None) -> list[str]:
    """The providers, others than `besides`, whose fallback names this one."""
    chains = stored_chains()
    return [
        f"the fallback of “{other}”"
        for other, names in chains.items()
        if name in names and other not in (besides or {name})
    ]


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
        return [f"“{row.name}” cannot be used yet: {problem}." for problem in invalid.problems]
    return [f"“{row.name}” cannot be used yet: {name} is not set." for name in options.unset()]
