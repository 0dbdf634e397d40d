"""What staff set on the quality page, in its address: nothing of it is kept."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django import forms

from conversations import clock
from conversations.admin.quality.queries import Scope

if TYPE_CHECKING:
    from django.forms import NumberInput as DecimalWidget
    from django.forms import Select as SelectWidget
else:
    from unfold.widgets import UnfoldAdminDecimalFieldWidget as DecimalWidget
    from unfold.widgets import UnfoldAdminSelectWidget as SelectWidget

TARGET: Final = 90
"""Percent of the answers on a threshold's side that should be right, where staff set nothing."""

PERIODS: Final = (
    (7, "the last 7 days"),
    (30, "the last 30 days"),
    (90, "the last 90 days"),
    (365, "the last year"),
    (0, "all times"),
)


class QualityForm(forms.Form):
    """A target accuracy in percent, and which decisions are looked at."""

    question = forms.CharField(required=False, widget=forms.HiddenInput)
    target = forms.DecimalField(
        min_value=50,
        max_value=99,
        max_digits=4,
        decimal_places=1,
        initial=TARGET,
        required=False,
        label="Target accuracy in percent",
        widget=DecimalWidget(attrs={"step": "0.5", "min": "50", "max": "99"}),
    )
    days = forms.TypedChoiceField(
        choices=PERIODS,
        coerce=int,
        initial=0,
        required=False,
        label="Decisions of",
        widget=SelectWidget(),
    )
    provider = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    model = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)

    def scope(self, graph: str, node: str) -> Scope:
        """The decisions that are looked at; what does not fit has no effect, and the form says so."""
        days = self._cleaned("days") or 0
        provider = self._cleaned("provider") or ""
        return Scope(
            graph=graph,
            node=node,
            provider=provider,
            model=self._cleaned("model") if provider else None,
            since=clock.now() - timedelta(days=days) if days else None,
        )

    @property
    def target_share(self) -> float:
        """The target as a part of 1."""
        return float(self._cleaned("target") or TARGET) / 100

    def _cleaned(self, name: str) -> Any:
        self.is_valid()
        return self.cleaned_data.get(name)
