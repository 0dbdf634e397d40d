"""What is to be replayed, and by whom."""

from typing import TYPE_CHECKING, Any, Final

from django import forms

from conversations.admin.decision_nodes import SEPARATOR, deciding, taken_apart
from conversations.background.replay_rows import MOST_ITEMS, Order, captured
from conversations.engine import graphs
from conversations.models import Replay
from conversations.provider_use import problems_of
from providers.models import Provider
from providers.ports import DECIDE

if TYPE_CHECKING:
    from django.forms import CheckboxInput as SwitchWidget
    from django.forms import NumberInput as IntegerWidget
    from django.forms import Select as SelectWidget
    from django.forms import TextInput as TextWidget
else:
    from unfold.widgets import UnfoldAdminIntegerFieldWidget as IntegerWidget
    from unfold.widgets import UnfoldAdminSelectWidget as SelectWidget
    from unfold.widgets import UnfoldAdminTextInputWidget as TextWidget
    from unfold.widgets import UnfoldBooleanSwitchWidget as SwitchWidget

USUAL: Final = 200
"""Decisions of a replay where nothing else is said."""


class ReplayForm(forms.ModelForm):  # type: ignore[type-arg]  # its base takes an argument for checkers only
    """The node, whom to ask, and how many of its captured decisions."""

    source = forms.ChoiceField(label="Node", widget=SelectWidget())
    provider = forms.ChoiceField(widget=SelectWidget())
    model = forms.CharField(
        required=False,
        max_length=200,
        help_text="Empty for the one that the provider asks where nothing is said.",
        widget=TextWidget(),
    )
    most = forms.IntegerField(
        label="Decisions at most",
        min_value=1,
        max_value=MOST_ITEMS,
        initial=USUAL,
        help_text=f"The newest ones whose questions were captured, up to {MOST_ITEMS:,}. Each is paid for.",
        widget=IntegerWidget(),
    )
    reviewed = forms.BooleanField(
        required=False,
        label="Only reviewed ones",
        help_text="Then the agreement before and after rests on all of them.",
        widget=SwitchWidget(),
    )

    class Meta:
        model = Replay
        fields = ("provider", "model")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choices("source", _nodes())
        self._choices("provider", [(name, name) for name in Provider.objects.names()])

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean_provider(self) -> str:
        """A provider that can decide as it is configured now."""
        name: str = self.cleaned_data["provider"]
        problems = problems_of(name, DECIDE)
        if problems:
            raise forms.ValidationError(problems)
        return name

    def clean(self) -> dict[str, Any]:
        """There has to be something to ask."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not captured(self.order).exists():
            kept = " of what somebody reviewed" if cleaned["reviewed"] else ""
            self.add_error(
                "source",
                f"Nothing{kept} is captured of this node: its graph does not opt in, or it is gone again.",
            )
        return cleaned

    @property
    def order(self) -> Order:
        """What the form asks for, once it is valid."""
        graph, node = taken_apart(self.cleaned_data["source"])
        return Order(
            graph=graph,
            node=node,
            provider=self.cleaned_data["provider"],
            model=self.cleaned_data["model"],
            most=self.cleaned_data["most"],
            reviewed=self.cleaned_data["reviewed"],
        )


def _nodes() -> list[tuple[str, str]]:
    """The nodes that decide, by what identifies them; those of graphs that capture first."""
    served = graphs.served()
    nodes = sorted(deciding(), key=lambda place: not served[place[0]].capture_decisions)
    return [(f"{graph}{SEPARATOR}{node}", f"{graph}: {node}") for graph, node in nodes]
