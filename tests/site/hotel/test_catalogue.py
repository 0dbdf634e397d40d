import json
from typing import Any

import pytest
from pydantic import ValidationError

from ezgraph_site.graphs.hotel.catalogue import CATALOGUE_FILE, Catalogue, load_catalogue
from ezgraph_site.graphs.hotel.values import AMENITIES, ROOM_TYPES


def changed(**changes: Any) -> str:
    """The catalogue's file with changes to the first hotel."""
    hotels = json.loads(CATALOGUE_FILE.read_text())
    hotels[0] |= changes
    return json.dumps(hotels)


def test_there_are_thirty_two_hotels_of_different_names():
    assert len(load_catalogue()) == len({hotel.name for hotel in load_catalogue()}) == 32


def test_every_amenity_and_every_room_is_offered_somewhere():
    assert {amenity for hotel in load_catalogue() for amenity in hotel.amenities} == set(AMENITIES)
    assert {room for hotel in load_catalogue() for room in hotel.room_types} == set(ROOM_TYPES)
    assert len(AMENITIES) == 23


@pytest.mark.parametrize(
    "changes",
    [
        {"amenities": ["sauna"]},
        {"amenities": ["tennis", "tennis"]},
        {"level": 0},
        {"level": "cheap"},
        {"room_types": []},
        {"room_types": ["three beds"]},
        {"nearby": {"airport": -1, "city_center": 2}},
        {"nearby": {"airport": 1}},
        {"stars": 5},
        {"name": ""},
    ],
)
def test_a_faulty_hotel_is_refused_at_load(changes: dict[str, Any]):
    with pytest.raises(ValidationError):
        Catalogue.model_validate_json(changed(**changes))


@pytest.mark.parametrize("key", ["name", "address"])
def test_two_hotels_of_one_name_or_address_are_refused(key: str):
    second = json.loads(CATALOGUE_FILE.read_text())[1]
    with pytest.raises(ValidationError, match=second[key].casefold()):
        Catalogue.model_validate_json(changed(**{key: second[key].upper()}))


def test_a_hotel_too_few_is_refused():
    with pytest.raises(ValidationError, match="31"):
        Catalogue.model_validate_json(json.dumps(json.loads(CATALOGUE_FILE.read_text())[1:]))
