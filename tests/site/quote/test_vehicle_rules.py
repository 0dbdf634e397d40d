import json

import pytest
from pydantic import ValidationError

from ezgraph_site.graphs.quote.catalogue import Catalogue, load_catalogue
from ezgraph_site.graphs.quote.inputs import VehicleInput, VehicleUseInput
from ezgraph_site.graphs.quote.rules.vehicle import TrimNeeded, check_vehicle_use, resolve_vehicle
from ezgraph_site.graphs.refused import Refused
from tests.site.quote.samples import vehicle


def resolve(year: int, make: str, model: str, trim: str | None = None) -> str:
    wanted = VehicleInput(year=year, make=make, model=model, trim=trim)
    return resolve_vehicle(wanted, load_catalogue()).id


def use_input(**changes: object) -> VehicleUseInput:
    details = {
        "vehicle_id": "2019-toyota-camry-se",
        "ownership": "finance",
        "annual_mileage": 12000,
        "parking": "driveway",
    }
    return VehicleUseInput.model_validate(details | changes)


def test_the_catalogue_holds_twelve_vehicles():
    assert len(load_catalogue()) == 12


def test_the_camrys_are_priced_as_specified():
    camrys = {one.trim: (one.risk_group, one.msrp) for one in load_catalogue() if one.model == "Camry"}
    assert camrys == {"LE": (2, 24000), "SE": (2, 26000), "XSE": (3, 29500)}


@pytest.mark.parametrize(
    "fault",
    [
        {"risk_group": 6},
        {"risk_group": 0},
        {"msrp": 0},
        {"id": "Not A Slug"},
        {"colour": "red"},
        {"year": 1989},
    ],
)
def test_a_faulty_catalogue_is_refused_at_load(fault: dict[str, object]):
    with pytest.raises(ValidationError):
        Catalogue.model_validate_json(json.dumps([vehicle().model_dump() | fault]))


def test_a_catalogue_with_twins_is_refused_at_load():
    same = vehicle().model_dump()
    with pytest.raises(ValidationError, match="2019-toyota-camry-se"):
        Catalogue.model_validate([same, same | {"trim": "Other"}])
    with pytest.raises(ValidationError, match="2019 toyota camry se"):
        Catalogue.model_validate([same, same | {"id": "other"}])


@pytest.mark.parametrize(
    ("make", "model"),
    [("Honda", "CR-V"), ("honda", "crv"), ("HONDA", "Cr V"), (" Honda ", "CR-V Trail")],
)
def test_spelling_does_not_matter(make: str, model: str):
    assert resolve(2021, make, model) == "2021-honda-cr-v-trail"


def test_a_make_may_go_by_its_short_name():
    assert resolve(2017, "Chevy", "Equinox") == "2017-chevrolet-equinox-plaza"


def test_several_trims_are_offered_as_candidates():
    with pytest.raises(TrimNeeded, match="LE, SE, XSE") as needed:
        resolve(2019, "Toyota", "Camry")
    assert [one.trim for one in needed.value.candidates] == ["LE", "SE", "XSE"]


def test_a_trim_settles_it():
    assert resolve(2019, "Toyota", "Camry", "xse") == "2019-toyota-camry-xse"


def test_an_unknown_trim_offers_those_there_are():
    with pytest.raises(TrimNeeded, match="LE, SE, XSE"):
        resolve(2019, "Toyota", "Camry", "Gold")


def test_another_year_names_the_supported_years():
    with pytest.raises(Refused, match=r"Ford F-150.*2020, 2023"):
        resolve(2021, "Ford", "F-150")


def test_an_unknown_vehicle_names_all_that_are_covered():
    with pytest.raises(Refused) as refused:
        resolve(2020, "Trabant", "601")
    assert all(f"{one.year} {one.make} {one.model}" in refused.value.reason for one in load_catalogue())


@pytest.mark.parametrize("year", [1989, 2036])
def test_the_year_has_its_bounds(year: int):
    with pytest.raises(ValidationError):
        VehicleInput(year=year, make="Toyota", model="Camry")


def test_the_use_is_saved_for_the_resolved_vehicle():
    resolved, use = check_vehicle_use(use_input(), vehicle())
    assert (resolved.id, use.annual_mileage) == ("2019-toyota-camry-se", 12000)


def test_the_use_of_another_vehicle_is_refused():
    with pytest.raises(Refused, match="2019 Toyota Camry SE"):
        check_vehicle_use(use_input(vehicle_id="2019-toyota-camry-le"), vehicle())


def test_the_use_is_refused_before_a_vehicle_is_resolved():
    with pytest.raises(Refused, match="first"):
        check_vehicle_use(use_input(), None)


@pytest.mark.parametrize("mileage", [1000, 60000])
def test_the_mileage_may_be_at_its_bounds(mileage: int):
    assert use_input(annual_mileage=mileage)


@pytest.mark.parametrize("mileage", [999, 60001])
def test_the_mileage_may_not_be_beyond_its_bounds(mileage: int):
    with pytest.raises(ValidationError):
        use_input(annual_mileage=mileage)
