"""Puts home together: for everybody what they may see, and nothing else is asked of the database."""

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse

from conversations import clock
from conversations.admin.home import cards, queries
from conversations.admin.home.integrations import integration_cards
from conversations.admin.home.spans import Compared, Spans, spans_until
from conversations.admin.parts.charts import CHARTS_MEDIA
from conversations.engine import graphs
from conversations.models import Session
from providers.admin.circuits import circuit_states, circuit_words
from providers.models import Provider
from providers.resilience.circuits import CircuitState, Status

SHOWN_WAITING: Final = 6


@dataclass(frozen=True)
class ProviderRow:
    """A provider today: its circuit where that may be seen, and its calls where those may be."""

    name: str
    page: str
    is_closed: bool
    circuit: str
    calls: Compared[queries.ProviderFigures] | None


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The context of home with all that whoever asks may see."""
    may = _May(request)
    spans = spans_until(clock.now())
    providers = _providers(may, spans)
    found = queries.handed_over() if may.sessions else []
    shown = [
        *(cards.session_cards(spans) if may.sessions else ()),
        *(cards.turn_cards(spans) if may.turns else ()),
        *(cards.decision_cards(spans) if may.decisions else ()),
        *((cards.handed_over_card(found),) if may.sessions else ()),
        *(
            (cards.circuit_card([one.name for one in providers if not one.is_closed]),)
            if may.providers
            else ()
        ),
    ]
    return {
        **context,
        "title": "Home",
        "media": CHARTS_MEDIA,
        "cards": shown,
        "integrations": integration_cards(request.user.has_perm),
        "now": spans.today.until,
        "until": spans.before.until,
        "providers": providers,
        "may": may,
        "failures": queries.newest_failures() if may.turns else [],
        "waiting": [one for one in found if one.waits][:SHOWN_WAITING],
        "calls_page": reverse("admin:conversations_modelcall_changelist"),
        "is_unused": may.sessions and not Session.objects.exists(),
        "chats": _chats(),
    }


class _May:
    """What somebody may see."""

    def __init__(self, request: HttpRequest) -> None:
        may = request.user.has_perm
        self.sessions = may("conversations.view_session")
        self.turns = may("conversations.view_turn")
        self.decisions = may("conversations.view_decision")
        self.calls = may("conversations.view_modelcall")
        self.providers = may("providers.view_provider")
        self.add_provider = may("providers.add_provider")


def _providers(may: _May, spans: Spans) -> list[ProviderRow]:
    """Those that there are, then those that were called and are gone."""
    calls = queries.provider_calls(spans) if may.calls else {}
    pages = dict(Provider.objects.values_list("name", "pk")) if may.providers else {}
    states = circuit_states(pages)
    return [
        ProviderRow(
            name=name,
            page=reverse("admin:providers_provider_change", args=[pages[name]]) if name in pages else "",
            is_closed=_is_closed(states.get(name)),
            circuit=circuit_words(states[name]) if name in states else "",
            calls=calls.get(name),
        )
        for name in dict.fromkeys([*pages, *calls])
    ]


def _is_closed(state: CircuitState | None) -> bool:
    return state is None or state.status is Status.CLOSED


def _chats() -> list[tuple[str, str]]:
    """The chats that can be opened, each with its address."""
    return [
        (graph.display_title, reverse("chat", args=[name]))
        for name, graph in graphs.served().items()
        if graph.response_mode == "chat"
    ]
