"""From a paper to the arguments of a tool, by the names and descriptions of its fields."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any, Final

from providers.adapters.embedded.conversation.calls import nested_arguments
from providers.adapters.embedded.documents.days import Role
from providers.adapters.embedded.documents.goods import Good
from providers.adapters.embedded.documents.paper import Paper
from providers.adapters.embedded.documents.sums import Tax
from providers.adapters.embedded.documents.words import DUE, SERVICE
from providers.adapters.embedded.forms.fields import Field, Kind, Tool
from providers.adapters.embedded.language.lexicon import word_set
from providers.adapters.embedded.language.text import plain

Value = Decimal | date | str | bool | None

MERCHANT: Final = word_set(
    "merchant vendor seller store shop supplier issuer company restaurant payee business retailer"
)
TAX: Final = word_set("tax taxes vat gst")
TIP: Final = word_set("tip tips gratuity")
SUM: Final = word_set("total amount sum price cost value")
NET: Final = word_set("subtotal net")
QUANTITY: Final = word_set("quantity qty count units pieces number")
NAME: Final = word_set("description name item product label title article text")
RATE: Final = word_set("rate percent percentage")
INCLUDED: Final = word_set("included inclusive includes")
DATED: Final = word_set("date day on")


@dataclass(frozen=True)
class Filled:
    """The values by field key, and the required fields for which the paper holds none."""

    values: dict[str, Any]
    unread: tuple[Field, ...]


def takes_papers(tool: Tool) -> bool:
    """True for a tool that wants a total, and lines with amounts or a day beside it."""
    has_lines = any(
        _words(member) & SUM for field in tool.fields if field.kind is Kind.ITEMS for member in field.members
    )
    has_day = any(field.kind is Kind.DATE for field in tool.fields)
    return any(_is_total(field) for field in tool.fields) and (has_lines or has_day)


def readings(tool: Tool, paper: Paper) -> Iterator[dict[str, Any]]:
    """The arguments for a call, likeliest first; then with days and months the other way round."""
    yield nested_arguments(tool, fill(tool, paper).values)
    turned = tuple(replace(day, day=day.other or day.day) for day in paper.days)
    if turned != paper.days:
        yield nested_arguments(tool, fill(tool, replace(paper, days=turned)).values)


def fill(tool: Tool, paper: Paper) -> Filled:
    """What a paper holds for the fields of a tool."""
    values: dict[str, Any] = {}
    unread: list[Field] = []
    for field in tool.fields:
        found = _items(field, paper) if field.kind is Kind.ITEMS else _written(field, _value(field, paper))
        if found is not None:
            values[field.key] = found
        elif field.required and not field.nullable:
            unread.append(field)
        elif field.required:
            values[field.key] = None
    return Filled(values, tuple(unread))


def _value(field: Field, paper: Paper) -> Value:
    """The value of a field of the paper itself; None where it is not printed or not known."""
    words = _words(field)
    if field.constant is not None:
        return str(field.constant)
    if field.kind is Kind.DATE or "date" in words:
        return paper.day(_role(field))
    if words & MERCHANT:
        return paper.merchant
    if "currency" in words:
        return paper.currency
    if paper.sums is None:
        return None
    if words & TIP:
        return paper.sums.tip
    if words & NET or {"sub", "total"} <= words:
        return paper.sums.subtotal
    if words & TAX:
        return sum((tax.amount for tax in paper.taxes), Decimal(0)) if paper.taxes else None
    return paper.sums.total if words & SUM else None


def _is_total(field: Field) -> bool:
    words = _words(field)
    return field.kind is not Kind.ITEMS and "total" in words and not words & (NET | TAX | TIP | {"sub"})


def _role(field: Field) -> Role:
    """What a day is for, by the field's name, or by its description where the name says only "date"."""
    text = plain(field.name) if _words(field) - DATED else field.description
    if DUE.search(text):
        return Role.DUE
    return Role.SERVICE if SERVICE.search(text) else Role.PURCHASE


def _items(field: Field, paper: Paper) -> list[dict[str, Any]] | None:
    """The goods or the taxes as objects; None where an object lacks what it needs, or too few are printed."""
    if paper.sums is None:
        return None
    things: Sequence[Good | Tax] = paper.taxes if _words(field) & TAX else paper.goods
    items = [_item(field.members, thing) for thing in things]
    known = [item for item in items if item is not None]
    if len(known) < len(items) or len(known) < (field.shortest or 0):
        return None
    return known


def _item(members: tuple[Field, ...], thing: Good | Tax) -> dict[str, Any] | None:
    item: dict[str, Any] = {}
    for member in members:
        value = _of_tax(member, thing) if isinstance(thing, Tax) else _of_good(member, members, thing)
        written = _written(member, value)
        if written is not None:
            item[member.name] = written
        elif member.required and not member.nullable:
            return None
        elif member.nullable:
            item[member.name] = None
    return item


def _of_tax(member: Field, tax: Tax) -> Value:
    words = _words(member)
    if member.kind is Kind.BOOLEAN:
        return tax.included if words & INCLUDED else None
    if words & RATE:
        return tax.rate
    if words & (SUM | TAX) and not words & NAME:
        return tax.amount
    return tax.label if words & (NAME | {"type", "kind"}) else None


def _of_good(member: Field, members: tuple[Field, ...], good: Good) -> Value:
    words = _words(member)
    if "unit" in words or "each" in words or _is_single_price(member, members):
        is_one = good.quantity is None and member.required and not member.nullable
        return good.amount if is_one and good.unit_price is None else good.unit_price
    if words & QUANTITY:
        return good.quantity or Decimal(1)
    if words & SUM:
        return good.amount
    return good.description or None if words & NAME else None


def _is_single_price(member: Field, members: tuple[Field, ...]) -> bool:
    """True for a price beside which the object has an amount, too: then it is that of one."""
    others = [other for other in members if other is not member and _words(other) & (SUM - {"price"})]
    return "price" in _words(member) and any("unit" not in _words(other) for other in others)


def _written(field: Field, value: Value) -> Any:
    """A value as JSON; None where the field cannot hold it."""
    match value:
        case None:
            return None
        case bool():
            return value if field.kind is Kind.BOOLEAN else None
        case Decimal() if field.kind in (Kind.NUMBER, Kind.YEAR):
            if field.whole_number:
                return int(value) if value == int(value) else None
            return float(value)
        case Decimal():
            text = f"{value:f}"
        case date():
            text = value.isoformat()
        case _:
            text = value
    if field.options:
        return next((option.value for option in field.options if str(option.value) == text), None)
    return text[: field.longest].rstrip() if field.longest else text


def _words(field: Field) -> frozenset[str]:
    """The words of a field's name, in lower case: "unitPrice" and "unit_price" have two."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", field.name)
    return frozenset(plain(apart).lower().split())
