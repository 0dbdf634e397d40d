"""What staff set for a graph."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from conversations.admin.reading import ModelAdmin
from conversations.engine import graphs
from conversations.models import GraphSettings
from providers.ports import CHAT
from providers.registry import supplied


class GraphSettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Checks that a provider exists and can hold conversations."""

    class Meta:
        model = GraphSettings
        fields = ("graph", "public", "chat_provider", "chat_model")

    def clean_chat_provider(self) -> str:
        """A provider that can chat, or nothing."""
        name: str = self.cleaned_data["chat_provider"]
        if not name:
            return name
        supply = supplied(name)
        if supply.problems:
            raise forms.ValidationError([str(problem) for problem in supply.problems])
        if CHAT not in supply.capabilities:
            raise forms.ValidationError("This provider cannot hold conversations.")
        return name


@admin.register(GraphSettings)
class GraphSettingsAdmin(ModelAdmin):
    """One row a graph, there from the first look on and as long as the site lasts."""

    form = GraphSettingsForm
    list_display = ("graph", "public", "chat_provider", "chat_model")
    readonly_fields = ("graph",)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Make the rows of graphs that are served and have none, with the defaults that held anyway."""
        rows = [GraphSettings(graph=name) for name in graphs.served()]
        GraphSettings.objects.bulk_create(rows, ignore_conflicts=True)
        return super().changelist_view(request, extra_context)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: the rows make themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: without its row a graph would be public again."""
        return False
