"""What staff set for a graph."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from conversations.engine import graphs
from conversations.models import GraphSettings
from providers.admin_lists import ListAdmin
from providers.models import Provider
from providers.ports import CHAT
from providers.registry import supplied


class GraphSettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Checks that a provider exists and can hold conversations."""

    chat_provider = forms.ChoiceField(
        required=False,
        help_text="Answers in conversations of this graph, except for nodes that name another one.",
    )

    class Meta:
        model = GraphSettings
        fields = ("graph", "public", "chat_provider", "chat_model")
        help_texts = {
            "graph": "The name of the graph, as it stands in the address of its chat page.",
            "public": "Visitors may chat on the page of this graph. Otherwise only who has an API key can.",
            "chat_model": "Asked instead of the provider's own. Blank: the graph's own, or the provider's.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        provider = self.fields["chat_provider"]
        assert isinstance(provider, forms.ChoiceField)
        provider.choices = _provider_choices(self.instance.chat_provider)

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


def _provider_choices(current: str) -> list[tuple[str, str]]:
    """The configured providers, and the one that is set where it is gone meanwhile."""
    names = list(Provider.objects.values_list("name", flat=True))
    gone = [(current, f"{current} (not configured any more)")] if current and current not in names else []
    return [("", "(the graph's own)"), *((name, name) for name in names), *gone]


@admin.register(GraphSettings)
class GraphSettingsAdmin(ListAdmin):
    """One row a graph, there from the first look on and as long as the site lasts."""

    form = GraphSettingsForm
    list_display = ("graph", "public", "chat_provider", "chat_model")
    fields = ("graph", "public", "chat_provider", "chat_model")
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
