"""An answer that would be understood, for a customer whose answers were not."""

from typing import Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.readers.dated import looks_back

EXAMPLES: Final = {
    Kind.DATE: "March 5, 2027",
    Kind.MONTH: "March 2027",
    Kind.MOMENT: "March 5, 2027 at 3 pm",
    Kind.TIME: "7:30 pm",
    Kind.YEAR: "2019",
    Kind.STATE: "Ohio",
    Kind.EMAIL: "name@example.com",
    Kind.PHONE: "555 123 4567",
    Kind.PERSON: "Jamie Rivera",
    Kind.FIRST_NAME: "Jamie",
    Kind.LAST_NAME: "Rivera",
    Kind.PLACE: "Chicago",
    Kind.STREET: "12 Main Street",
    Kind.ROW: "the first one",
    Kind.BOOLEAN: "yes",
}
FORMS: Final = frozenset({Kind.DATE, Kind.MONTH, Kind.MOMENT, Kind.TIME, Kind.EMAIL})
"""Kinds of which one wrong try is enough to show how they are written."""
USUAL_NUMBER: Final = 3
USUAL_MONEY: Final = 250


def example_of(field: Field) -> str:
    """One answer to the question for the field; empty where any words would do."""
    if field.kind is Kind.OPTION:
        return field.options[0].label
    if field.kind is Kind.LIST and field.item is not None:
        named = [option.label for option in field.item.options[:2]]
        return " and ".join(named) or example_of(field.item)
    if field.examples:
        return field.examples[0]
    if field.kind is Kind.NUMBER:
        return _number(field)
    if field.kind in {Kind.DATE, Kind.MONTH} and looks_back(field):
        return "March 5, 1990" if field.kind is Kind.DATE else "March 2020"
    return EXAMPLES.get(field.kind, "")


def _number(field: Field) -> str:
    value: float = USUAL_MONEY if field.money else USUAL_NUMBER
    value = max(value, field.minimum) if field.minimum is not None else value
    value = min(value, field.maximum) if field.maximum is not None else value
    return f"{value:g}"
