"""How descriptions, written for machines and people at once, read in a question."""

import pytest

from providers.adapters.embedded.forms.fields import Kind
from providers.adapters.embedded.wording.described import phrase

NOUNS = [
    ("U.S. state the customer lives in, as a two-letter code", Kind.STATE, "the U.S. state you live in"),
    ("Month the job ended, YYYY-MM, or null if it still lasts", Kind.MONTH, "the month the job ended"),
    ("Customer number, two letters and six digits", Kind.CODE, "the customer number"),
    ("Floor of the old home, 0 for the ground floor", Kind.NUMBER, "the floor of the old home"),
    ("Preferred time (24h, HH:MM)", Kind.TIME, "the preferred time"),
    ("ISO date of departure", Kind.DATE, "the date of departure"),
    ("Enter the customer's zip code", Kind.POSTCODE, "your zip code"),
    ("Please give the name of the recipient", Kind.PERSON, "the name of the recipient"),
    ("Its colour", Kind.WORDS, "its colour"),
    ("The patient's full name", Kind.PERSON, "the patient's full name"),
    ("Number of guests (including children)", Kind.NUMBER, "the number of guests (including children)"),
    ("What is your budget?", Kind.NUMBER, "your budget"),
]
CLAUSES = [
    ("Since when the problem occurs", Kind.WORDS, "since when the problem occurs"),
    ("By when it must be done", Kind.DATE, "by when it must be done"),
    ("With whom you travel", Kind.WORDS, "with whom you travel"),
    ("Which day suits the customer best", Kind.DATE, "which day suits you best"),
    ("How many people will come?", Kind.NUMBER, "how many people will come"),
]
TRUTHS = [
    ("Whether to deliver it (otherwise the customer picks it up)", "whether to deliver it"),
    ("True to deliver it", "whether to deliver it"),
    ("Do you smoke?", "whether you smoke"),
    ("Are there any pets in the household?", "whether there are any pets in the household"),
    ("Is the item fragile", "whether the item is fragile"),
    ("Should we call before delivery?", "whether we should call before delivery"),
    ("Can be reached in the evening", "whether you can be reached in the evening"),
    ("If the garage is heated", "whether the garage is heated"),
    ("Has a balcony", "whether you have a balcony"),
]


@pytest.mark.parametrize(("description", "kind", "asked"), NOUNS + CLAUSES)
def test_a_description_reads_as_a_noun_or_a_clause(description: str, kind: Kind, asked: str) -> None:
    assert phrase(description, "field", kind) == asked


@pytest.mark.parametrize(("description", "asked"), TRUTHS)
def test_a_yes_or_no_description_reads_as_a_clause_with_whether(description: str, asked: str) -> None:
    assert phrase(description, "field", Kind.BOOLEAN) == asked


def test_a_description_of_when_there_is_a_value_gives_way_to_the_name() -> None:
    assert phrase("Set when the customer has a coupon", "coupon_code", Kind.WORDS) == "the coupon code"
