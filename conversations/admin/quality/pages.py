"""The pages on how good decisions are: an overview, and one for each question of a node."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from conversations.admin.captures import may_see_captures
from conversations.admin.decision_nodes import SEPARATOR, deciding
from conversations.admin.quality import figures, queries
from conversations.admin.quality.charts import curve_chart, reliability_chart
from conversations.admin.quality.exporting import Export, export_response
from conversations.admin.quality.figures import FEWEST, Share
from conversations.admin.quality.forms import QualityForm
from conversations.admin.quality.study import Study, study, study_of_the_whole
from conversations.admin.quality.thresholds import Held, thresholds_of
from conversations.models.review import WHOLE
from conversations.text import holds_forbidden

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    Base = ModelAdmin[Any]
else:
    Base = object

FOLDER = "conversations/admin/quality"
MAY_EXPORT = "conversations.export_decision"
MAY_SET = "conversations.change_graphsettings"
MAY_REPLAY = ("conversations.run_replay", "conversations.view_captured_content")
TABLE_STEP = 5
"""Every so many hundredths a threshold stands in the table beside the curve."""


@dataclass(frozen=True)
class Line:
    """A question of a node in the overview; `name` is "" for decisions as a whole."""

    name: str
    agreement: Share
    address: str

    @property
    def has_enough(self) -> bool:
        """Whether anything can be told of it."""
        return self.agreement.count >= FEWEST


@dataclass(frozen=True)
class NodeLines:
    """A node in the overview, with a line for each question that was reviewed."""

    graph: str
    node: str
    address: str
    lines: tuple[Line, ...]


class QualityPages(Base):
    """For the admin of decisions: their quality, for everybody who may read them."""

    def get_urls(self) -> list[URLPattern]:
        """Add the pages."""
        wrap = self.admin_site.admin_view
        own = [
            path("quality/", wrap(self.quality_view), name="conversations_decision_quality"),
            path("quality/export/", wrap(self.export_view), name="conversations_decision_export"),
            path(
                "quality/<slug:graph>/<path:node>/",
                wrap(self.node_quality_view),
                name="conversations_decision_quality_node",
            ),
        ]
        return [*own, *super().get_urls()]

    @method_decorator(require_safe)
    def quality_view(self, request: HttpRequest) -> HttpResponse:
        """All nodes that decide, with the agreement on each question."""
        self._refuse_who_may_not_read(request)
        agreement = figures.by(((one.graph, one.node, one.question), one.agrees) for one in queries.tallies())
        context = {"nodes": _overview(agreement), "most_tallied": queries.MOST_TALLIED}
        return self._page(request, "overview", "Quality of decisions", context)

    @method_decorator(require_safe)
    def node_quality_view(self, request: HttpRequest, graph: str, node: str) -> HttpResponse:
        """One question of a node: the first one where none is asked for."""
        self._refuse_who_may_not_read(request)
        _refuse_what_nothing_is_called([node, *map(str, request.GET.values())])
        questions = queries.questions_of(graph, node)
        question = request.GET.get("question", questions[0] if questions else WHOLE)
        form = QualityForm(_with_defaults(request.GET, question))
        scope = form.scope(graph, node)
        context = {
            "graph": graph,
            "node": node,
            "question": question,
            "tabs": [_tab(request.GET, name, question) for name in questions],
            "form": form,
            "scope": scope,
            "unscoped": _query(request.GET, question, provider=None, model=None),
            "fewest": FEWEST,
            "may_export": request.user.has_perm(MAY_EXPORT),
            "may_export_captures": may_see_captures(request),
            "may_set": request.user.has_perm(MAY_SET),
            "may_replay": all(map(request.user.has_perm, MAY_REPLAY)),
            "replay_query": urlencode({"source": f"{graph}{SEPARATOR}{node}"}),
            "most_decisions": queries.MOST_DECISIONS,
            "most_reviews": queries.MOST_REVIEWS,
        }
        reviews = queries.reviewed(scope, question)
        if question == WHOLE:
            context["whole"] = study_of_the_whole(reviews)
        else:
            held = thresholds_of(graph, node, question, {review.source for review in reviews})
            found = study(reviews, queries.answers_of_all(scope, question), held, form.target_share)
            context |= {"study": found, **_charts(found, held, form.target_share)}
        return self._page(request, "node", f"Quality of {node}", context)

    @method_decorator(require_POST)
    def export_view(self, request: HttpRequest) -> HttpResponseBase:
        """Hand out the labelled decisions of a node, and put on record who asked for them."""
        export = Export(
            graph=request.POST.get("graph", ""),
            node=request.POST.get("node", ""),
            captured=request.POST.get("captured") == "on",
        )
        _refuse_what_nothing_is_called([export.graph, export.node])
        if not request.user.has_perm(MAY_EXPORT) or (export.captured and not may_see_captures(request)):
            raise PermissionDenied
        return export_response(request.user, export)

    def _refuse_who_may_not_read(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied

    def _page(
        self, request: HttpRequest, template: str, title: str, context: Mapping[str, Any]
    ) -> HttpResponse:
        everywhere = self.admin_site.each_context(request)
        return TemplateResponse(
            request, f"{FOLDER}/{template}.html", {**everywhere, "title": title, **context}
        )


def _refuse_what_nothing_is_called(names: list[str]) -> None:
    """Raise Http404 for names that no column could hold."""
    if holds_forbidden(names):
        raise Http404


def _overview(agreement: Mapping[tuple[str, str, str], Share]) -> list[NodeLines]:
    """The nodes that are served, in their order, then those of which only decisions are left."""
    served = deciding()
    reviewed = sorted({(graph, node) for graph, node, _ in agreement} - set(served))
    return [_lines(graph, node, agreement) for graph, node in [*served, *reviewed]]


def _lines(graph: str, node: str, agreement: Mapping[tuple[str, str, str], Share]) -> NodeLines:
    address = reverse("admin:conversations_decision_quality_node", args=[graph, node])
    questions = sorted(name for of_graph, of_node, name in agreement if (of_graph, of_node) == (graph, node))
    lines = (
        Line(name, agreement[graph, node, name], f"{address}?{_query(QueryDict(), name)}")
        for name in sorted(questions, key=lambda name: name == WHOLE)
    )
    return NodeLines(graph, node, address, tuple(lines))


def _charts(found: Study, held: list[Held], target: float) -> dict[str, Any]:
    is_noul = found.kind == "noul"
    # A score's own thresholds are levels; the curve is about how probable its level is.
    marked = [] if found.kind == "score" else held
    return {
        "is_noul": is_noul,
        "reliability": reliability_chart(found.calibration.bins),
        "curve": curve_chart(found.levels, target, found.suggestion.threshold, marked, recall=is_noul),
        "table": found.levels[::TABLE_STEP],
    }


def _with_defaults(query: QueryDict, question: str) -> QueryDict:
    """What the address says, with what a form shows where it says nothing."""
    filled = query.copy()
    filled["question"] = question
    for name in ("target", "days"):
        if not filled.get(name):
            filled[name] = str(QualityForm.base_fields[name].initial)
    return filled


def _tab(query: QueryDict, name: str, chosen: str) -> dict[str, Any]:
    return {
        "name": name or "The whole",
        "query": _query(query, name),
        "is_chosen": name == chosen,
    }


def _query(query: QueryDict, question: str, **changed: str | None) -> str:
    """The part of an address that asks for a question and keeps the rest; None leaves a name out."""
    asked: dict[str, Any] = {**query.dict(), "question": question, **changed}
    return urlencode({name: value for name, value in asked.items() if value is not None})
