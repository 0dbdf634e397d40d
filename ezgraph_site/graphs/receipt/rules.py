"""What has to hold of a receipt before it is recorded."""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from ezgraph_site.graphs.dates import read_day
from ezgraph_site.graphs.receipt.currencies import DECIMALS, decimals_of
from ezgraph_site.graphs.receipt.inputs import ReceiptInput
from ezgraph_site.graphs.receipt.values import Line, Receipt, TaxLine
from ezgraph_site.graphs.refused import Refused


def check_receipt(read: ReceiptInput, today: date) -> Receipt:
    """The receipt as it is recorded. Raises `Refused` with everything that does not hold, for the model."""
    faults = [*_faulty_days(read, today), *_faulty_amounts(read)]
    if read.currency not in DECIMALS:
        faults.insert(0, f"{read.currency} is no currency code of ISO 4217.")
    receipt = None if faults else _recorded(read)
    if receipt is not None:
        faults = [*_faulty_lines(receipt), *_faulty_sums(receipt)]
    if receipt is None or faults:
        raise Refused(" ".join(faults))
    return receipt


def _faulty_days(read: ReceiptInput, today: date) -> Iterator[str]:
    days = {"purchase": read.purchase_date, "due": read.due_date, "service": read.service_date}
    known: dict[str, date] = {}
    for name, text in days.items():
        if text is None:
            continue
        day = read_day(text)
        if day is None:
            yield f"The {name} date {text} is no day of the calendar; it has to be YYYY-MM-DD."
        else:
            known[name] = day
    if "purchase" not in known:
        return
    if known["purchase"] > today:
        yield f"The purchase date {known['purchase']} is in the future."
    if known.get("due", known["purchase"]) < known["purchase"]:
        yield f"The due date {known['due']} is before the purchase date {known['purchase']}."


def _faulty_amounts(read: ReceiptInput) -> Iterator[str]:
    """An amount with more decimals than its currency has was not read well."""
    decimals = decimals_of(read.currency)
    amounts = [read.subtotal, read.total, read.tip or "0"]
    amounts += [line.amount for line in read.lines] + [tax.amount for tax in read.tax_lines]
    for amount in amounts:
        if len(amount.partition(".")[2].rstrip("0")) > decimals:
            yield f"The amount {amount} has more decimals than {read.currency} has."


def _recorded(read: ReceiptInput) -> Receipt:
    decimals = decimals_of(read.currency)
    return Receipt(
        merchant=read.merchant,
        currency=read.currency,
        purchase_date=date.fromisoformat(read.purchase_date),
        due_date=read_day(read.due_date or ""),
        service_date=read_day(read.service_date or ""),
        lines=tuple(
            Line(
                description=line.description,
                quantity=Decimal(line.quantity),
                unit_price=None if line.unit_price is None else Decimal(line.unit_price),
                amount=_amount(line.amount, decimals),
            )
            for line in read.lines
        ),
        subtotal=_amount(read.subtotal, decimals),
        tax_lines=tuple(
            TaxLine(
                label=tax.label,
                rate=None if tax.rate is None else Decimal(tax.rate),
                amount=_amount(tax.amount, decimals),
                included=tax.included,
            )
            for tax in read.tax_lines
        ),
        tip=None if read.tip is None else _amount(read.tip, decimals),
        total=_amount(read.total, decimals),
    )


def _amount(text: str, decimals: int) -> Decimal:
    return Decimal(text).quantize(Decimal(1).scaleb(-decimals))


def _faulty_lines(receipt: Receipt) -> Iterator[str]:
    tolerance = _smallest(receipt)
    for number, line in enumerate(receipt.lines, start=1):
        if line.unit_price is None:
            continue
        product = line.quantity * line.unit_price
        if abs(product - line.amount) > tolerance:
            yield (
                f"Line {number} ({line.description}): {line.quantity} times {line.unit_price} is "
                f"{product.normalize():f}, but its amount is {line.amount}."
            )


def _faulty_sums(receipt: Receipt) -> Iterator[str]:
    total_of_lines = _sum([line.amount for line in receipt.lines])
    tolerance = _smallest(receipt) * len(receipt.lines)
    if receipt.lines and abs(total_of_lines - receipt.subtotal) > tolerance:
        yield f"The lines add up to {total_of_lines}, but the subtotal is {receipt.subtotal}."
    added = _sum([tax.amount for tax in receipt.tax_lines if not tax.included])
    tip = receipt.tip or Decimal(0)
    due = receipt.subtotal + added + tip
    if due != receipt.total:
        yield (
            f"The subtotal {receipt.subtotal}, added taxes of {added} and a tip of {tip} make {due}, "
            f"but the total is {receipt.total}."
        )
    included = _sum([tax.amount for tax in receipt.tax_lines if tax.included])
    if abs(included) > abs(receipt.total):
        yield f"The included taxes of {included} are more than the total {receipt.total}."


def _sum(amounts: Sequence[Decimal]) -> Decimal:
    return sum(amounts, Decimal(0))


def _smallest(receipt: Receipt) -> Decimal:
    """The smallest amount of the currency, such as one cent: what rounding may make of a line."""
    return Decimal(1).scaleb(-decimals_of(receipt.currency))
