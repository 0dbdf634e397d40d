"""The record of a receipt. Amounts are exact numbers that become texts in JSON, days are ISO dates."""

from datetime import date
from decimal import Decimal

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """Base of what is recorded: immutable, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Line(Value):
    """What was bought, or a discount with a negative amount. `unit_price` is None where none is printed."""

    description: str
    quantity: Decimal
    unit_price: Decimal | None
    amount: Decimal


class TaxLine(Value):
    """A tax. `rate` is in percent; `included` tells that the prices hold it already."""

    label: str
    rate: Decimal | None
    amount: Decimal
    included: bool


class Receipt(Value):
    """A whole receipt, checked: the lines make the subtotal, and subtotal, added taxes and tip the total.

    All amounts are in `currency`, a code of ISO 4217.
    """

    merchant: str
    currency: str
    purchase_date: date
    due_date: date | None
    service_date: date | None
    lines: tuple[Line, ...]
    subtotal: Decimal
    tax_lines: tuple[TaxLine, ...]
    tip: Decimal | None
    total: Decimal
