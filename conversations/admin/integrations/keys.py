"""The list of API keys and their pages; a new key is shown once."""

from typing import Any, Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.debug import sensitive_variables

from conversations.access.api_keys import PREFIX, SHOWN_CHARACTERS
from conversations.access.granting import grantable
from conversations.access.issuing import issue
from conversations.admin.integrations import ending
from conversations.admin.integrations.filters import ClientFilter, KeyStateFilter
from conversations.admin.integrations.forms import IssueForm, NameForm
from conversations.admin.integrations.shown_keys import ShowsKeys
from conversations.admin.integrations.words import issued_in_words, scopes_in_words
from conversations.admin.parts.classes import BUTTON, LINK
from conversations.models import ApiKey
from providers.admin.lists import ListAdmin

ABOUT_A_KEY: Final = ("beginning", "allowed", "state", "expires", "last_used", "created_at")


@admin.register(ApiKey)
class ApiKeyAdmin(ShowsKeys, ListAdmin):
    """Keys are issued, named, replaced and revoked; none is deleted, so that it stays on record."""

    list_display = ("called", "client", "beginning", "allows", "state", "expires", "last_used")
    list_filter = (KeyStateFilter, ClientFilter)
    list_filter_submit = True
    list_select_related = ("client",)
    search_fields = ("name", "client__name", "prefix__startswith")
    search_help_text = f"What it is for, integration, or a key's first {SHOWN_CHARACTERS} characters"
    ordering = ("-pk",)
    sortable_by = ()
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[ApiKey]:
        """With their clients."""
        rows: QuerySet[ApiKey] = super().get_queryset(request)
        return rows.select_related("client")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Find a whole key, as somebody finds it in a wrong place, by the beginning that is kept of it.

        The page cuts it before it is sent; this is for browsers that run no scripts.
        """
        term = search_term.strip()
        return super().get_search_results(
            request, queryset, term[:SHOWN_CHARACTERS] if term.startswith(PREFIX) else term
        )

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> type[Any]:
        """The form for a new key offers the scopes that one may give."""
        kind = super().get_form(request, obj, change, **{**kwargs, "form": NameForm if obj else IssueForm})
        if obj is None:
            kind.grantable = grantable(request.user.has_perm)  # type: ignore[attr-defined]  # an IssueForm
        return kind

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Choose the client that an address names."""
        return {"client": request.GET["client"]} if "client" in request.GET else {}

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """What one says of a new key, or what there is of an old one."""
        if obj is None:
            return [(None, {"fields": ("client", "name", "scopes", "lives", "until")})]
        return [(None, {"fields": ("name", *self.get_readonly_fields(request, obj))})]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Everything but the name, and what one may do with it."""
        if obj is None:
            return ()
        client = "of_client" if request.user.has_perm("conversations.view_apiclient") else "client_name"
        revoked = ("revoked_at",) if obj.revoked_at else ()
        replaced = ("replacing",) if ending.may_replace(request, obj) else ()
        ended = ("revoking",) if ending.may_revoke(request, obj) else ()
        return (client, *ABOUT_A_KEY, *revoked, *replaced, *ended)

    def get_urls(self) -> list[URLPattern]:
        """Add the pages on which a key ends."""
        wrap = self.admin_site.admin_view
        own = [
            path("<int:key>/replace/", wrap(self.replace_view), name="conversations_apikey_replace"),
            path("<int:key>/revoke/", wrap(self.revoke_view), name="conversations_apikey_revoke"),
        ]
        return [*own, *super().get_urls()]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: a key is revoked."""
        return False

    @admin.display(description="key")
    def called(self, key: ApiKey) -> str:
        """What it is for."""
        return key.name or "Unnamed"

    @admin.display(description="API client")
    def of_client(self, key: ApiKey) -> SafeString:
        """A link to the integration."""
        page = reverse("admin:conversations_apiclient_change", args=[key.client_id])
        return format_html('<a href="{}" class="{}">{}</a>', page, LINK, key.client)

    @admin.display(description="API client")
    def client_name(self, key: ApiKey) -> str:
        """The integration, for whoever may not open its page."""
        return key.client.name

    @admin.display(description="it may")
    def allowed(self, key: ApiKey) -> SafeString:
        """Its scopes in words."""
        return scopes_in_words(key.scopes)

    @admin.display(description="replace")
    def replacing(self, key: ApiKey) -> SafeString:
        """Leads to the page that issues another one in its place."""
        return _button("Issue another in its place", "admin:conversations_apikey_replace", key)

    @admin.display(description="revoke")
    def revoking(self, key: ApiKey) -> SafeString:
        """Leads to the page that ends it."""
        return _button("Revoke", "admin:conversations_apikey_revoke", key)

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """Say in the log for whom a new key is, what it may do, and when it ends."""
        if add:
            return issued_in_words(form.instance)
        return super().construct_change_message(request, form, formsets, add)

    @sensitive_variables("issued")
    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        """Issue a new key, for the page that follows; of an old one the name alone changes."""
        if change:
            obj.save(update_fields=["name"])
            return
        asked = form.cleaned_data
        issued = issue(asked["client"], asked["scopes"], name=asked["name"], expires_at=form.expires_at)
        request.issued_key = issued.text  # type: ignore[attr-defined]  # for this request only
        obj.pk = issued.row.pk
        obj.refresh_from_db()

    def response_add(
        self, request: HttpRequest, obj: ApiKey, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Show the key."""
        return ending.shown(request, self, obj, request.issued_key)  # type: ignore[attr-defined]

    def replace_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """Issue another key in this one's place."""
        return ending.replace_page(request, self, key)

    def revoke_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """End this key."""
        return ending.revoke_page(request, self, key)


def _button(text: str, address: str, key: ApiKey) -> SafeString:
    page = reverse(address, args=[key.pk])
    return format_html('<a href="{}" class="{}">{}</a>', page, BUTTON, text)
