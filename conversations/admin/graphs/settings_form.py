"""The form for what staff set for a graph, shaped by the thresholds that the graph declares."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, ClassVar, Final
from urllib.parse import quote

from django import forms

from conversations.admin.graphs.visitor_fields import LIMITS, PAGE, SECRETS, VisitorFields
from conversations.authoring.decision_faults import HIGHEST_LEVEL
from conversations.engine import graphs
from conversations.models import GraphSettings
from conversations.thresholds import (
    Key,
    NodeThreshold,
    declared_thresholds,
    stored_numbers,
    to_store,
)
from providers.admin.form_fields import PlainNumber
from providers.admin.widgets import CheckboxInput, Select, TextInput
from providers.models import Provider
from providers.ports import CHAT, DECIDE
from providers.registry import supplied

CHANGED_MEANWHILE: Final = (
    "Somebody has changed these settings meanwhile. Load the page again to see what they are now."
)

MODEL_HELP: Final = "Asked instead of the provider's own. Blank: the graph's own, or the provider's."

NOT_DECLARED: Final = "No node declares this threshold any more, so it has no effect. Empty it to forget it."


class GraphSettingsForm(VisitorFields):
    """Visitors, providers, models, and the thresholds of one graph; `form_for` adds the fields of these.

    `version` travels with the page and tells what the row was like when the page was shown. Checking it
    locks the row, so the form wants to be checked and saved in one transaction.
    """

    threshold_keys: ClassVar[Mapping[str, Key]] = {}
    """Which threshold each field is about."""

    version = forms.CharField(required=False, widget=forms.HiddenInput)
    chat_provider = forms.ChoiceField(
        required=False,
        widget=Select(),
        help_text="Answers in conversations of this graph, except for nodes that name another one.",
    )
    decision_provider = forms.ChoiceField(
        required=False,
        widget=Select(),
        help_text="Answers the questions of decision nodes, except for nodes that name another one.",
    )

    class Meta:
        model = GraphSettings
        fields = (*PAGE, *LIMITS, "chat_provider", "chat_model", "decision_provider", "decision_model")
        widgets = {"public": CheckboxInput(), "chat_model": TextInput(), "decision_model": TextInput()}
        help_texts = {
            "graph": "The name of the graph, as it stands in the address of its chat page.",
            "public": "Visitors may chat on the page of this graph. Otherwise only who has an API key can.",
            "chat_model": MODEL_HELP,
            "decision_model": MODEL_HELP,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("chat_provider", "decision_provider"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = _provider_choices(getattr(self.instance, name))
        numbers = stored_numbers(self.instance.thresholds)
        self.initial.update({name: numbers.get(key) for name, key in self.threshold_keys.items()})
        self.initial["version"] = _fingerprint(self.instance)

    def clean_chat_provider(self) -> str:
        """A provider that can chat, or nothing."""
        return self._able("chat_provider", CHAT, "This provider cannot hold conversations.")

    def clean_decision_provider(self) -> str:
        """A provider that can decide, or nothing."""
        return self._able("decision_provider", DECIDE, "This provider cannot decide.")

    def _able(self, field: str, capability: str, refusal: str) -> str:
        name: str = self.cleaned_data[field]
        if not name:
            return name
        supply = supplied(name)
        if supply.problems:
            raise forms.ValidationError([str(problem) for problem in supply.problems])
        if capability not in supply.capabilities:
            raise forms.ValidationError(refusal)
        return name

    def clean(self) -> dict[str, Any]:
        """Refuse to write over what somebody else has written since the page was shown."""
        cleaned = super().clean()
        row = GraphSettings.objects.select_for_update().get(pk=self.instance.pk)
        if cleaned.get("version") not in ("", _fingerprint(row)):
            self.add_error(None, CHANGED_MEANWHILE)
        return cleaned

    def save(self, commit: bool = True) -> GraphSettings:
        """Save, with the numbers that were sent in place of the stored ones."""
        numbers = stored_numbers(self.instance.thresholds)
        for name, key in self.threshold_keys.items():
            if self.fields[name].widget.value_omitted_from_data(self.data, self.files, self.add_prefix(name)):
                continue
            numbers.pop(key, None)
            if (number := self.cleaned_data[name]) is not None:
                numbers[key] = number
        self.instance.thresholds = to_store(numbers)
        self.put_secrets()
        return super().save(commit)

    def changes(self) -> list[str]:
        """What staff changed, in words: a field, what it was and what it is."""
        return [
            f"{self[name].label}: set anew"
            if name in SECRETS
            else f"{self[name].label}: {_shown(self.initial.get(name))} → {_shown(self.cleaned_data[name])}"
            for name in self.changed_data
        ]


def form_for(row: GraphSettings) -> type[GraphSettingsForm]:
    """The form for the settings of one graph, with a field for each of its thresholds."""
    graph = graphs.served().get(row.graph)
    fields: dict[str, forms.Field] = {}
    keys: dict[str, Key] = {}
    for threshold in declared_thresholds(graph) if graph else ():
        keys[name := _field_name(threshold.key)] = threshold.key
        fields[name] = _field(threshold)
    for key in sorted(stored_numbers(row.thresholds)):
        if (name := _field_name(key)) not in keys:
            keys[name] = key
            fields[name] = _number_field(key, HIGHEST_LEVEL, NOT_DECLARED, "")
    return type("ShapedGraphSettingsForm", (GraphSettingsForm,), {**fields, "threshold_keys": keys})


def _field(threshold: NodeThreshold) -> forms.Field:
    help_text = f"{threshold.meaning} A number of yours (0 to {threshold.highest:g}) holds for all figures."
    return _number_field(threshold.key, threshold.highest, help_text, f"{threshold.declared.value:g}")


def _number_field(key: Key, highest: float, help_text: str, placeholder: str) -> forms.Field:
    widget = PlainNumber()
    widget.attrs["placeholder"] = placeholder
    return forms.FloatField(
        label=f"{key[0]}: {key[1]}",
        required=False,
        min_value=0,
        max_value=highest,
        help_text=help_text,
        widget=widget,
    )


def _field_name(key: Key) -> str:
    """The same for the same threshold in every version of the graph, whatever characters it is made of."""
    return ":".join(("threshold", *(quote(part, safe="") for part in key)))


def _provider_choices(current: str) -> list[tuple[str, str]]:
    """The configured providers, and the one that is set where it is gone meanwhile."""
    names = Provider.objects.names()
    gone = [(current, f"{current} (not configured any more)")] if current and current not in names else []
    return [("", "(the graph's own)"), *((name, name) for name in names), *gone]


def _fingerprint(row: GraphSettings) -> str:
    """Tells whether two readings of a row are of the same settings."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()


def _shown(value: Any) -> str:
    match value:
        case None | "":
            return "the graph's own"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(str, value)) or "none"
        case _:
            return str(value)
