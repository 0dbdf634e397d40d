"""What has to hold of a receipt: everything that does not is named, with its numbers."""

from datetime import date
from typing import Any

import pytest
from pydantic import ValidationError

from ezgraph_site.graphs.receipt.inputs import ReceiptInput
from ezgraph_site.graphs.receipt.rules import check_receipt
from ezgraph_site.graphs.refused import Refused
from tests.site.receipt.samples import BUILT_ON, HELD_OUT, Sample, sample, samples

TODAY = date(2026, 11, 30)
DINER = sample("us_diner")


def refusal(**changes: Any) -> str:
    with pytest.raises(Refused) as refused:
        check_receipt(ReceiptInput.model_validate(DINER.arguments(**changes)), TODAY)
    return refused.value.reason


def line(**changes: Any) -> dict[str, Any]:
    return {"description": "Coffee", "amount": "31.75", **changes}


@pytest.mark.parametrize("one", [*samples(BUILT_ON), *samples(HELD_OUT)], ids=lambda one: one.name)
def test_it_records_what_is_printed(one: Sample):
    receipt = check_receipt(ReceiptInput.model_validate(one.arguments()), TODAY)
    assert receipt.model_dump(mode="json") == one.record


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"currency": "USX"}, "USX is no currency code"),
        ({"purchase_date": "2026-02-30"}, "The purchase date 2026-02-30 is no day of the calendar"),
        ({"purchase_date": "14.03.2026"}, "The purchase date 14.03.2026 is no day of the calendar"),
        ({"purchase_date": "2026-12-01"}, "The purchase date 2026-12-01 is in the future"),
        ({"due_date": "2026-03-13"}, "The due date 2026-03-13 is before the purchase date 2026-03-14"),
        ({"service_date": "soon"}, "The service date soon is no day"),
        ({"subtotal": "31.85"}, "The lines add up to 31.75, but the subtotal is 31.85"),
        ({"total": "40.38"}, "make 40.37, but the total is 40.38"),
        ({"tip": None}, "a tip of 0 make 34.37, but the total is 40.37"),
        ({"tax_lines": []}, "added taxes of 0 and a tip of 6.00 make 37.75"),
        (
            {"lines": [line(quantity="2", unit_price="15.00")]},
            r"2 times 15.00 is 30, but its amount is 31.75",
        ),
        ({"currency": "JPY"}, "The amount 31.75 has more decimals than JPY has"),
        (
            {
                "tax_lines": [{"label": "Tax", "amount": "99.00", "included": True}],
                "total": "31.75",
                "tip": None,
            },
            "The included taxes of 99.00 are more than the total 31.75",
        ),
    ],
)
def test_it_says_what_does_not_hold(changes: dict[str, Any], reason: str):
    assert reason in refusal(**changes)


def test_it_names_all_that_does_not_hold():
    reason = refusal(subtotal="40.00", total="1.00", lines=[line(quantity="3", unit_price="1")])
    assert "Line 1 (Coffee)" in reason
    assert "The lines add up to 31.75" in reason
    assert "but the total is 1.00" in reason


@pytest.mark.parametrize(("subtotal", "holds"), [("31.78", True), ("31.79", False)])
def test_a_line_may_be_a_cent_off_through_rounding(subtotal: str, holds: bool):
    tax = [{"label": "Tax", "amount": "0.00", "included": False}]
    changes = {"subtotal": subtotal, "total": subtotal, "tip": None, "tax_lines": tax}
    if holds:
        check_receipt(ReceiptInput.model_validate(DINER.arguments(**changes)), TODAY)
    else:
        assert "The lines add up" in refusal(**changes)


def test_without_lines_the_sums_have_to_hold_all_the_same():
    assert "but the total is" in refusal(lines=[], total="1.00")


@pytest.mark.parametrize(
    "changes",
    [
        {"total": "1,234.50"},
        {"total": "1e3"},
        {"total": "NaN"},
        {"total": "12345678901"},
        {"total": "٣٤"},
        {"currency": "$"},
        {"merchant": " "},
        {"lines": None},
        {"lines": [{"description": "Coffee"}]},
        {"lines": [line(quantity="-1")]},
        {"lines": [line()] * 201},
        {"tax_lines": [{"label": "Tax", "amount": "1.00"}]},
    ],
)
def test_it_takes_no_other_form(changes: dict[str, Any]):
    with pytest.raises(ValidationError):
        ReceiptInput.model_validate(DINER.arguments(**changes))


def test_an_amount_that_comes_as_a_number_is_taken():
    read = ReceiptInput.model_validate(DINER.arguments(total=40.37))
    assert read.total == "40.37"


def test_a_currency_without_decimals_has_none():
    changes = {
        "currency": "JPY", "lines": [line(amount="1200")], "subtotal": "1200", "total": "1200.0",
        "tip": None, "tax_lines": [],
    }  # fmt: skip
    receipt = check_receipt(ReceiptInput.model_validate(DINER.arguments(**changes)), TODAY)
    assert receipt.model_dump(mode="json")["total"] == "1200"
