"""The arguments of the tool that records a receipt.

Amounts are texts with a dot before the decimals, so that no model's arithmetic rounds them. Days are texts,
too: whether one exists is for the rules to say.
"""

from typing import Annotated, Final

from pydantic import ConfigDict, Field, StringConstraints

from ezgraph_site.graphs.inputs import DAY, Input

MOST_LINES: Final = 200
MOST_TAX_LINES: Final = 20

Label = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Amount = Annotated[str, StringConstraints(pattern=r"^-?[0-9]{1,10}(\.[0-9]{1,3})?$")]
Quantity = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,6}(\.[0-9]{1,4})?$")]
UnitPrice = Annotated[str, StringConstraints(pattern=r"^-?[0-9]{1,10}(\.[0-9]{1,4})?$")]
Rate = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,2}(\.[0-9]{1,3})?$")]


class RecordInput(Input):
    """Base of the inputs: an amount that comes as a number is taken as the text that it would be."""

    model_config = ConfigDict(coerce_numbers_to_str=True)


class LineInput(RecordInput):
    """One line: what was bought, or a discount with a negative amount."""

    description: Label = Field(description="what was bought, as printed")
    quantity: Quantity = Field(default="1", description="how many, or how much by weight or volume")
    unit_price: UnitPrice | None = Field(
        default=None, description="the price of one; null where it is not printed"
    )
    amount: Amount = Field(description="the amount of the line")


class TaxLineInput(RecordInput):
    """One tax."""

    label: Label = Field(description="what the tax is called, as printed")
    rate: Rate | None = Field(default=None, description="the rate in percent; null where it is not printed")
    amount: Amount = Field(description="the amount of the tax")
    included: bool = Field(
        description="true where the prices of the lines include the tax, false where it is added to them"
    )


class ReceiptInput(RecordInput):
    """A receipt as it is printed."""

    merchant: Label = Field(description="the name of the merchant who issued it")
    currency: str = Field(pattern="^[A-Z]{3}$", description="the currency as its ISO 4217 code")
    purchase_date: str = Field(description="the date of the purchase or invoice", json_schema_extra=DAY)
    due_date: str | None = Field(
        default=None, description="the date by which it is to be paid", json_schema_extra=DAY
    )
    service_date: str | None = Field(
        default=None, description="the date of the service or delivery", json_schema_extra=DAY
    )
    lines: list[LineInput] = Field(
        max_length=MOST_LINES,
        description="the lines, discounts among them; empty where only a total is printed",
    )
    subtotal: Amount = Field(description="the sum of the lines, before taxes and tip are added")
    tax_lines: list[TaxLineInput] = Field(default=[], max_length=MOST_TAX_LINES, description="the taxes")
    tip: Amount | None = Field(default=None, description="the tip; null where there is none")
    total: Amount = Field(description="the total with taxes and tip")
