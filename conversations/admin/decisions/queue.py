"""The queue: decisions to review one after the other, each in one person's hands."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from conversations import clock
from conversations.admin.decision_nodes import SEPARATOR, deciding, taken_apart
from conversations.admin.decisions.page import MAY_REVIEW
from conversations.admin.decisions.review_input import Typed
from conversations.admin.decisions.reviewing import ReviewPages
from conversations.models import Review
from conversations.review.claims import holder, release, take
from conversations.review.queue import MOST_COUNTED, Scope, count_waiting, take_next
from conversations.text import holds_forbidden

TITLE: Final = "Review queue"

PASSED: Final = "reviews_passed"
"""In the log-in's session: what somebody does not want to see again now."""

MOST_PASSED: Final = 200

NOTHING_LEFT: Final = "Nothing waits for review here."
ONLY_PASSED: Final = "Only what you skipped, or what others have in hand, is left."
NOT_HELD: Final = "It is no longer in your hands: go on with the next one."


class QueuePages(ReviewPages):
    """For the admin of decisions: the queue, for who may review."""

    def get_urls(self) -> list[URLPattern]:
        """Add the pages, and what their buttons do."""
        views: dict[str, tuple[str, Callable[..., HttpResponse]]] = {
            "": ("queue", self.queue_view),
            "next/": ("queue_next", self.queue_next_view),
            "<uuid:decision>/": ("queue_item", self.queue_item_view),
            "<uuid:decision>/save/": ("queue_save", self.queue_save_view),
            "<uuid:decision>/skip/": ("queue_skip", self.queue_skip_view),
            "<uuid:decision>/hold/": ("queue_hold", self.queue_hold_view),
            "<uuid:decision>/release/": ("queue_release", self.queue_release_view),
        }
        own = [
            path(f"queue/{address}", self.admin_site.admin_view(view), name=f"conversations_decision_{name}")
            for address, (name, view) in views.items()
        ]
        return [*own, *super().get_urls()]

    @method_decorator(require_safe)
    def queue_view(self, request: HttpRequest) -> HttpResponse:
        """What there is to review, and where to begin."""
        self._refuse_who_may_not_review(request)
        chosen = _chosen(request)
        context = {
            **self.admin_site.each_context(request),
            "title": TITLE,
            "scopes": _scopes(),
            "chosen": chosen,
            "waiting": count_waiting(_scope(chosen)),
            "most_counted": MOST_COUNTED,
            "done_today": _done_today(request),
        }
        return TemplateResponse(request, "conversations/admin/decisions/queue.html", context)

    @method_decorator(require_POST)
    def queue_next_view(self, request: HttpRequest) -> HttpResponse:
        """Begin, with what was skipped before among the rest again."""
        self._refuse_who_may_not_review(request)
        request.session.pop(PASSED, None)
        return self._to_next(request)

    @method_decorator(require_safe)
    def queue_item_view(self, request: HttpRequest, decision: UUID) -> HttpResponse:
        """A decision that is in the reader's hands; from any other one back to the beginning."""
        row = self.decision_to_review(request, decision)
        held = holder(row.pk)
        if held is None or held.reviewer_id != request.user.pk:
            messages.warning(request, NOT_HELD)
            return _to_start(request)
        return self.decision_page(request, row, template="queue_item", more=_more(request))

    @method_decorator(require_POST)
    def queue_save_view(self, request: HttpRequest, decision: UUID) -> HttpResponse:
        """Take a review in, and go on with the next decision."""
        row = self.decision_to_review(request, decision)
        typed = Typed.of(request.POST)
        problem = self.take_review(request, row, typed)
        if problem is not None:
            more = _more(request)
            return self.decision_page(request, row, typed, problem, template="queue_item", more=more)
        return self._to_next(request)

    @method_decorator(require_POST)
    def queue_skip_view(self, request: HttpRequest, decision: UUID) -> HttpResponse:
        """Put a decision down, and go on with the next one."""
        self._refuse_who_may_not_review(request)
        release(decision, request.user.pk or 0)
        passed = [key for key in request.session.get(PASSED, []) if key != decision.hex]
        request.session[PASSED] = [*passed, decision.hex][-MOST_PASSED:]
        return self._to_next(request)

    @method_decorator(require_POST)
    def queue_hold_view(self, request: HttpRequest, decision: UUID) -> HttpResponse:
        """Keep a decision in hand for longer: 204, or 409 where somebody else has it by now."""
        row = self.decision_to_review(request, decision)
        return HttpResponse(status=204 if take(row.pk, request.user.pk or 0) else 409)

    @method_decorator(require_POST)
    def queue_release_view(self, request: HttpRequest, decision: UUID) -> HttpResponse:
        """Put a decision down, as when its page is left."""
        self._refuse_who_may_not_review(request)
        release(decision, request.user.pk or 0)
        return HttpResponse(status=204)

    def _to_next(self, request: HttpRequest) -> HttpResponse:
        chosen = _chosen(request)
        passed = [UUID(key) for key in request.session.get(PASSED, [])]
        decision = take_next(request.user.pk or 0, _scope(chosen), passed)
        if decision is None:
            messages.info(request, ONLY_PASSED if count_waiting(_scope(chosen)) else NOTHING_LEFT)
            return _to_start(request)
        page = reverse("admin:conversations_decision_queue_item", args=[decision])
        return HttpResponseRedirect(_with_scope(page, chosen))

    def _refuse_who_may_not_review(self, request: HttpRequest) -> None:
        if not (self.has_view_permission(request) and request.user.has_perm(MAY_REVIEW)):
            raise PermissionDenied


def _scopes() -> list[tuple[str, str]]:
    """What one can keep to: everything, a graph, or a node of it."""
    found = [("", "All decisions")]
    for graph, node in deciding():
        if (graph, f"{graph}: all nodes") not in found:
            found.append((graph, f"{graph}: all nodes"))
        found.append((f"{graph}{SEPARATOR}{node}", f"{graph}: {node}"))
    return found


def _chosen(request: HttpRequest) -> str:
    """What somebody keeps to, as an address or a form tells it. Raises Http404 for what nothing is called."""
    text = str(request.GET.get("scope", request.POST.get("scope", "")))
    if holds_forbidden(text):
        raise Http404
    return text


def _scope(chosen: str) -> Scope:
    return Scope(*taken_apart(chosen))


def _with_scope(page: str, chosen: str) -> str:
    return f"{page}?{urlencode({'scope': chosen})}" if chosen else page


def _to_start(request: HttpRequest) -> HttpResponse:
    page = reverse("admin:conversations_decision_queue")
    return HttpResponseRedirect(_with_scope(page, _chosen(request)))


def _more(request: HttpRequest) -> dict[str, Any]:
    chosen = _chosen(request)
    return {
        "title": TITLE,
        # The theme would tell the decision's place instead of the title.
        "opts": None,
        "scope_query": f"?{urlencode({'scope': chosen})}" if chosen else "",
        "scope_name": dict(_scopes()).get(chosen, chosen),
        "done_today": _done_today(request),
    }


def _done_today(request: HttpRequest) -> int:
    """How many decisions the reader has reviewed since midnight."""
    since = timezone.localtime(clock.now()).replace(hour=0, minute=0, second=0, microsecond=0)
    rows = Review.objects.filter(updated_at__gte=since, reviewer=request.user.pk)
    return rows.values("decision").distinct().count()
