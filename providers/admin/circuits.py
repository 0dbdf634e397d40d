"""What staff do with a provider beside its options: try it out, open its circuit, close it."""

from collections.abc import Iterable
from typing import Final

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from providers.admin.lists import ListAdmin
from providers.history import Action, acting, record
from providers.models import Provider
from providers.resilience import circuits
from providers.resilience.circuits import Cause, CircuitState, Status
from providers.trying import try_out

REASONS: Final = {
    Cause.FAILURES: "it failed several times in a row",
    Cause.QUOTA: "its credit or a limit of spending is used up",
    Cause.RETRY_AFTER: "it asked us to wait",
    Cause.BY_HAND: "opened by hand",
    Cause.TRIAL: "one call is trying whether it is well again",
}


class CircuitAdmin(ListAdmin):
    """Pages that only do something, for whoever may change the provider, and then lead back to it."""

    def get_urls(self) -> list[URLPattern]:
        """Add the pages."""
        pages = (
            ("test", self.test_view),
            ("circuit/open", self.open_view),
            ("circuit/close", self.close_view),
        )
        own = [
            path(
                f"<path:object_id>/{address}/",
                self.admin_site.admin_view(require_POST(view)),
                name=f"providers_provider_{address.replace('/', '_')}",
            )
            for address, view in pages
        ]
        return [*own, *super().get_urls()]

    def test_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Make one real call and tell how it went."""
        row = self._row(request, object_id)
        self.tell_trial(request, row)
        return self._back(row)

    def open_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Let no call through until somebody closes the circuit again."""
        row = self._row(request, object_id)
        async_to_sync(circuits.open)(row.name)
        with acting(request.user.get_username()):
            record(row.name, Action.OPENED)
        self.log_change(request, row, "Opened the circuit.")
        self.message_user(
            request, f"The circuit of “{row}” is open: it is not asked until you close it.", messages.SUCCESS
        )
        return self._back(row)

    def close_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Let calls through again."""
        row = self._row(request, object_id)
        async_to_sync(circuits.close)(row.name)
        with acting(request.user.get_username()):
            record(row.name, Action.CLOSED)
        self.log_change(request, row, "Closed the circuit.")
        self.message_user(request, f"The circuit of “{row}” is closed: it is asked again.", messages.SUCCESS)
        return self._back(row)

    def tell_trial(self, request: HttpRequest, row: Provider) -> None:
        """Try the provider out, put on record who did, and tell how it went."""
        self.log_change(request, row, "Tested the connection.")
        trial = async_to_sync(try_out)(row)
        self.message_user(request, str(trial), messages.ERROR if trial.error else messages.SUCCESS)

    def _row(self, request: HttpRequest, object_id: str) -> Provider:
        row: Provider | None = self.get_object(request, object_id)
        if row is None:
            raise Http404
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        return row

    def _back(self, row: Provider) -> HttpResponse:
        page = reverse("admin:providers_provider_change", args=[row.pk], current_app=self.admin_site.name)
        return HttpResponseRedirect(page)


def circuit_states(names: Iterable[str]) -> dict[str, CircuitState]:
    """Where the circuits of these providers stand."""
    return async_to_sync(circuits.states)(list(names))


def circuit_words(state: CircuitState) -> str:
    """A circuit's state for staff, such as `open for 12 s: it failed several times in a row`."""
    if state.status is Status.CLOSED:
        if not state.failures:
            return "closed"
        return f"closed, {state.failures} failure{'s' if state.failures > 1 else ''} in a row"
    if state.status is Status.HALF_OPEN:
        return "half open: one call tries whether it is well again"
    left = "" if state.seconds is None else f" for {_duration(state.seconds)}"
    reason = f": {REASONS[state.cause]}" if state.cause else ""
    return f"open{left}{reason}"


def _duration(seconds: float) -> str:
    return f"{max(1, round(seconds))} s" if seconds < 100 else f"{round(seconds / 60)} min"
