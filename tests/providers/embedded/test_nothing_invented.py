"""What is said of one thing is no answer about another."""

from datetime import date

import pytest

from ezgraph_site.graphs.quote.inputs import CoverageInput, DriverInput, HistoryInput, VehicleInput
from tests.providers.embedded.talk import Talk, rejected, tool

TODAY = date(2026, 11, 30)
HISTORY = tool("capture_history", HistoryInput, "Save the driving history.")
DRIVER = tool("capture_driver", DriverInput, "Save the driver.")
VEHICLE = tool("resolve_vehicle", VehicleInput, "Find the vehicle.")
COVERAGE = tool("select_coverage", CoverageInput, "Save the coverage.")


@pytest.mark.parametrize(
    "text",
    ["no accidents or tickets in the last five years", "no tickets", "never had an accident", "no claims"],
)
def test_a_no_to_accidents_is_no_answer_about_the_insurance(text: str) -> None:
    talk = Talk(HISTORY, today=TODAY)
    talk.opens()
    assert "insured" in talk.says(text)
    talk.says("yes, I am insured, and no lapse")
    assert talk.last == {"currently_insured": True, "coverage_lapse": False, "incidents": []}


def test_a_yes_about_the_insurance_is_no_lapse() -> None:
    talk = Talk(HISTORY, today=TODAY)
    talk.opens()
    talk.says("no accidents, yes insured")
    assert "lapse" in talk.messages[-1].text


def test_a_no_after_its_subject_is_a_no() -> None:
    talk = Talk(HISTORY, today=TODAY)
    talk.opens()
    talk.says("insured yes, lapse no, accidents no")
    assert talk.last == {"currently_insured": True, "coverage_lapse": False, "incidents": []}


def test_an_insurance_without_a_break_says_nothing_of_accidents() -> None:
    talk = Talk(HISTORY, today=TODAY)
    talk.opens()
    talk.says("Had insurance without a break, but somebody rear-ended me in October 2025")
    assert "accidents" in talk.says("no lapse")
    assert not talk.calls


def test_nothing_else_is_no_deductible() -> None:
    talk = Talk(COVERAGE, today=TODAY)
    talk.opens()
    talk.says("standard liability, from December 10")
    assert "deductible" in talk.says("no, nothing else")
    assert not talk.calls


def test_a_postcode_is_no_model_year() -> None:
    talk = Talk(VEHICLE, today=TODAY)
    talk.opens()
    assert "model year" in talk.says("I live at zip 94110")
    talk.says("2019 Toyota Camry")
    assert talk.last == {"year": 2019, "make": "Toyota", "model": "Camry"}


def test_only_the_field_that_the_reason_names_is_asked_again() -> None:
    reason = "We cover the Toyota Camry of these model years: 2019."
    talk = Talk(VEHICLE, today=TODAY, handlers={"resolve_vehicle": lambda _: rejected(reason)})
    talk.opens()
    assert talk.says("2021 Toyota Camry") == f"{reason} Could you tell me the model year of the vehicle?"


def test_a_sentence_is_no_make_and_a_known_make_replaces_a_misread_one() -> None:
    talk = Talk(VEHICLE, today=TODAY)
    talk.opens()
    talk.says("sorry, my license is from Georgia, not Florida")
    talk.says("Rolls-Ryce Camry")
    talk.says("2019 Camry SE, Toyota")
    assert talk.last == {"year": 2019, "make": "Toyota", "model": "Camry", "trim": "SE"}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1 juni 1988", "1988-06-01"),
        ("1. Juli 1988", "1988-07-01"),
        ("el 12 de mayo de 1988", "1988-05-12"),
        ("3 août 1990", "1990-08-03"),
    ],
)
def test_a_month_of_the_customers_own_language_is_read_beside_its_day(text: str, day: str) -> None:
    talk = Talk(DRIVER, today=TODAY)
    talk.opens()
    talk.says("Dave Miller, valid Oregon license for ten years")
    talk.says(text)
    assert talk.last is not None
    assert talk.last["date_of_birth"] == day
    assert talk.last["years_licensed"] == 10


def test_a_year_of_birth_is_no_number_of_years() -> None:
    talk = Talk(DRIVER, today=TODAY)
    talk.opens()
    talk.says("Dave Miller, born 1988, valid Oregon license")
    assert "years" in talk.messages[-1].text or "birth" in talk.messages[-1].text
    assert not talk.calls
