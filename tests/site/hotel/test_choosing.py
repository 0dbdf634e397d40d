import pytest

from ezgraph_site.graphs.hotel.catalogue import load_catalogue
from ezgraph_site.graphs.hotel.choosing import choose_offer
from ezgraph_site.graphs.refused import Refused
from tests.site.hotel.samples import offer

OFFERS = [
    offer(name) for name in ("The Quiet Heron", "Runway Nine Hotel", "Meridian Park Hotel", "The Paper Mill")
]


def refusal(words: str) -> str:
    with pytest.raises(Refused) as refused:
        choose_offer(words, OFFERS)
    return refused.value.reason


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("1", "The Quiet Heron"),
        ("4", "The Paper Mill"),
        ("#2", "Runway Nine Hotel"),
        ("hotel 3", "Meridian Park Hotel"),
        ("Hotel number 3", "Meridian Park Hotel"),
        ("No. 2", "Runway Nine Hotel"),
        ("The Quiet Heron", "The Quiet Heron"),
        ("the quiet heron", "The Quiet Heron"),
        ("Quiet Heron", "The Quiet Heron"),
        ("heron", "The Quiet Heron"),
        ("Meridian Park", "Meridian Park Hotel"),
        ("Hotel Meridian", "Meridian Park Hotel"),
        ("the paper mil", "The Paper Mill"),
        ("Quite Heron", "The Quiet Heron"),
        ("Meridien Park", "Meridian Park Hotel"),
    ],
)
def test_a_hotel_is_found_by_number_name_or_close_name(words: str, name: str):
    assert choose_offer(words, OFFERS).name == name


@pytest.mark.parametrize("words", ["0", "5", "99"])
def test_a_number_that_was_not_shown_is_refused(words: str):
    assert f"no hotel number {words}" in refusal(words)


@pytest.mark.parametrize("words", ["Grand Palace", "the", "hotel", "x"])
def test_a_name_that_was_not_shown_is_refused_with_those_that_were(words: str):
    assert all(one.name in refusal(words) for one in OFFERS)


def test_a_name_that_fits_several_asks_which():
    offers = [offer("Maple Row Inn"), offer("Maple Court Hotel"), offer("The Glass Orchard")]
    with pytest.raises(Refused, match=r"more than one.*Maple Row Inn, Maple Court Hotel\."):
        choose_offer("Maple", offers)


def test_nothing_can_be_chosen_before_a_search():
    with pytest.raises(Refused, match="no hotels"):
        choose_offer("1", [])


def test_every_hotel_of_the_catalogue_is_found_by_its_own_name():
    offers = [offer(hotel.name) for hotel in load_catalogue()]
    for one in offers:
        assert choose_offer(one.name, offers) == one
        assert choose_offer(one.name.upper().removeprefix("THE "), offers) == one
