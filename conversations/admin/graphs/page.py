"""The page of one graph: its picture with what sessions do, its nodes, and where sessions stop."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from conversations import clock
from conversations.admin.graphs.nodes import node_rows
from conversations.admin.graphs.practice import Practice, Stop, practice_of
from conversations.admin.parts.graph_picture import picture
from conversations.authoring import Graph
from conversations.models import GraphSettings, SessionStatus
from conversations.picturing import NodeKind, shape_of
from providers.models import Provider

SESSIONS_PERMISSION: Final = "conversations.view_session"

KINDS: Final = {
    NodeKind.CONVERSATION: ("conversation", "conversations"),
    NodeKind.DECISION: ("decision", "decisions"),
    NodeKind.CODE: ("code node", "code nodes"),
    NodeKind.GOODBYE: ("goodbye", "goodbyes"),
}


@dataclass(frozen=True)
class StopRow:
    """A node with the sessions that stand there. `share` is in hundredths of the node where most stopped."""

    stop: Stop
    share: int
    page: str
    handed_over_page: str


def made_of(graph: Graph) -> str:
    """How many nodes of which kind a graph has, such as `5 conversations, 3 decisions`."""
    counts = Counter(node.kind for node in shape_of(graph).nodes)
    return ", ".join(
        f"{counts[kind]} {words[counts[kind] > 1]}" for kind, words in KINDS.items() if counts[kind]
    )


def context_of(request: HttpRequest, graph: Graph, row: GraphSettings) -> dict[str, Any]:
    """What the page shows to whoever asks: without the right to see sessions, nothing is told of them."""
    shape = shape_of(graph)
    practice = None
    if request.user.has_perm(SESSIONS_PERMISSION):
        practice = practice_of(graph.name, [node.id for node in shape.nodes], clock.now())
    seen = practice.ways if practice and practice.followed else None
    return {
        "graph": graph,
        "made_of": made_of(graph),
        "picture": picture(graph, counts=seen),
        "practice": practice,
        "stops": _stop_rows(graph.name, practice) if practice else [],
        "nodes": node_rows(graph, row),
        "provider_pages": _provider_pages(request),
        "sessions_page": _sessions(graph=graph.name) if practice else "",
    }


def _stop_rows(graph: str, practice: Practice) -> list[StopRow]:
    most = max((stop.stopped for stop in practice.stops), default=0)
    return [
        StopRow(
            stop=stop,
            share=round(100 * stop.stopped / most) if most else 0,
            page=_sessions(node=f"{graph}/{stop.node}"),
            handed_over_page=_sessions(node=f"{graph}/{stop.node}", status=SessionStatus.HANDED_OVER.value),
        )
        for stop in practice.stops
    ]


def _sessions(**filters: str) -> str:
    return f"{reverse('admin:conversations_session_changelist')}?{urlencode(filters)}"


def _provider_pages(request: HttpRequest) -> dict[str, str]:
    """The page of each provider by its name, for whoever may see them."""
    if not request.user.has_perm("providers.view_provider"):
        return {}
    rows = Provider.objects.values_list("name", "pk")
    return {name: reverse("admin:providers_provider_change", args=[key]) for name, key in rows}
