"""Which providers and models a graph uses, as the list of graphs tells it."""

from typing import Final, Literal, TypeAlias

from django.utils.html import format_html
from django.utils.safestring import SafeString

from conversations.engine import graphs
from conversations.models import GraphSettings
from conversations.provider_use import ProviderUse, uses_of
from providers.ports import CHAT, DECIDE

Setting: TypeAlias = Literal["chat_provider", "chat_model", "decision_provider", "decision_model"]

OWN: Final = "Staff set none: the graph's own, or the site's"


def in_use(row: GraphSettings, setting: Setting) -> SafeString:
    """What staff set; else, in grey, what the nodes of the graph use without it."""
    if by_staff := getattr(row, setting):
        return format_html("{}", by_staff)
    used = ", ".join(_used(row, setting))
    return format_html('<span class="graph-own" title="{}">{}</span>', OWN, used) if used else SafeString("–")


def _used(row: GraphSettings, setting: Setting) -> list[str]:
    """The names in the order of the nodes, each once; none where a provider's own model is used."""
    graph = graphs.served().get(row.graph)
    capability = CHAT if setting.startswith("chat") else DECIDE
    uses = [use for use in uses_of(graph, row) if use.capability == capability] if graph else []
    return list(dict.fromkeys(name for use in uses if (name := _name(use, setting))))


def _name(use: ProviderUse, setting: Setting) -> str:
    return use.provider if setting.endswith("provider") else use.model or ""
