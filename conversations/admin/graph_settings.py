"""What staff set for a graph."""

from typing import Any

from django import forms
from django.contrib import admin

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
    """One row a graph."""

    form = GraphSettingsForm
    list_display = ("graph", "public", "chat_provider", "chat_model")

    def get_readonly_fields(self, request: Any, obj: GraphSettings | None = None) -> tuple[str, ...]:
        """A row keeps its graph."""
        return ("graph",) if obj else ()

    def formfield_for_dbfield(self, db_field: Any, request: Any, **options: Any) -> Any:
        """Offer the graphs that are served."""
        if db_field.name == "graph":
            names = [(name, graph.display_title) for name, graph in graphs.served().items()]
            return forms.ChoiceField(choices=names)
        return super().formfield_for_dbfield(db_field, request, **options)
