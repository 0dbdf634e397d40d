"""Receipts as text; a few of them do not add up."""

from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Final

SHOPS: Final = ("Corner Bakery", "Harbour Hardware", "Green Grocer", "Paper & Pen", "City Pharmacy")
GOODS: Final = (
    ("Sourdough bread", "4.80"),
    ("Coffee beans 500 g", "11.90"),
    ("Wood screws 40 mm", "6.45"),
    ("Notebook A5", "3.20"),
    ("Ballpoint pens", "2.75"),
    ("Apples 1 kg", "3.60"),
    ("Plasters", "4.15"),
    ("Hand cream", "7.30"),
)
TAX: Final = Decimal("0.08")
CENT: Final = Decimal("0.01")


def receipt(random: Random, today: date) -> str:
    """One receipt in US dollars; one of twelve has a total that is not the sum."""
    bought = random.sample(GOODS, random.randrange(1, 5))
    day = today - timedelta(days=random.randrange(20))
    subtotal = sum((Decimal(price) for _, price in bought), Decimal(0))
    tax = (subtotal * TAX).quantize(CENT)
    total = subtotal + tax + (Decimal("3.00") if random.randrange(12) == 0 else 0)
    rows = [random.choice(SHOPS), f"Date: {day:%Y-%m-%d}", ""]
    rows += [f"{goods:<24}{price:>8}" for goods, price in bought]
    rows += [
        "",
        f"{'Subtotal':<24}{subtotal:>8}",
        f"{'Sales tax 8%':<24}{tax:>8}",
        f"{'Total USD':<24}{total:>8}",
    ]
    return "\n".join(rows)
